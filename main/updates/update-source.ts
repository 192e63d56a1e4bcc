/** The source of updates for the app; main/electron/updater.ts implements it. */
export interface UpdateSource {
  /**
   * Checks for a newer version for this laptop (including staged rollouts); null if there is none.
   *
   * @throws TripKitError of kind `network`, or `config` with condition `update_refused`; the signal's reason
   */
  check(signal: AbortSignal): Promise<FoundVersion | null>;
  /**
   * Downloads the version found last and checks it: checksum and, on platforms that have one, signature.
   *
   * @param onPercent from 0 to 100, whenever more has arrived
   * @throws TripKitError of kind `network`, `disk`, or `config` with condition `update_refused`; the signal's reason
   */
  download(onPercent: (percent: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Starts the installer of the download, and ends the process. Call when all work has stopped.
   *
   * @param restart whether the new version is started afterwards
   * @param onFailure called when the installer does not start, then or later
   */
  install(restart: boolean, onFailure: (error: unknown) => void): void;
}

export interface FoundVersion {
  version: string;
  /** From the feed: a text, a list, or nothing. */
  notes: unknown;
}
