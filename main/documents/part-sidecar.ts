/** Facts beside a `.part` file that a later run needs to continue the download. Never a URL. */
import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { z } from 'zod';
import { removeFile, replaceFile } from '../common/whole-file.ts';

const sidecar = z.object({
  /** Identifies the document: a part with another key is not used. */
  key: z.string(),
  /** A strong entity tag (RFC 9110, 8.8.3). */
  etag: z.string().nullable(),
  /** Length of the whole document in bytes, if known. */
  total: z.number().int().nonnegative().nullable(),
  /** Number of bytes known to be on the disk. */
  synced: z.number().int().nonnegative(),
  /** When the computer that wrote this was started, seconds since 1970 UTC. */
  boot_time: z.number(),
});
export type Sidecar = z.infer<typeof sidecar>;

/** @returns null if there is none that can be read */
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
  await replaceFile(`${part}.json`, JSON.stringify(whole));
}

/** @throws the file system's error */
export async function removeSidecar(part: string): Promise<void> {
  await removeFile(`${part}.json`);
}

/** The tag if it is strong and well-formed (RFC 9110, 8.8.3), else null: a weak one can't be used to resume (13.1.5). */
export function strongEtag(etag: string | null): string | null {
  return etag !== null && /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(etag) ? etag : null;
}

/** Clocks are set and drift; a computer does not start twice within this time, s. */
const BOOT_TOLERANCE_S = 30;

function bootTime(): number {
  return Math.round(Date.now() / 1000 - uptime());
}

/**
 * Whether the computer has not restarted since `boot_time` was noted. If it has, data that was written but not
 * synced may be lost. If the clock was set in between, the result is false, the safe answer.
 */
export function isSameBoot(boot_time: number): boolean {
  return Math.abs(bootTime() - boot_time) <= BOOT_TOLERANCE_S;
}
