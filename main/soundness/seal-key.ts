/** The key of document seals: created once, encrypted by the system's keychain, in its own file. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../common/clock.ts';
import { errorCode } from '../common/files.ts';
import { inTime } from '../common/wait.ts';
import { replaceFile } from '../common/whole-file.ts';
import { type SealKey, sealKey } from '../documents/document-seal.ts';
import type { Sealer } from '../host/sealer.ts';

/** Time limit for the keychain, ms: it may ask the person to unlock it. Nothing waits for it here. */
const KEYCHAIN_MS = 150_000;

const keyFile = z.object({ format: z.literal(1), sealed: z.base64() });
const keyText = z.object({
  secret: z.string().regex(/^[0-9a-f]{64}$/),
  former: z.array(z.string()),
  enrolled: z.boolean(),
});

/** The key and its facts, as the keychain returned them. */
export interface KnownKey extends SealKey {
  /** Ids of lost keys: seals made with them can't be checked any more. */
  former: readonly string[];
  /** Whether all documents older than the key have been sealed: from then on, a missing seal means tampering or a failed write. */
  enrolled: boolean;
}

export type KeyAnswer = { key: KnownKey } | { why: string };

export interface SealKeyDeps {
  /** Absolute; used only for keys. */
  folder: string;
  sealer: Sealer;
  clock: Pick<Clock, 'sleep'>;
  /** Ids of the keys that seals on this laptop were made with. */
  usedKeys(): Promise<string[]>;
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
    const files = await keyFiles(deps.folder);
    for (const sealed of files) {
      const text = await inLimit(sealer.unseal(sealed)).catch(() => null);
      const known = text === null ? null : readKey(text);
      if (known) return { key: known };
    }
    const { can } = await inLimit(sealer.probe());
    if (!can) return { why: NO_KEYCHAIN };
    const former = await deps.usedKeys();
    // After seals or keys were lost, it is not known which documents are older than the first key.
    const enrolled = former.length > 0 || files.length > 0;
    const made: KnownKey = { ...sealKey(randomBytes(32)), former, enrolled };
    const sealed = await inLimit(sealer.seal(writeKey(made)));
    if ((await inLimit(sealer.unseal(sealed))) !== writeKey(made)) return { why: NO_KEYCHAIN };
    return (await keep(deps.folder, made, sealed)) ? { key: made } : { why: NOT_KEPT };
  } catch {
    return { why: NO_KEYCHAIN };
  }
}

/** Records that every document is sealed. If that fails it is repeated at the next start. Never rejects. */
export async function noteEnrolled({ folder, sealer, clock }: SealKeyDeps, key: KnownKey): Promise<KnownKey> {
  const now = { ...key, enrolled: true };
  const late = () => new Error('The keychain did not answer in time.');
  const sealed = await inTime(sealer.seal(writeKey(now)), KEYCHAIN_MS, late, clock).catch(() => null);
  if (sealed !== null) await keep(folder, now, sealed);
  return now;
}

async function keep(folder: string, { id }: SealKey, sealed: Buffer): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const text = JSON.stringify({ format: 1, sealed: sealed.toString('base64') });
    await replaceFile(join(folder, `${id}.key`), text);
    return true;
  } catch {
    return false;
  }
}

/** The encrypted keys, one for each file; unreadable files are skipped. */
async function keyFiles(folder: string): Promise<Buffer[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const found: Buffer[] = [];
  for (const name of names.filter((one) => /^[0-9a-f]{16}\.key$/.test(one)).sort()) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const read = keyFile.safeParse(parsed(text));
    if (read.success) found.push(Buffer.from(read.data.sealed, 'base64'));
  }
  return found;
}

function readKey(text: string): KnownKey | null {
  const read = keyText.safeParse(parsed(text));
  if (!read.success) return null;
  const { secret, former, enrolled } = read.data;
  return { ...sealKey(Buffer.from(secret, 'hex')), former, enrolled };
}

function writeKey({ secret, former, enrolled }: KnownKey): string {
  return JSON.stringify({ secret: secret.toString('hex'), former, enrolled });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
