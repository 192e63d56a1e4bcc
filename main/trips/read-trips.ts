/** Reads trip files: the trips that pass the rules, and what was not taken with the reason. Strict callers refuse the latter. */
import type { TripField } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { type JsonValue, parseJsonText } from '../common/json-text.ts';
import { count } from '../common/text.ts';
import { type Trip, tripLine } from '../common/trip.ts';
import { readTripFile, SIMBRIEF_JSON, SIMBRIEF_JSON_WHY } from './rules/read-trip-file.ts';
import { type AirportCodes, LIMITS } from './rules/trip-file.ts';
import { readRecords } from './rules/trip-table.ts';
import { checkTrip, type TripLimits } from './trip-rules.ts';

/** A line of a trip file (for JSON a row of the list, from 1): a trip that passed the rules, or what was not taken. */
export type FileLine =
  | {
      line: number;
      sheet?: string;
      state: 'new' | 'changed' | 'cancelled';
      trip: Trip;
      notes: string[];
      /** Of a table: registration, crew and remarks, which stay beside the trip. */
      remarks?: string;
    }
  | { line: number; sheet?: string; state: 'not_taken'; text: string; why: string };

const fields = ['origin', 'destination', 'alternates', 'route', 'flight', 'departure'] as const;
const isField = (name: string): name is TripField => (fields as readonly string[]).includes(name);
const FETCH_HEADER = new RegExp(`^"?(?:${fields.join('|')})"?\\s*[,;\\t]`);

/** For JSON or CSV of `fetch`, UTF-16 code units; far more than any schedule. */
const MAX_TEXT = 10 * 1024 * 1024;
const TOO_LARGE = 'It is larger than 10 MiB or has too many lines. Split it.';
/** The most reasons that a refusal lists; the others are counted. */
const MAX_LISTED = 10;

/**
 * Every trip of a file in any format, and every part that was not taken. From a JSON list with a mistake no trip is taken.
 * Never rejects because of the file's content.
 *
 * @param text the decoded bytes (decodeText); null for a workbook
 * @param now ms since 1970 UTC
 */
