/** The two network steps of an update: checking the feed, and the download, which gives way to kits. */

import type { Clock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import { anySignal, withTimeLimit } from '../common/wait.ts';

/** Time limit for a check, ms. */
const CHECK_TIMEOUT_MS = 60_000;
/** How long a download may make no progress, ms: the network may be a hotel's. */
const STALL_MS = 120_000;
/** How often the conditions of a download are checked, ms. */
export const LOOK_MS = 5_000;

/**
 * Checks the feed; null if it has nothing newer.
 *
 * @throws TripKitError of kind `network` after CHECK_TIMEOUT_MS; errors of the source; the signal's reason
 */
export function checkInTime(
  source: Pick<UpdateSource, 'check'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<FoundVersion | null> {
  return withTimeLimit(CHECK_TIMEOUT_MS, tooLate, clock, signal, (limit) => source.check(limit));
}

interface DownloadDeps {
  clock: Clock;
  /** Whether the network is free: no kit needs it. */
  mayDownload(): boolean;
  onProgress(percent: number): void;
  /** Called when a kit needs the network: the download is discarded, and starts again when the network is free. */
  onGivenWay(): void;
}

/**
 * Downloads the version that was found last.
 *
 * @throws TripKitError of kind `network` after STALL_MS without progress; errors of the source; the signal's reason
 */
export async function downloadGivingWay(
  source: Pick<UpdateSource, 'download'>,
  { clock, mayDownload, onProgress, onGivenWay }: DownloadDeps,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    while (!mayDownload()) await clock.sleep(LOOK_MS, signal);
    const giveWay = new AbortController();
    const stalled = new AbortController();
    const ended = new AbortController();
    let moved = clock.monotonic();
    const watch = (async () => {
      for (;;) {
        await clock.sleep(LOOK_MS, anySignal(ended.signal, signal));
        if (!mayDownload()) giveWay.abort();
        else if (clock.monotonic() - moved > STALL_MS) stalled.abort(tooLate());
      }
    })().catch(() => {});
    try {
      await source.download(
        (percent) => {
          moved = clock.monotonic();
          onProgress(percent);
        },
        anySignal(signal, giveWay.signal, stalled.signal),
      );
      return;
    } catch (error) {
      if (!giveWay.signal.aborted || signal.aborted) throw stalled.signal.aborted ? tooLate() : error;
      onGivenWay();
    } finally {
      ended.abort();
      await watch;
    }
  }
}

function tooLate(): TripKitError {
  return new TripKitError(
    'network',
    'The place of updates did not answer in time. Check the connection and try again later.',
  );
}

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
