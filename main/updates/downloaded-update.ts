/** Compares a downloaded update with what was signed: after the download, and again before it is installed. */
import { createHash, hash } from 'node:crypto';
import { createReadStream, readFileSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Clock, systemClock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { abortable, inTime, withTimeLimit } from '../common/wait.ts';
import { refused } from './feed.ts';
import type { UpdateFacts } from './signed-update.ts';

/** Time limit for reading a download, ms: some 150 MB, perhaps from a slow disk. */
export const READ_TIMEOUT_MS = 120_000;
const REMOVE_TIMEOUT_MS = 10_000;

/** A file that matches its signature. */
export interface CheckedUpdate {
  /** Absolute. */
  path: string;
  facts: UpdateFacts;
}

/**
 * Checks a download; deletes a file that does not match its signature.
 *
 * @param path absolute
 * @throws TripKitError of kind `config` with condition `update_refused`, of kind `disk` if it can't be read in time; the
 * signal's reason
 */
export async function checkDownload(
  path: string,
  signed: readonly UpdateFacts[],
  { signal, log, clock = systemClock }: { signal: AbortSignal; log: Log; clock?: Clock },
): Promise<CheckedUpdate> {
  const facts = signed.find(({ file }) => file === basename(path));
  const found = facts && (await read(path, signal, clock));
  if (facts && found?.size === facts.size && found.sha512 === facts.sha512) return { path, facts };
  await inTime(rm(path, { force: true }), REMOVE_TIMEOUT_MS, () => new Error('not in time'), clock).catch(
    (error: unknown) => log.warn(`An update that was refused can't be deleted: ${String(error)}`),
  );
  throw altered();
}

async function read(path: string, signal: AbortSignal, clock: Clock) {
  const late = () => unreadable(new Error(`not in ${READ_TIMEOUT_MS} ms`));
  try {
    // A hanging disk blocks even an aborted stream.
    return await withTimeLimit(READ_TIMEOUT_MS, late, clock, signal, (limit) =>
      abortable(sumOf(path, limit), limit),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof TripKitError ? error : unreadable(error);
  }
}

async function sumOf(path: string, signal: AbortSignal) {
  const sum = createHash('sha512');
  let size = 0;
  for await (const piece of createReadStream(path, { signal, highWaterMark: 1024 * 1024 })) {
    sum.update(piece);
    size += piece.length;
  }
  return { size, sha512: sum.digest('base64') };
}

/**
 * Checks the file again: hours may pass between download and installation. Call when the windows are closed.
 *
 * @throws TripKitError of kind `config`, condition `update_refused`, after deleting it; errors of node:fs
 */
export function checkAgain({ path, facts }: CheckedUpdate): void {
  if (statSync(path).size === facts.size && hash('sha512', readFileSync(path), 'base64') === facts.sha512)
    return;
  rmSync(path, { force: true });
  throw altered();
}

function altered(): TripKitError {
  return refused('its file is damaged or is not the one that was signed');
}

function unreadable(cause: unknown): TripKitError {
  return new TripKitError(
    'disk',
    'The update that was downloaded can’t be read. Check the disk; it is downloaded again at the next check.',
    { cause },
  );
}
