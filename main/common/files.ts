/** File-system helpers that several rooms use. */

import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** The error code of Node's system errors (`ENOSPC`, …), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** For `catch`: null if the file is missing. @throws any other error */
export function nullIfMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}

/** Makes a folder for secrets, or an existing one private: only its owner gets in (mode 0700). @throws the file system's error */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/** Error codes of systems that can't sync a folder (Windows: EPERM, EISDIR; network volumes: EINVAL). */
const CANNOT_SYNC = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF']);

/**
 * Makes new, changed and removed names in this folder durable (fsync(2), "a separate fsync of the directory"). Does
 * nothing if the system can't.
 *
 * @throws the file system's error
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (!CANNOT_SYNC.has(errorCode(error) ?? '')) throw error;
  }
}

/** What Windows answers where another program has the file open; elsewhere, a share says so. */
const IN_USE = { windows: new Set(['EBUSY', 'EPERM', 'EACCES']), others: new Set(['EBUSY']) };
/** A virus scanner or an indexer closes a file within moments. Ms. */
const IN_USE_WAITS_MS = [20, 50, 100, 200, 400, 800];

/**
 * Runs a step that renames or removes a file. Windows and shares refuse that while another program has the file open, even for reading,
 * so the step is tried again for a moment.
 *
 * @throws the file system's error
 */
export async function untilClosed<T>(
  step: () => Promise<T>,
  platform: string = process.platform,
): Promise<T> {
  const in_use = IN_USE[platform === 'win32' ? 'windows' : 'others'];
  for (const wait_ms of IN_USE_WAITS_MS) {
    try {
      return await step();
    } catch (error) {
      if (!in_use.has(errorCode(error) ?? '')) throw error;
    }
    await delay(wait_ms);
  }
  return step();
}

/** Makes the content of a file durable (fsync(2)). @throws the file system's error */
export async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

/** Hashing one piece takes less than a millisecond of the main process's time. */
const PIECE_BYTES = 256 * 1024;

/**
 * The bytes of a file up to `end` (inclusive), in pieces. Each is read into the same buffer, so checking thousands of documents
 * leaves no garbage. A piece is valid until the next one is read.
 *
 * @throws the file system's error; an AbortError when the signal aborts
 */
export async function* readPieces(
  path: string,
  { end = Number.POSITIVE_INFINITY, signal }: { end?: number; signal?: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  signal?.throwIfAborted();
  await using file = await open(path, 'r');
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  for (let at = 0; at <= end; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE_BYTES, end - at + 1), at);
    signal?.throwIfAborted();
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/**
 * SHA-256 of a file, lower-case hex, in constant memory.
 *
 * @throws the file system's error; an AbortError when the signal aborts
 */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(path, { signal })) hash.update(piece);
  return hash.digest('hex');
}

/**
 * Calls `onChange` when the system reports a change in the folder, if it can. Returns a function that stops this.
 *
 * @param onChange gets the file's name, or null if the system does not tell it
 */
export function onFolderChange(folder: string, onChange: (name: string | null) => void): () => void {
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(folder, { persistent: false }, (_event, name) => onChange(name));
    // Whoever looks at the folder next sees the error.
    watcher.on('error', () => watcher?.close());
  } catch {
    // Not every file system reports changes.
  }
  return () => watcher?.close();
}
