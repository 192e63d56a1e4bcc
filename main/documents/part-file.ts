import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { FileLock } from '../common/file-lock.ts';
import { readPieces, syncFolder } from '../common/files.ts';
import {
  isSameBoot,
  readSidecar,
  removeSidecar,
  type Sidecar,
  strongEtag,
  writeSidecar,
} from './part-sidecar.ts';

/** By then an abandoned lock is recognised (file-lock.ts), ms. */
const ABANDONED_MS = 3_000;
const LOOK_AGAIN_MS = 100;
/** Small chunks are collected up to this size before they are written, bytes. */
const BATCH_BYTES = 512 * 1024;
/** The file is synced after this many bytes, so a power cut loses at most this much of a download. */
const CHECKPOINT_BYTES = 16 * 1024 * 1024;

/**
 * An unfinished document: `<path>` and, beside it, `<path>.json` with the facts that a later run needs to continue, and
 * `<path>.lock` while it is in use. `write` returns when earlier bytes are being written to the disk, so a full
 * disk is reported by a later `write`, `flush` or `finish`. Calls must not overlap.
 *
 * @throws TripKitError of kind `disk` if the file system fails; bytes already written are kept for the next run
 */
export class PartFile {
  readonly path: string;
  readonly #key: string;
  /** Null after it was discarded or closed. */
  #lock: FileLock | null;
  /** Null if nothing can be appended: finished, discarded or closed. */
  #file: FileHandle | null;
  #hash: Hash = createHash('sha256');
  #etag: string | null = null;
  #total: number | null = null;
  /** Bytes accepted: on the disk, being written, or in the batch. */
  #received = 0;
  #synced = 0;
  #batch: Uint8Array[] = [];
  #batched = 0;
  #writing: Promise<void> = Promise.resolve();
  #failure: TripKitError | null = null;

  private constructor(path: string, key: string, lock: FileLock, file: FileHandle) {
    this.path = path;
    this.#key = key;
    this.#lock = lock;
    this.#file = file;
  }

  /**
   * Opens or creates the part. It continues an earlier run's part if that run used the same `key` and noted a
   * strong ETag; otherwise it is empty. After a restart of the computer only synced bytes count.
   *
   * @param path ends in `.part`
   * @param key identifies the document; never a URL
   * @param mode of a new file, less the umask
   * @throws TripKitError of kind `disk`, also where another process has the part open
   */
  static async open(path: string, key: string, mode = 0o600): Promise<PartFile> {
    let lock: FileLock | null = null;
    let file: FileHandle | null = null;
    try {
      // Accounts that may read the file may also list its folder.
      const folder_mode = mode | ((mode & 0o444) >> 2);
      await mkdir(dirname(path), { recursive: true, mode: folder_mode });
      lock = await takeLock(path);
      file = await openPart(path, mode);
      const part = new PartFile(path, key, lock, file);
      await part.#resume(await readSidecar(path));
      return part;
    } catch (error) {
      await file?.close().catch(() => {});
      await lock?.release();
      throw diskError(error, 'Saving the document', path);
    }
  }

  /** Number of bytes received; the next `write` appends after them. */
  get received(): number {
    return this.#received;
  }

  /** The strong entity tag for resuming with Range and If-Range; null if there is none. */
  get etag(): string | null {
    return this.#etag;
  }

  /** Length of the whole document in bytes, if known. */
  get total(): number | null {
    return this.#total;
  }

