import { open } from 'node:fs/promises';
import { TripKitError, toFailure } from '../common/errors.ts';
import { readAirports } from '../desk/airport-file.ts';
import { readTripFile } from '../trips/rules/read-trip-file.ts';
import { LIMITS, type TripFileEvent } from '../trips/rules/trip-file.ts';
import type { HeadlessCommand } from './arguments.ts';
import { unreadable } from './inputs.ts';
import type { HeadlessIo } from './io.ts';
import type { Report } from './report.ts';

/**
 * Lists the flights in a roster, schedule or flight plan file, and what was not taken (profile-and-headless.md, `trips`).
 *
 * @returns the exit code: 1 if the file has no flight
 */
export async function listTrips(
  command: HeadlessCommand & { command: 'trips' },
  io: HeadlessIo,
  report: Report,
): Promise<number> {
  try {
    const bytes = await readBounded(command.file);
    const events = await readTripFile(bytes, await readAirports(), io.clock.now());
    for (const event of events) report.result({ ...event }, [lineOf(event)]);
    return events.some(({ event }) => event === 'trip') ? 0 : 1;
  } catch (error) {
    if (io.signal.aborted || !(error instanceof TripKitError)) throw error;
    report.failed(toFailure(error));
    return 1;
  }
}

/** The start of a file; one byte above the limit if it is too long. @throws TripKitError of kind `disk` */
async function readBounded(file: string): Promise<Uint8Array> {
  try {
    const handle = await open(file, 'r');
    try {
      const chunks: Buffer[] = [];
      let length = 0;
      while (length <= LIMITS.bytes) {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(1024 * 1024), 0, 1024 * 1024, null);
        if (bytesRead === 0) break;
        chunks.push(buffer.subarray(0, bytesRead));
        length += bytesRead;
      }
      return Buffer.concat(chunks);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(error, file, 'file', 'disk');
  }
}

function lineOf(event: TripFileEvent): string {
  const place = event.sheet === undefined ? `${event.line}` : `${event.sheet}, ${event.line}`;
  if (event.event === 'not_taken')
    return printable(`${place}: not taken: ${[event.text, event.why].filter(Boolean).join(' – ')}`);
  const { origin, destination, flight, departure, alternates, route } = event.trip;
  const words = [
    event.state,
    flight,
    `${origin}-${destination}`,
    departure ?? 'departure not known',
    alternates && `alternates ${alternates.join(' ')}`,
    route && `route ${route}`,
    ...(event.notes ?? []),
  ];
  return printable(`${place}: ${words.filter(Boolean).join(' · ')}`);
}

/** The words come from the file: they must not move the cursor. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}
