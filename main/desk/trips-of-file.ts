/** What a trip file holds, in whatever format it is: those of `fetch`, and those of main/trips/rules. Pure. */

import { TripKitError } from '../common/errors.ts';
import type { Trip } from '../common/trip.ts';
import { decodeText } from '../trips/rules/decode-text.ts';
import { readTripFile } from '../trips/rules/read-trip-file.ts';
import type { AirportCodes } from '../trips/rules/trip-file.ts';
import { readTripsCsv, readTripsJson } from '../trips/trip-file.ts';
import { checkTrip, type TripLimits } from '../trips/trip-rules.ts';

/** A line of a trip file: a trip that passed the rules, or what could not be taken. */
export type FileLine =
  | { line: number; sheet?: string; state: 'new' | 'changed' | 'cancelled'; trip: Trip; notes: string[] }
  | { line: number; sheet?: string; state: 'not_taken'; text: string; why: string };

export interface FileContent {
  /** Whether the file shows that its end is here; a text without a line end at its end may still be written to. */
  whole: boolean;
  lines: FileLine[];
}

/** The end of the central directory of a ZIP file (APPNOTE.TXT, 4.3.16), and how far from the end it may begin, bytes. */
const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const ZIP_END_BYTES = 22 + 65_535;
/** The columns of `fetch`. */
const FETCH_HEADER = /^\uFEFF?"?(origin|destination|alternates|route|flight|departure)"?\s*[,;\t]/;

/**
 * Every trip of a file, checked by the rules, and every part of it that was not taken. Never rejects for what the file holds.
 *
 * @param now ms since 1970 UTC
 */
export async function tripsOfFile(
  bytes: Uint8Array,
  limits: TripLimits,
  airports: AirportCodes,
  now: number,
): Promise<FileContent> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-ZIP_END_BYTES);
    return {
      whole: tail.includes(ZIP_END),
      lines: await otherFormats(bytes, limits, airports, now),
    };
  }
  const text = decodeText(bytes);
  const whole = isWhole(text);
  const start = text.trimStart();
  if (/^\uFEFF?\s*[[{]/.test(start)) return { whole, lines: readOwn(() => readTripsJson(text, limits, now)) };
  if (FETCH_HEADER.test(start)) {
    // By the words of `fetch`; where it refuses the file, each line is judged by itself.
    const lines = readOwn(() => readTripsCsv(text, limits, now), 1);
    if (lines.every(({ state }) => state === 'new')) return { whole, lines };
  }
  return { whole, lines: await otherFormats(bytes, limits, airports, now) };
}

/** Whether a text shows its own end. */
export function isWhole(text: string): boolean {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  const end = text.trimEnd();
  if (end === '') return false;
  if (/^[[{]/.test(start)) return isJson(start);
  if (/^BEGIN:V/i.test(start)) return /END:VCALENDAR$/i.test(end);
  if (start.startsWith('<')) {
    const root = /<([A-Za-z_][\w.:-]*)[\s/>]/.exec(start)?.[1];
    return root !== undefined && (end.endsWith(`</${root}>`) || end.endsWith('/>'));
  }
  return /[\r\n]$/.test(text) || end.endsWith(')');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readOwn(read: () => Trip[], header = 0): FileLine[] {
  try {
    return read().map((trip, row) => ({ line: row + 1 + header, state: 'new', trip, notes: [] }));
  } catch (error) {
    if (!(error instanceof TripKitError)) throw error;
    return [{ line: 1, state: 'not_taken', text: '', why: error.message }];
  }
}

async function otherFormats(
  bytes: Uint8Array,
  limits: TripLimits,
  airports: AirportCodes,
  now: number,
): Promise<FileLine[]> {
  const events = await readTripFile(bytes, airports, now);
  return events.map((event): FileLine => {
    const place = event.sheet === undefined ? { line: event.line } : { line: event.line, sheet: event.sheet };
    if (event.event === 'not_taken')
      return { ...place, state: 'not_taken', text: event.text, why: event.why };
    const { flight, departure, ...rest } = event.trip;
    const read: Trip = {
      ...rest,
      ...(flight === null ? {} : { flight }),
      // The rules ask for seconds, which files don't have.
      ...(departure === null ? {} : { departure: departure.replace(/Z$/, ':00Z') }),
    };
    const { trip, problems } = checkTrip(read, limits, now);
    const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    if (errors.length > 0) {
      const text = [trip.flight, `${trip.origin}-${trip.destination}`, trip.departure]
        .filter(Boolean)
        .join(' ');
      return { ...place, state: 'not_taken', text, why: errors.join(' ') };
    }
    return { ...place, state: event.state, trip, notes: event.notes ?? [] };
  });
}
