/** The key of seals and agreements: created once, encrypted by the system's keychain, in its own file. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../common/clock.ts';
import { makePrivateFolder, nullIfMissing } from '../common/files.ts';
import { parsedJson } from '../common/json-text.ts';
import { inTime } from '../common/wait.ts';
import { replaceFile } from '../common/whole-file.ts';
import { type SealKey, sealKey } from '../documents/document-seal.ts';
import type { Sealer } from '../host/sealer.ts';

/** Time limit for the keychain, ms: it may ask the person to unlock it. Nothing waits for it here. */
const KEYCHAIN_MS = 150_000;

const keyFile = z.object({ format: z.literal(1), sealed: z.base64() });
const SECRET = /^[0-9a-f]{64}$/;

/** The key, or why there is none: the end of a sentence. */
export type KeyAnswer = { key: SealKey; is_new: boolean } | { why: string };

export interface SealKeyDeps {
  /** `seals` in the user-data folder, absolute. */
  folder: string;
  sealer: Sealer;
  clock: Pick<Clock, 'sleep'>;
}

const NO_KEYCHAIN = 'the keychain of this computer is locked, or there is none';
const NOT_KEPT = 'the key of seals can’t be stored on this disk';

/**
 * The key that the keychain can open; if there is none, a new one, if the keychain can keep it. Keys that it can't open are kept:
 * another session of the same person may have another keychain. Never rejects.
 */
export async function openSealKey(deps: SealKeyDeps): Promise<KeyAnswer> {
  const { sealer, clock } = deps;
  const late = () => new Error('The keychain did not answer in time.');
  const inLimit = <T>(work: Promise<T>) => inTime(work, KEYCHAIN_MS, late, clock);
  try {
    for (const sealed of await keyFiles(deps.folder)) {
      const secret = await inLimit(sealer.unseal(sealed)).catch(() => '');
      if (SECRET.test(secret)) return { key: sealKey(Buffer.from(secret, 'hex')), is_new: false };
    }
    const { can } = await inLimit(sealer.probe());
    if (!can) return { why: NO_KEYCHAIN };
    const secret = randomBytes(32);
    const made = sealKey(secret);
    const sealed = await inLimit(sealer.seal(secret.toString('hex')));
    if ((await inLimit(sealer.unseal(sealed))) !== secret.toString('hex')) return { why: NO_KEYCHAIN };
    return (await keep(deps.folder, made, sealed)) ? { key: made, is_new: true } : { why: NOT_KEPT };
  } catch {
    return { why: NO_KEYCHAIN };
  }
}

async function keep(folder: string, { id }: SealKey, sealed: Buffer): Promise<boolean> {
  try {
    await makePrivateFolder(folder);
    const text = JSON.stringify({ format: 1, sealed: sealed.toString('base64') });
    await replaceFile(join(folder, `${id}.key`), text);
    return true;
  } catch {
    return false;
  }
}

/** The encrypted keys, one for each file; unreadable files are skipped. */
async function keyFiles(folder: string): Promise<Buffer[]> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? [];
  const found: Buffer[] = [];
  for (const name of names.filter((one) => /^[0-9a-f]{16}\.key$/.test(one)).sort()) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const read = keyFile.safeParse(parsedJson(text));
    if (read.success) found.push(Buffer.from(read.data.sealed, 'base64'));
  }
  return found;
}
