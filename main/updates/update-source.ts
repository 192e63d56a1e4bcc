/** Where updates come from, as the app sees it; main/electron/updater.ts has the real one. */
export interface UpdateSource {
  /**
   * Asks whether there is a newer version for this laptop (staged rollouts counted in); null where there is none.
   *
   * @throws TripKitError of kind `network`, or `config` with condition `update_refused`; the signal's reason
   */
  check(signal: AbortSignal): Promise<FoundVersion | null>;
  /**
   * Downloads the version found last and checks it: sum and, where the platform has them, signature.
   *
   * @param onPercent from 0 to 100, whenever more has come
   * @throws TripKitError of kind `network`, `disk`, or `config` with condition `update_refused`; the signal's reason
   */
  download(onPercent: (percent: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Starts the installer of what was downloaded, and ends the process. Call when all work is put down.
   *
   * @param restart whether the new version is started then
   * @param onFailure called when the installer does not start, then or later
   */
  install(restart: boolean, onFailure: (error: unknown) => void): void;
}

export interface FoundVersion {
  version: string;
  /** As the feed has them: a text, a list, or nothing. */
  notes: unknown;
}