export async function readTrips(
  bytes: Uint8Array,
  text: string | null,
  limits: TripLimits,
  airports: AirportCodes,
  now: number,
): Promise<FileLine[]> {
  if (text !== null) {
    const start = text.slice(0, 1000).trimStart();
    if (/^[[{]/.test(start)) return readTripsJson(text, limits, now);
    // A CSV that is not in the form of `fetch` may have IATA codes, local times or other columns.
    const lines = FETCH_HEADER.test(start) ? readTripsCsv(text, limits, now) : [];
    if (lines.length > 0 && lines.every(({ state }) => state === 'new')) return lines;
  }
  const events = await readTripFile(bytes, airports, now);
  return events.map(({ line, sheet, ...event }): FileLine => {
    const place = sheet === undefined ? { line } : { line, sheet };
    if (event.event === 'not_taken')
      return { ...place, state: 'not_taken', text: event.text, why: event.why };
    const { flight, departure, ...rest } = event.trip;
    const trip = {
      ...rest,
      flight: flight ?? '',
      // The rules require seconds, which files don't have.
      departure: departure?.replace(/Z$/, ':00Z') ?? '',
    };
    const checked = checkLine(trip, limits, now, () => '');
    if (checked.state === 'not_taken') return { ...checked, ...place };
    const { state, notes = [], remarks } = event;
    return { ...checked, ...place, state, notes, ...(remarks === undefined ? {} : { remarks }) };
  });
}

/**
 * The trips of lines, if every line was taken.
 *
 * @throws TripKitError of kind `config` with up to ten reasons for what was not taken
 */
export function requireTrips(lines: readonly FileLine[]): Trip[] {
  const reasons = lines.flatMap((line) => (line.state === 'not_taken' ? [line.why] : []));
  if (reasons.length === 0) return lines.flatMap((line) => ('trip' in line ? [line.trip] : []));
  const more = reasons.length > MAX_LISTED ? ` And ${reasons.length - MAX_LISTED} more.` : '';
  const listed = `${reasons.slice(0, MAX_LISTED).join(' ')}${more}`;
  throw new TripKitError(
    'config',
    `The trip file has ${count(reasons.length, 'error')}, nothing was sent. ${listed}`,
    { condition: 'trip_file' },
  );
}

/**
 * The trips of a JSON list; if it has mistakes, only these, by row (from 1) and key. null counts as absent.
 *
 * @param now ms since 1970 UTC
 */
export function readTripsJson(text: string, limits: TripLimits, now?: number): FileLine[] {
  if (text.length > MAX_TEXT) return [notTaken(TOO_LARGE)];
  let json: JsonValue;
  try {
    json = parseJsonText(text, 'The trip file');
  } catch (error) {
    if (error instanceof TripKitError) return [notTaken(error.message)];
    throw error;
  }
  if (!Array.isArray(json) && SIMBRIEF_JSON.test(text)) return [notTaken(SIMBRIEF_JSON_WHY)];
  if (!Array.isArray(json) || json.length === 0)
    return [notTaken('It has to be a list of trips, in [ ], with at least one trip.')];
  const lines = json.map((entry, index) => {
    const read = tripOfJson(entry);
    const row = `Row ${index + 1}`;
    const line =
      typeof read === 'string'
        ? notTaken(`${row}${read}`)
        : checkLine(read, limits, now, (field) => `${row}, ${field}: `);
    return { ...line, line: index + 1 };
  });
  const refused = lines.filter(({ state }) => state === 'not_taken');
  return refused.length > 0 ? refused : lines;
}

/**
 * The trips of a CSV text, and what was not taken by row (from 1, without the header), line and column. The header has the
 * field names in any order, separated by commas, semicolons or tabs. Alternates are separated by spaces; an empty cell
 * means none.
 *
 * @param now ms since 1970 UTC
 */
export function readTripsCsv(text: string, limits: TripLimits, now?: number): FileLine[] {
  const records = readRecords(text, {
    text: MAX_TEXT,
    lines: LIMITS.lines,
    rows: LIMITS.trips,
    columns: 100,
  });
  if ('problem' in records) {
    const quotes = `It is no sound CSV near line ${records.line}: its quotes do not fit together. Correct them.`;
    return [notTaken(records.problem === 'large' ? TOO_LARGE : quotes)];
  }
  const [header, ...rows] = records.filter(({ cells }) => cells.some(Boolean));
  const names = header?.cells.slice(0, header.cells.findLastIndex(Boolean) + 1) ?? [];
  const columns = names.map((name) => name.toLowerCase()).filter(isField);
  const problem = headerProblem(names, columns);
  if (problem !== null) return [notTaken(problem)];
  if (rows.length === 0)
    return [notTaken('It holds no trip: there is only its header. Add at least one row.')];
  return rows.map(({ cells, line }, index) => {
    const row = `Row ${index + 1} (line ${line})`;
    // Spreadsheets write separators after the last column; empty cells there are ignored.
    if (cells.length < columns.length || cells.slice(columns.length).some(Boolean)) {
      const why = `${row}: it has ${count(cells.length, 'cell')}, the header has ${columns.length}.`;
      return { ...notTaken(why), line };
    }
    const values = Object.fromEntries(columns.map((name, column) => [name, cells[column] ?? '']));
    const { origin = '', destination = '', alternates = '', ...others } = values;
    const trip = { origin, destination, alternates: alternates.split(/\s+/), ...others };
    return { ...checkLine(trip, limits, now, (field) => `${row}, column ${field}: `), line };
  });
}

/** What is wrong with the header of a CSV, in sentences; null if nothing is. */
function headerProblem(names: readonly string[], columns: readonly TripField[]): string | null {
  if (names.length === 0) return 'It is empty. Its first line has to be origin,destination,….';
  const unknown = names.find((name) => !isField(name.toLowerCase()));
  if (unknown !== undefined) {
    const shown = unknown === '' ? 'without a name' : JSON.stringify(unknown.slice(0, 80));
    return `It has an unknown column ${shown} in its header. Known are ${fields.join(', ')}.`;
  }
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) return `It has the column ${twice} more than once. Remove one.`;
  const lacking = fields.slice(0, 2).find((name) => !columns.includes(name));
  return lacking === undefined ? null : `It lacks the column ${lacking} in its header. Add it.`;
}

/** The trip of an entry of a JSON list, or what is wrong with the entry, to follow its row. */
function tripOfJson(entry: JsonValue): Trip | string {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return ': it has to be an object, in { }.';
  const trip: Trip = { origin: '', destination: '' };
  for (const [key, value] of Object.entries(entry)) {
    if (!isField(key)) return `, ${JSON.stringify(key.slice(0, 80))}: it is an unknown key.`;
    if (value === null) continue;
    if (key !== 'alternates') {
      if (typeof value !== 'string') return `, ${key}: it has to be a text, in quotes.`;
      trip[key] = value;
    } else if (Array.isArray(value) && value.every((code) => typeof code === 'string'))
      trip.alternates = value;
    else return ', alternates: it has to be a list of texts, for example ["EHRD", "EBBR"].';
  }
  return trip;
}

/** The line of a trip by the rules. @param before the text before the sentence on a field */
function checkLine(
  given: Trip,
  limits: TripLimits,
  now: number | undefined,
  before: (field: TripField) => string,
): FileLine {
  const { trip, problems } = checkTrip(given, limits, now);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return { line: 1, state: 'new', trip, notes: [] };
  const why = errors.map(({ field, message }) => `${before(field)}${message}`).join(' ');
  return { ...notTaken(why), text: tripLine(trip) };
}

function notTaken(why: string): FileLine & { state: 'not_taken' } {
  return { line: 1, state: 'not_taken', text: '', why };
}
