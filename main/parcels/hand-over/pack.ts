/** Writes and reads a whole hand-over file, in constant memory. Both run in a worker thread. */
import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readPieces, syncFolder } from '../../common/files.ts';
import { decrypt, encrypt } from './age-file.ts';
import {
  type ArchiveEntry,
  damaged,
  entriesOf,
  foreign,
  type HandOverManifest,
  LIMITS,
  MANIFEST,
  readManifest,
} from './manifest.ts';
import { BLOCK, END, padding, readTarHeader, tarHeader } from './tar.ts';

/** A file of the archive and its path. */
export interface Source extends ArchiveEntry {
  path: string;
}

/** Called with how many bytes were written, or read, so far. */
export type ReportBytes = (bytes: number) => void;

/**
 * Writes a new hand-over file, durably; never overwrites one.
 *
 * @param sources the files of `entriesOf`, in its order
 * @throws the file system's error; an Error if a file no longer matches the manifest
 */
export async function pack(
  path: string,
  manifest: HandOverManifest,
  sources: readonly Source[],
  passphrase: string,
  onProgress: ReportBytes = () => {},
  work_factor?: number,
): Promise<void> {
  await using out = await open(path, 'wx', 0o600);
  let written = 0;
  for await (const piece of await encrypt(archiveOf(manifest, sources), passphrase, work_factor)) {
    await out.writeFile(piece);
    written += piece.length;
    onProgress(written);
  }
  await out.sync();
}

/** The archive, piece by piece. */
export async function* archiveOf(
  manifest: HandOverManifest,
  sources: readonly Source[],
): AsyncGenerator<Uint8Array> {
  const at = Date.parse(manifest.made_at);
  const head = new TextEncoder().encode(JSON.stringify(manifest, null, 2));
  if (head.length > LIMITS.manifest) throw new RangeError('too many documents for one hand-over file');
  yield tarHeader({ name: MANIFEST, bytes: head.length }, at);
  yield head;
  yield new Uint8Array(padding(head.length));
  for (const { path, name, bytes, sha256 } of sources) {
    yield tarHeader({ name, bytes }, at);
    const hash = createHash('sha256');
    let length = 0;
    for await (const piece of readPieces(path, {})) {
      length += piece.length;
      hash.update(piece);
      // The buffer is reused before the receiver has read it.
      yield Uint8Array.from(piece);
    }
    if (length !== bytes || hash.digest('hex') !== sha256) throw new Error(`${name} was changed meanwhile`);
    yield new Uint8Array(padding(bytes));
  }
  yield END;
}

/**
 * Unpacks a hand-over file into an empty folder: either everything in its manifest is on the disk, or this fails. Names
 * come only from the manifest, which allows only ours.
 *
 * @throws TripKitError of kind `config`; the file system's error
 */
export function unpack(
  path: string,
  passphrase: string,
  folder: string,
  onProgress: ReportBytes = () => {},
): Promise<HandOverManifest> {
  return unpackArchive(decrypt(path, passphrase, onProgress), folder);
}

/** The same for an archive that is already decrypted. */
export async function unpackArchive(
  pieces: AsyncGenerator<Uint8Array>,
  folder: string,
): Promise<HandOverManifest> {
  const reader = new Pieces(pieces);
  try {
    return await unpackFrom(reader, folder);
  } finally {
    await reader.close();
  }
}

async function unpackFrom(reader: Pieces, folder: string): Promise<HandOverManifest> {
  const first = readTarHeader(await reader.exactly(BLOCK, foreign));
  if (first?.name !== MANIFEST || first.bytes > LIMITS.manifest) throw foreign();
  const manifest = readManifest(new TextDecoder().decode(await reader.exactly(first.bytes)));
  await reader.exactly(padding(first.bytes));
  const folders = new Set<string>([folder]);
  for (const entry of entriesOf(manifest)) {
    const header = readTarHeader(await reader.exactly(BLOCK));
    if (header?.name !== entry.name || header.bytes !== entry.bytes) throw damaged();
    const target = join(folder, entry.name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    folders.add(dirname(target));
    await writeEntry(target, entry, reader);
    await reader.exactly(padding(entry.bytes));
  }
  const end = await reader.exactly(END.length);
  if (end.some((byte) => byte !== 0) || (await reader.some(1)) !== null) throw damaged();
  for (const one of folders) await syncFolder(one);
  return manifest;
}

async function writeEntry(target: string, { bytes, sha256 }: ArchiveEntry, reader: Pieces): Promise<void> {
  const hash = createHash('sha256');
  await using out = await open(target, 'wx', 0o600);
  for (let left = bytes; left > 0; ) {
    const piece = await reader.some(left);
    if (piece === null) throw damaged();
    hash.update(piece);
    await out.writeFile(piece);
    left -= piece.length;
  }
  if (hash.digest('hex') !== sha256) throw damaged();
  await out.sync();
}

/** Reads incoming pieces by length. */
class Pieces {
  readonly #from: AsyncGenerator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(from: AsyncGenerator<Uint8Array>) {
    this.#from = from;
  }

  /** Releases the source. */
  async close(): Promise<void> {
    await this.#from.return(undefined);
  }

  /** At least one byte and at most this many; null at the end. */
  async some(most: number): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#from.next();
      if (done) return null;
      this.#rest = value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  /** Exactly this many bytes. @throws the result of `short` if there are fewer */
  async exactly(bytes: number, short: () => Error = damaged): Promise<Uint8Array> {
    const whole = new Uint8Array(bytes);
    for (let at = 0; at < bytes; ) {
      const piece = await this.some(bytes - at);
      if (piece === null) throw short();
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}