  /**
   * Starts from the first byte: deletes earlier bytes and remembers the new response's validator. Only a strong ETag is
   * kept; a weak one can't be used to resume (RFC 9110, 8.8.3 and 13.1.5).
   */
  async begin(answer: { etag: string | null; total: number | null }): Promise<void> {
    const file = this.#use();
    await this.#guard(async () => {
      await this.#writing;
      const replaces = this.#etag !== null;
      await removeSidecar(this.path);
      // The old validator must be durably gone before a byte of the new document reaches the disk.
      if (replaces) await syncFolder(dirname(this.path));
      await file.truncate(0);
      this.#hash = createHash('sha256');
      this.#batch = [];
      this.#batched = 0;
      this.#received = 0;
      this.#synced = 0;
      this.#writing = Promise.resolve();
      this.#etag = strongEtag(answer.etag);
      this.#total = answer.total;
      await this.#remember();
    });
  }

  /** Appends a chunk. The caller must not change it afterwards. */
  async write(chunk: Uint8Array): Promise<void> {
    this.#use();
    if (chunk.byteLength === 0) return;
    this.#hash.update(chunk);
    this.#batch.push(chunk);
    this.#batched += chunk.byteLength;
    this.#received += chunk.byteLength;
    if (this.#batched < BATCH_BYTES) return;
    await this.#guard(async () => {
      // At most one batch is being written while the next one is collected: memory stays constant.
      await this.#writing;
      this.#send();
      if (this.#received - this.#synced >= CHECKPOINT_BYTES) await this.#checkpoint();
    });
  }

  /** Writes all bytes to the disk, durably. */
  async flush(): Promise<void> {
    this.#use();
    await this.#guard(() => this.#checkpoint());
  }

  /**
   * Syncs and closes the file. It stays locked until it is discarded or closed, and its sidecar is kept:
   * if the process is killed before publishing, the next run continues from here.
   *
   * @returns length and SHA-256 (hex, lower case) of the whole document
   */
  async finish(): Promise<{ bytes: number; sha256: string }> {
    const file = this.#use();
    await this.#guard(async () => {
      await this.#drain();
      await file.sync();
      await file.close();
    });
    this.#file = null;
    return { bytes: this.#received, sha256: this.#hash.digest('hex') };
  }

  /** Deletes the part and all files beside it. */
  async discard(): Promise<void> {
    try {
      await this.#closeFile();
      await rm(this.path, { force: true });
      await removeSidecar(this.path);
    } catch (error) {
      throw diskError(error, 'Removing an unfinished document', this.path);
    } finally {
      await this.#release();
    }
  }

  /** Closes the part and keeps it for the next run. Never throws; calling it again does nothing. */
  async close(): Promise<void> {
    if (this.#file !== null && this.#failure === null) await this.#drain().catch(() => {});
    await this.#closeFile().catch(() => {});
    await this.#release();
  }

  async #resume(sidecar: Sidecar | null): Promise<void> {
    const file = this.#use();
    const { size } = await file.stat();
    const usable = sidecar !== null && sidecar.key === this.#key && strongEtag(sidecar.etag) !== null;
    const keep = usable ? (isSameBoot(sidecar.boot_time) ? size : Math.min(size, sidecar.synced)) : 0;
    if (!usable || keep === 0 || (sidecar.total !== null && keep > sidecar.total)) {
      if (size > 0) await file.truncate(0);
      return;
    }
    if (keep < size) await file.truncate(keep);
    for await (const piece of readPieces(this.path, { end: keep - 1 })) this.#hash.update(piece);
    this.#etag = sidecar.etag;
    this.#total = sidecar.total;
    this.#received = keep;
    this.#synced = Math.min(keep, sidecar.synced);
  }

  #use(): FileHandle {
    if (this.#failure !== null) throw this.#failure;
    if (this.#file === null) throw new TypeError('this part is closed');
    return this.#file;
  }

  /** After a failure nothing more is accepted: hash and file no longer match. The next `open` repairs that. */
  async #guard(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#failure = diskError(error, 'Saving the document', this.path);
      throw this.#failure;
    }
  }

  #send(): void {
    if (this.#batched === 0) return;
    const [first] = this.#batch;
    const bytes = this.#batch.length === 1 && first ? first : Buffer.concat(this.#batch);
    this.#batch = [];
    this.#batched = 0;
    this.#writing = this.#use().appendFile(bytes);
    // The next caller that awaits it gets the error; until then it must not count as unhandled.
    this.#writing.catch(() => {});
  }

  async #drain(): Promise<void> {
    await this.#writing;
    this.#send();
    await this.#writing;
  }

  async #checkpoint(): Promise<void> {
    await this.#drain();
    await this.#use().datasync();
    this.#synced = this.#received;
    await this.#remember();
  }

  async #remember(): Promise<void> {
    if (this.#etag === null) return;
    const remembered = { key: this.#key, etag: this.#etag, total: this.#total, synced: this.#synced };
    await writeSidecar(this.path, remembered);
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await this.#writing.catch(() => {});
    await file?.close();
  }

  async #release(): Promise<void> {
    await this.#lock?.release();
    this.#lock = null;
  }
}

/** @throws TripKitError of kind `disk` if another process has the part; else the file system's error */
async function takeLock(path: string): Promise<FileLock> {
  // An empty lock file that a killed process left counts as alive for a moment: wait until it no longer does.
  for (const until = performance.now() + ABANDONED_MS; ; await delay(LOOK_AGAIN_MS)) {
    const lock = await FileLock.take(`${path}.lock`);
    if (lock !== null) return lock;
    if (performance.now() >= until) break;
  }
  throw new TripKitError(
    'disk',
    `This document is being downloaded to ${dirname(path)} by another Trip Kit Desktop. Wait until it has finished, or close it.`,
    { condition: 'in_use' },
  );
}

/** Removes what is beside a part after its document got its final name. Its lock goes when it is closed. */
export async function tidyPart(path: string): Promise<void> {
  await removeSidecar(path).catch(() => {});
}

/**
 * Opens a part for reading and appending. A symbolic link in its place isn't followed: others with write access to a shared
 * folder could use it to overwrite a person's file.
 */
function openPart(path: string, mode: number): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDWR } = constants;
  return open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, mode);
}
