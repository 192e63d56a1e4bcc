/**
 * The content of an update's signature, and who may sign. Windows and macOS check their publisher's signature; an AppImage
 * has none, so each of its files is signed by Ed25519 (RFC 8032) with a key that the app knows.
 *
 * Signatures are in the feed file, `signatures` of each of its `files`: js-yaml keeps keys that electron-updater doesn't
 * know, they arrive before a byte is downloaded, and always match the checksums beside them.
 */

import { createHash, createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { createReadStream, readFileSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { type Clock, systemClock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { abortable, inTime, withTimeLimit } from '../common/wait.ts';
import { refused, unavailable } from './feed.ts';

/** No field can contain a line end, so two different updates never have the same text. */
const updateFacts = z.strictObject({
  /** Semantic Versioning 2.0.0. */
  version: z
    .string()
    .max(100)
    .regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/),
  /** Its system and processor, by Node's names: `linux-x64`. */
  platform: z.string().regex(/^[a-z0-9]+-[a-z0-9]+$/),
  /** Its name in the folder of the feed, not a path. */
  file: z
    .string()
    .max(200)
    .regex(/^[0-9A-Za-z][0-9A-Za-z._+-]*$/),
  /** Bytes. */
  size: z.int().positive(),
  /** Base64. */
  sha512: z.string().regex(/^[0-9A-Za-z+/]{86}==$/),
});
/** One file of one version. */
export type UpdateFacts = z.infer<typeof updateFacts>;

/**
 * The text that is signed. It contains the version, so no signature of an older version is valid for a newer one.
 *
 * @throws Error of zod if a fact has another form
 */
export function signedText(facts: UpdateFacts): string {
  const { version, platform, file, size, sha512 } = updateFacts.parse(facts);
  const lines = [
    'Trip Kit Desktop update 1',
    `version ${version}`,
    `platform ${platform}`,
    `file ${file}`,
    `size ${size}`,
    `sha512 ${sha512}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Most keys of a build, and most signatures of a file: enough to change a key twice. */
export const MAX_KEYS = 4;
const keyTexts = z.array(z.string().max(200)).min(1).max(MAX_KEYS);

/**
 * The keys that a build trusts.
 *
 * @param texts `updateKeys` of the app's package.json: public keys, SubjectPublicKeyInfo (RFC 8410) in base64
 * @throws TripKitError of kind `config` if there is none, or one that is not an Ed25519 key
 */
export function updateKeys(texts: unknown): KeyObject[] {
  if (texts === undefined || texts === null) {
    throw unavailable('it has no key to check them with, so that newer versions are installed by hand');
  }
  try {
    return keyTexts.parse(texts).map((text) => {
      const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
      if (key.asymmetricKeyType !== 'ed25519') throw new Error(`A key is of ${key.asymmetricKeyType}.`);
      return key;
    });
  } catch {
    throw unavailable(
      'its keys to check them with can’t be read, so that newer versions are installed by hand',
    );
  }
}

/** The signers and the platform of accepted updates. */
export interface UpdateTrust {
  keys: readonly KeyObject[];
  /** As in {@link UpdateFacts}. */
  platform: string;
}

const signatures = z.array(z.base64().length(88)).min(1).max(MAX_KEYS);
const signedFeed = z.looseObject({
  version: z.string(),
  files: z
    .array(
      z.looseObject({
        url: z.string(),
        size: z.number(),
        sha512: z.string(),
        signatures: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(20),
});

/**
 * The files of a feed. Each must be signed by one of the keys, because electron-updater chooses among them.
 *
 * @param info the feed file, parsed
 * @throws TripKitError of kind `config`, condition `update_refused`
 */
export function signedFiles(info: unknown, { keys, platform }: UpdateTrust): UpdateFacts[] {
  const read = signedFeed.safeParse(info);
  if (!read.success) throw refused('what the place of updates says of it is not complete');
  const { version, files } = read.data;
  return files.map(({ url, size, sha512, signatures: given }) => {
    if (given === undefined || given === null) throw refused('it is not signed');
    const facts = updateFacts.safeParse({ version, platform, file: url, size, sha512 });
    const list = signatures.safeParse(given);
    if (!facts.success || !list.success) throw refused('what its signature is for can’t be read');
    const text = Buffer.from(signedText(facts.data));
    const right = list.data.some((one) =>
      keys.some((key) => verify(null, text, key, Buffer.from(one, 'base64'))),
    );
    if (!right) throw refused('it is not signed by a key that this app trusts, or not as this version');
    return facts.data;
  });
}

// Compares a downloaded update with what was signed: after the download, and again before it is installed.

/** Time limit for reading a download, ms: some 150 MB, perhaps from a slow disk. */
const READ_TIMEOUT_MS = 120_000;
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
