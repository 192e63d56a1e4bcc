/** What is remembered beside a `.part` file, so that a later run can go on with it. Never a URL. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { bootTime } from './machine-boot.ts';

const sidecar = z.object({
  /** Whose document it is: a part with another key is nobody's. */
  key: z.string(),
  /** A strong entity tag (RFC 9110, 8.8.3). */
  etag: z.string().nullable(),
  /** Length of the whole document in bytes, where the storage told. */
  total: z.number().int().nonnegative().nullable(),
  /** So many bytes are on the disk for certain. */
  synced: z.number().int().nonnegative(),
  /** When the machine started that wrote this (machine-boot.ts). */
  boot_time: z.number(),
});
export type Sidecar = z.infer<typeof sidecar>;

export function sidecarPath(part: string): string {
  return `${part}.json`;
}

/** @returns null where there is none, or none that can be read */
export async function readSidecar(part: string): Promise<Sidecar | null> {
  try {
    return sidecar.parse(JSON.parse(await readFile(sidecarPath(part), 'utf8')));
  } catch {
    return null;
  }
}

/** @throws the file system's error */
export async function writeSidecar(part: string, value: Omit<Sidecar, 'boot_time'>): Promise<void> {
  const path = sidecarPath(part);
  const fresh = `${path}.new`;
  const whole: Sidecar = { ...value, boot_time: bootTime() };
  await writeFile(fresh, JSON.stringify(whole), { mode: 0o600 });
  await rename(fresh, path);
}

/** @throws the file system's error */
export async function removeSidecar(part: string): Promise<void> {
  await rm(sidecarPath(part), { force: true });
  await rm(`${sidecarPath(part)}.new`, { force: true });
}

/** The tag if it is strong and well-formed (RFC 9110, 8.8.3), else null: a weak one can't guard a resume (13.1.5). */
export function strongEtag(etag: string | null): string | null {
  return etag !== null && /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(etag) ? etag : null;
}
