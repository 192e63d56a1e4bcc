/** The key of document seals: made once, sealed by the system's keychain, in a file of its own. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../common/clock.ts';
import { errorCode, syncFolder } from '../common/files.ts';
import { inTime } from '../common/wait.ts';
import { writeWholeFile } from '../common/whole-file.ts';
import { type SealKey, sealKey } from '../documents/document-seal.ts';
import type { Sealer } from '../host/sealer.ts';

/** A keychain may ask the person to unlock it, which nobody waits for here; but not for ever, ms. */
const KEYCHAIN_MS = 150_000;

const keyFile = z.object({ format: z.literal(1), sealed: z.base64() });
const keyText = z.object({
  secret: z.string().regex(/^[0-9a-f]{64}$/),
  former: z.array(z.string()),
  enrolled: z.boolean(),
});

/** What the keychain gave. */
export interface KnownKey extends SealKey {
  /** Ids of keys that are lost: seals that were made with them say nothing any more. */
  former: readonly string[];
  /** Whether every document from before there was a key has got its seal: from then on one without was tampered with, or missed. */
  enrolled: boolean;
}

export type KeyAnswer = { key: KnownKey } | { why: string };

export interface SealKeyDeps {
  /** Absolute; ours alone. */
  folder: string;
  sealer: Sealer;
  clock: Pick<Clock, 'sleep'>;
  /** The ids of keys with which seals on this laptop were made. */
  usedKeys(): Promise<string[]>;
}

const NO_KEYCHAIN = 'the keychain of this computer is locked, or there is none';
const NOT_KEPT = 'the key of seals can’t be stored on this disk';

/**
 * The key that the keychain opens; a new one where it opens none and can keep one. Keys that it does not open stay: another
 * session of the same person may have another keychain. Never rejects.
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
    // Where seals or keys are lost, nobody knows which documents are from before there were any.
    const enrolled = former.length > 0 || files.length > 0;
    const made: KnownKey = { ...sealKey(randomBytes(32)), former, enrolled };
    const sealed = await inLimit(sealer.seal(writeKey(made)));
    if ((await inLimit(sealer.unseal(sealed))) !== writeKey(made)) return { why: NO_KEYCHAIN };
    return (await keep(deps.folder, made, sealed)) ? { key: made } : { why: NOT_KEPT };
  } catch {
    return { why: NO_KEYCHAIN };
  }
}

/** Notes that every document has got its seal. Where that fails it is done again at the next start. Never rejects. */
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
    await writeWholeFile(join(folder, `${id}.key`), 'Saving the key of seals', (part) =>
      writeFile(part, text, { mode: 0o600, flag: 'wx', flush: true }),
    );
    await syncFolder(folder);
    return true;
  } catch {
    return false;
  }
}

/** What the keychain has sealed, one for each key; files that can't be read are passed over. */
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
