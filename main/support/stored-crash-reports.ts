/** Reads the crash reports of this laptop again. Apart from their writing, which is loaded before Electron is ready and needs no schemas. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type CrashReport, crashKinds, FILE_NAME, MAX_LOG, newestFirst, timeOf } from './crash-report.ts';

/** Longer than any report of ours, characters. */
const MAX_FILE = 256_000;

const text = z.string().max(MAX_LOG * 2);
const report: z.ZodType<CrashReport> = z.strictObject({
  form: z.literal(1),
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum(crashKinds),
  process: text,
  reason: text,
  exit_code: z.number().int().nullable(),
  stack: text.nullable(),
  app: z.strictObject({
    version: text,
    electron: text.nullable(),
    platform: text,
    arch: text,
    release: text,
  }),
  uptime_s: z.number().int().nonnegative(),
  log: text,
});

/** A report in its folder. */
interface StoredCrash {
  name: string;
  /** Ms since 1970 UTC. */
  at: number;
  kind: CrashReport['kind'] | null;
}

/** The reports, newest first; none if there is no folder. A damaged one has no kind. */
export async function listCrashReports(folder: string): Promise<StoredCrash[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names.filter((name) => FILE_NAME.test(name)).sort(newestFirst);
  return Promise.all(
    found.map(async (name) => {
      const read = await readCrashReport(folder, name);
      return { name, at: timeOf(name), kind: read?.kind ?? null };
    }),
  );
}

/** Null if there is no report of that name, or it is damaged. */
export async function readCrashReport(folder: string, name: string): Promise<CrashReport | null> {
  if (!FILE_NAME.test(name)) return null;
  try {
    const content = await readFile(join(folder, name), 'utf8');
    return content.length > MAX_FILE ? null : report.parse(JSON.parse(content));
  } catch {
    return null;
  }
}
