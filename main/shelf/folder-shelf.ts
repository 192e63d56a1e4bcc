/** A shelf in a folder: a network share, or a folder that another program synchronises. */
import { constants } from 'node:fs';
import { copyFile, mkdir, open, opendir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { errorCode, syncFile, syncFolder } from '../common/files.ts';
import { writeWholeFile } from '../common/whole-file.ts';
import type { DocumentSink, DownloadOptions } from '../service/download.ts';
import { documentName, HEAD, sha256Of, unread } from './shelf-index.ts';
import type { ListedFile, ShelfBody, ShelfFile, ShelfPlace } from './shelf-place.ts';

/** Read at once, bytes. */
const PIECE_BYTES = 256 * 1024;
/** Some clients of shares remove a file before they put another in its place: the head is looked for so often, with this pause, ms. */
const HEAD_TRIES = 5;
const HEAD_PAUSE_MS = 100;

export class FolderShelf implements ShelfPlace {
  readonly where: string;

  /** @param folder absolute */
  constructor(folder: string) {
    this.where = folder;
  }

  async prepare(folders: readonly string[]): Promise<void> {
    for (const name of folders)
      await mkdir(this.#pathOf(name), { recursive: true }).catch((error: unknown) => {
        throw diskError(error, 'Making the folders of the shelf', this.where);
      });
  }

  async read(
    name: string,
    { etag, most, signal }: { etag?: string | null; most: number; signal: AbortSignal },
  ): Promise<ShelfFile | 'unchanged' | null> {
    for (let tries = 1; ; tries += 1) {
      try {
        await using file = await open(this.#pathOf(name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
        const { size } = await file.stat();
        if (size > most) throw tooLong(this.where);
        const bytes = await file.readFile({ signal });
        const now = sha256Of(bytes);
        return now === etag ? 'unchanged' : { bytes, etag: now };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (errorCode(error) !== 'ENOENT') throw diskError(error, 'Reading the shelf', this.#pathOf(name));
        if (name !== HEAD || tries === HEAD_TRIES) return null;
      }
      await delay(HEAD_PAUSE_MS, undefined, { signal });
    }
  }

  async list(folder: string, { most, signal }: { most: number; signal: AbortSignal }): Promise<ListedFile[]> {
    const path = this.#pathOf(folder);
    const files: ListedFile[] = [];
    try {
      for await (const entry of await opendir(path)) {
        signal.throwIfAborted();
        if (files.length === most) break;
        if (!entry.isFile()) continue;
        const found = await stat(join(path, entry.name)).catch(() => null);
        if (found) files.push({ name: entry.name, version: `${found.ino} ${found.mtimeMs} ${found.size}` });
      }
      return files;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      if (signal.aborted) throw signal.reason;
      throw diskError(error, 'Reading the shelf', path);
    }
  }

  async download(
    sha256: string,
    sink: DocumentSink,
    { onBegin, onProgress, signal }: Pick<DownloadOptions, 'onBegin' | 'onProgress' | 'signal'>,
  ): Promise<void> {
    const path = this.#pathOf(documentName(sha256));
    // The name says the content, so what an earlier try has read is the beginning of the same.
    const etag = `"${sha256}"`;
    try {
      await using file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      const { size: total } = await file.stat();
      if (sink.etag !== etag || sink.received > total) {
        await sink.begin({ etag, total });
        await onBegin?.(total);
      }
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      while (sink.received < total) {
        const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, sink.received);
        signal?.throwIfAborted();
        if (bytesRead === 0) break;
        await sink.write(piece.subarray(0, bytesRead));
        onProgress?.(sink.received, total);
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof TripKitError || errorCode(error) === undefined) throw error;
      const isThere = await stat(this.#pathOf(HEAD)).catch(() => null);
      if (errorCode(error) === 'ENOENT' && isThere) throw goneFrom(this.where);
      // A share goes away and comes back.
      throw unread(`The shelf in ${this.where} can’t be read now. It is tried again.`, error);
    }
  }

  async put(name: string, body: ShelfBody, signal: AbortSignal): Promise<void> {
    const path = this.#pathOf(name);
    await writeWholeFile(path, 'Writing to the shelf', async (part) => {
      if (Buffer.isBuffer(body)) await writeFile(part, body, { flag: 'wx' });
      else await copyFile(body.path, part, constants.COPYFILE_EXCL);
      await syncFile(part);
      signal.throwIfAborted();
    });
    await syncFolder(dirname(path));
  }

  /** A folder is made once (mkdir(2), EEXIST), on shares, too. */
  async claim(name: string): Promise<boolean> {
    const path = this.#pathOf(name);
    try {
      await mkdir(path);
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw diskError(error, 'Writing to the shelf', path);
    }
  }

  async release(name: string): Promise<void> {
    const path = this.#pathOf(name);
    await rmdir(path).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw diskError(error, 'Tidying the shelf', path);
    });
  }

  async remove(name: string): Promise<void> {
    const path = this.#pathOf(name);
    await rm(path, { force: true }).catch((error: unknown) => {
      throw diskError(error, 'Tidying the shelf', path);
    });
  }

  async close(): Promise<void> {}

  #pathOf(name: string): string {
    return join(this.where, ...name.split('/'));
  }
}

/** The document of a kit is not there any more. */
function goneFrom(where: string): TripKitError {
  return new TripKitError(
    'not_found',
    `The document is not on the shelf in ${where} any more. Ask your scheduler for the kit.`,
    { condition: 'shelf_gone' },
  );
}

/** A file that no desk of ours has written. */
export function tooLong(where: string): TripKitError {
  return new TripKitError(
    'document',
    `A file of the shelf in ${where} is far too long. Nothing of it is used. Tell your airline’s IT.`,
    { condition: 'shelf_too_long' },
  );
}
