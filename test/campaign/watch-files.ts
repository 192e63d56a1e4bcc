/** The trip files that the campaign of watched folders writes, in the ways in which people and programs write them. */
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../demo-service/random.ts';

/** A trip that is to be requested once, however many files name it. */
export interface CampaignTrip {
  flight: string;
  origin: string;
  destination: string;
  /** `2027-03-28T02:30`. */
  departure: string;
}

const AIRPORTS = ['EHAM', 'EGLL', 'EDDF', 'LFPG', 'LEMD', 'ESSA', 'LOWW', 'LSZH'] as const;

/** Trips of file `n`; flights of different files differ. */
export function tripsOf(n: number, random: Random): CampaignTrip[] {
  return Array.from({ length: random.chance(0.2) ? random.integer(2, 4) : 1 }, (_, row) => {
    const origin = random.pick(AIRPORTS);
    const destination = random.pick(AIRPORTS);
    const day = random.integer(10, 28);
    return {
      flight: `C${String(n).padStart(4, '0')}${'ABCD'[row]}`,
      origin,
      destination: destination === origin ? 'EKCH' : destination,
      departure: `2027-03-${day}T${String(random.integer(0, 23)).padStart(2, '0')}:${random.integer(10, 59)}`,
    };
  });
}

const compact = (departure: string) => departure.replace(/[-:]/g, '');
const FORMATS: readonly [ending: string, write: (trips: readonly CampaignTrip[]) => string][] = [
  [
    'json',
    (trips) =>
      JSON.stringify(
        trips.map((trip) => ({ ...trip, departure: `${trip.departure}:00Z` })),
        null,
        1,
      ),
  ],
  [
    'csv',
    (trips) =>
      `flight,origin,destination,departure\n${trips.map((t) => `${t.flight},${t.origin},${t.destination},${t.departure}:00Z\n`).join('')}`,
  ],
  [
    'ics',
    (trips) =>
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${trips
        .map(
          (t) =>
            `BEGIN:VEVENT\r\nUID:${t.flight}\r\nDTSTART:${compact(t.departure)}00Z\r\nSUMMARY:${t.flight} ${t.origin}-${t.destination}\r\nEND:VEVENT\r\n`,
        )
        .join('')}END:VCALENDAR\r\n`,
  ],
  [
    'txt',
    (trips) =>
      trips
        .map(
          (t) =>
            `(FPL-${t.flight}-IS\n-A320/M-SDE2E3FGHIRWXY/LB1\n-${t.origin}${t.departure.slice(11).replace(':', '')}\n-N0450F350 DCT\n-${t.destination}0100\n-DOF/${compact(t.departure).slice(2, 8)})\n`,
        )
        .join('\n'),
  ],
];

/** A file of these trips: its ending and its text. */
export function contentOf(trips: readonly CampaignTrip[], random: Random): { ending: string; text: string } {
  const [ending, write] = FORMATS[random.integer(0, FORMATS.length - 1)] ?? FORMATS[0] ?? ['', () => ''];
  return { ending, text: write(trips) };
}

/** Writes a file whole, in two pieces with a pause between them, or under another name first. */
export async function writeAsPeopleDo(
  folder: string,
  name: string,
  text: string,
  random: Random,
): Promise<void> {
  const path = join(folder, name);
  const way = random.next();
  if (way < 0.4) return writeFile(path, text);
  if (way < 0.6) {
    try {
      await writeFile(`${path}.part`, text);
      await delay(random.integer(0, 50));
      return await rename(`${path}.part`, path);
    } catch (error) {
      // It is written again, perhaps in another way.
      await rm(`${path}.part`, { force: true }).catch(() => {});
      throw error;
    }
  }
  const cut = random.integer(0, text.length);
  const file = await open(path, 'w');
  try {
    await file.writeFile(text.slice(0, cut));
    await delay(random.integer(0, 600));
    await file.writeFile(text.slice(cut));
  } finally {
    await file.close();
  }
}
