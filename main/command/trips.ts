import { open } from 'node:fs/promises';
import { TripKitError, toFailure } from '../common/errors.ts';
import { readAirports } from '../desk/airport-file.ts';
import { readTripFile } from '../trips/rules/read-trip-file.ts';
import { LIMITS, type TripFileEvent } from '../trips/rules/trip-file.ts';
import type { CommandOf } from './arguments.ts';
import { unreadable } from './inputs.ts';
import type { HeadlessIo } from './io.ts';
import { printable, type Report } from './report.ts';

/**
 * Lists the flights in rosters, schedules or flight plan files, and what was not taken (profile-and-headless.md, `trips`).
 *
 * @returns the exit code: 1 if no file has a flight, or one can't be read
 */
export async function listTrips(
  command: CommandOf<'trips'>,
  io: HeadlessIo,
  report: Report,
): Promise<number> {
  const airports = await readAirports();
  const isOnly = command.files.length === 1;
  let flights = 0;
  let failed = 0;
  for (const file of command.files) {
    try {
      const bytes = file === '-' ? await bounded(io.stdin?.() ?? []) : await readBounded(file);
      for (const event of await readTripFile(bytes, airports, io.clock.now())) {
        if (event.event === 'trip') flights += 1;
        if (isOnly) report.result({ ...event }, [lineOf(event)]);
        else report.result({ ...event, file }, [printable(`${file}: ${lineOf(event)}`)]);
      }
    } catch (error) {
      if (io.signal.aborted || !(error instanceof TripKitError)) throw error;
      report.failed(toFailure(error));
      failed += 1;
    }
  }
  return flights > 0 && failed === 0 ? 0 : 1;
}

/** The start of a stream; more than the limit if it is too long. */
async function bounded(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > LIMITS.bytes) break;
  }
  return Buffer.concat(chunks);
}

/** The start of a file; one byte above the limit if it is too long. @throws TripKitError of kind `disk` */
async function readBounded(file: string): Promise<Uint8Array> {
  try {
    await using handle = await open(file, 'r');
    return await bounded(handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 }));
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
