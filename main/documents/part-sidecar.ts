/** What is remembered beside a `.part` file, so that a later run can go on with it. Never a URL. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { z } from 'zod';

const sidecar = z.object({
  /** Whose document it is: a part with another key is nobody's. */
  key: z.string(),
  /** A strong entity tag (RFC 9110, 8.8.3). */
  etag: z.string().nullable(),
  /** Length of the whole document in bytes, where it is known. */
  total: z.number().int().nonnegative().nullable(),
  /** So many bytes are on the disk for certain. */
  synced: z.number().int().nonnegative(),
  /** When the machine started that wrote this, seconds since 1970 UTC. */
  boot_time: z.number(),
});
export type Sidecar = z.infer<typeof sidecar>;

/** @returns null where there is none, or none that can be read */
export async function readSidecar(part: string): Promise<Sidecar | null> {
  try {
    return sidecar.parse(JSON.parse(await readFile(`${part}.json`, 'utf8')));
  } catch {
    return null;
  }
}

/** @throws the file system's error */
export async function writeSidecar(part: string, value: Omit<Sidecar, 'boot_time'>): Promise<void> {
  const whole: Sidecar = { ...value, boot_time: bootTime() };
  await rm(`${part}.json.new`, { force: true });
  await writeFile(`${part}.json.new`, JSON.stringify(whole), { mode: 0o600, flag: 'wx' });
  await rename(`${part}.json.new`, `${part}.json`);
}

/** @throws the file system's error */
export async function removeSidecar(part: string): Promise<void> {
  await rm(`${part}.json`, { force: true });
  await rm(`${part}.json.new`, { force: true });
}

/** The tag if it is strong and well-formed (RFC 9110, 8.8.3), else null: a weak one can't guard a resume (13.1.5). */
export function strongEtag(etag: string | null): string | null {
  return etag !== null && /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(etag) ? etag : null;
}

/** Clocks are set and drift; a machine does not start twice within this time, s. */
const BOOT_TOLERANCE_S = 30;

function bootTime(): number {
  return Math.round(Date.now() / 1000 - uptime());
}

/**
 * Whether the machine has run since the moment that noted `boot_time`. If not, what a program had written but not
 * synced may be lost. A clock that was set in between gives false: the careful answer.
 */
export function isSameBoot(boot_time: number): boolean {
  return Math.abs(bootTime() - boot_time) <= BOOT_TOLERANCE_S;
}
