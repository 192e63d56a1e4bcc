/**
 * Kits of one flight of this AIRAC cycle and of the next, for exercises: `node test/docs/two-cycles.ts FOLDER` writes this-cycle.pdf and
 * next-cycle.pdf; hand them to the demo service by `--document`.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeKit } from '../demo-service/pdf/kit-document.ts';

const HOUR = 3_600_000;
const CYCLE = 28 * 24 * HOUR;

/** The flight of these kits: it leaves three hours after `now`, ms since 1970 UTC, before the next cycle as a rule. */
export const exerciseTrip = (now: number) => ({
  ...{ origin: 'EHAM', destination: 'EGLL', alternates: ['EGKK'], route: 'DCT', flight: 'DMO118' },
  departure: new Date(now + 3 * HOUR).toISOString(),
});

/** Writes both; their paths, this cycle's first. Rejects where the folder can't be written. */
export async function writeTwoCycles(folder: string, now: number): Promise<string[]> {
  const files = [join(folder, 'this-cycle.pdf'), join(folder, 'next-cycle.pdf')];
  const spec = { trip: exerciseTrip(now), company_name: 'Demo Air', made: now, pages_max: 40 };
  for (const [index, file] of files.entries()) await writeKit({ ...spec, day: now + index * CYCLE }, file);
  return files;
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? '.');
  await mkdir(folder, { recursive: true });
  for (const file of await writeTwoCycles(folder, Date.now())) process.stdout.write(`${file}\n`);
}
