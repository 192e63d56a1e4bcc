/** Reads the trips of a file: JSON or CSV (profile-and-headless.md, section 2). */
import { CsvError, type Info, parse } from 'csv-parse/sync';
import { TripKitError } from '../common/errors.ts';
import { type JsonValue, parseJsonText } from '../common/json-text.ts';
import { capital, count } from '../common/text.ts';
import type { Trip } from '../common/trip.ts';
import { checkTrip, type TripField, type TripLimits } from './trip-rules.ts';

const fields = ['origin', 'destination', 'alternates', 'route', 'flight', 'departure'] as const;
const isField = (name: string): name is TripField => (fields as readonly string[]).includes(name);

/** Far beyond any schedule; UTF-16 code units. */
const MAX_TEXT = 10 * 1024 * 1024;
/** Errors that are listed; the others are counted. */
const MAX_LISTED = 10;

/**
 * The trips of a JSON text: a list that is not empty, checked and normalised by the rules. null counts as absent.
 *
 * @throws TripKitError of kind `config` naming row (from 1) and key of every error, up to ten.
 */
export function readTripsJson(text: string, limits: TripLimits, now?: number): Trip[] {
  checkSize(text);
  const json = parseJsonText(text, 'The trip file');
  if (!Array.isArray(json)) throw wrong('The trip file has to be a list of trips, in [ ].');
  if (json.length === 0) throw wrong('The trip file holds no trip: its list is empty. Add at least one.');
  const errors: string[] = [];
  const trips = json.map((entry, index) => {
    const where = `row ${index + 1}`;
    const read = tripOfJson(entry);
    if ('problems' in read) {
      errors.push(...read.problems.map((problem) => `${where}${problem}`));
      return null;
    }
    return checked(read.trip, limits, now, (field) => `${where}, ${field}`, errors);
  });
  return allSound(trips, errors);
}

/**
 * The trips of a CSV text with a header of the fields' names, in any order; separated by commas, or by semicolons or
 * tabs where the header is (spreadsheets in Europe). Alternates are separated by spaces, an empty cell means none.
 *
 * @throws TripKitError of kind `config` naming row (from 1, without the header), line and column of every error, up to
 *   ten.
 */
export function readTripsCsv(text: string, limits: TripLimits, now?: number): Trip[] {
  checkSize(text);
  const [header, ...rows] = parseCsv(text);
  if (header === undefined)
    throw wrong('The trip file is empty. Its first line has to be origin,destination,….');
  const columns = readHeader(header.record);
  if (rows.length === 0)
    throw wrong('The trip file holds no trip: there is only its header. Add at least one row.');
  const errors: string[] = [];
  const trips = rows.map(({ record, line }, index) => {
    const where = `row ${index + 1} (line ${line})`;
    // Spreadsheets write separators behind the last column; empty cells there mean nothing.
    if (record.length < columns.length || record.slice(columns.length).some((cell) => cell !== '')) {
      errors.push(`${where}: it has ${count(record.length, 'cell')}, the header has ${columns.length}`);
      return null;
    }
    const cells = Object.fromEntries(columns.map((name, column) => [name, record[column] ?? '']));
    const { origin = '', destination = '', alternates, ...others } = cells;
    const trip: Trip = { origin, destination, ...others };
    if (alternates !== undefined) trip.alternates = alternates.split(/\s+/);
    return checked(trip, limits, now, (field) => `${where}, column ${field}`, errors);
  });
  return allSound(trips, errors);
}

function checked(
  trip: Trip,
  limits: TripLimits,
  now: number | undefined,
  where: (field: TripField) => string,
  errors: string[],
): Trip {
  const result = checkTrip(trip, limits, now);
  for (const { field, severity, message } of result.problems) {
    if (severity === 'error') errors.push(`${where(field)}: ${message.replace(/\.$/, '')}`);
  }
  return result.trip;
}

function allSound(trips: readonly (Trip | null)[], errors: readonly string[]): Trip[] {
  if (errors.length > 0) {
    const listed = errors.slice(0, MAX_LISTED).join('; ');
    const more = errors.length > MAX_LISTED ? `; and ${errors.length - MAX_LISTED} more` : '';
    throw wrong(
      `The trip file has ${count(errors.length, 'error')}, nothing was sent. ${capital(listed)}${more}.`,
    );
  }
  return trips.filter((trip) => trip !== null);
}

function tripOfJson(entry: JsonValue): { trip: Trip } | { problems: string[] } {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return { problems: [': it has to be an object, in { }'] };
  }
  const problems: string[] = [];
  const trip: Trip = { origin: '', destination: '' };
  for (const [key, value] of Object.entries(entry)) {
    if (!isField(key)) problems.push(`, ${JSON.stringify(key.slice(0, 80))}: it is an unknown key`);
    else if (value === null) continue;
    else if (key === 'alternates') {
      if (isTextList(value)) trip.alternates = value;
      else problems.push(', alternates: it has to be a list of texts, for example ["EHRD", "EBBR"]');
    } else if (typeof value === 'string') trip[key] = value;
    else problems.push(`, ${key}: it has to be a text, in quotes`);
  }
  return problems.length > 0 ? { problems } : { trip };
}

function isTextList(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The records that hold anything, each with the number of its first line. */
function parseCsv(text: string): { record: string[]; line: number }[] {
  const { body, delimiter, skipped } = readDelimiter(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  try {
    const records = parse(body, {
      delimiter,
      info: true,
      relax_column_count: true,
      // A record of another length costs csv-parse an error with its stack, so empty lines are left out before they are one.
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: string[]; info: Info }[];
    return records.map(({ record, info }) => {
      const breaks = record.join('').match(/\n/g)?.length ?? 0;
      return { record, line: info.lines - breaks + skipped };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? ` near line ${error.lines + skipped}` : '';
    throw wrong(
      `The trip file is no sound CSV${line}: its quotes do not fit together. Correct them and try again.`,
      error.code,
    );
  }
}

/** What separates the cells, as the header line says; Excel may write it in a line `sep=;` before the header. */
function readDelimiter(text: string): { body: string; delimiter: string; skipped: number } {
  const hint = /^sep=([,;\t])\n/i.exec(text);
  if (hint?.[1] !== undefined) return { body: text.slice(hint[0].length), delimiter: hint[1], skipped: 1 };
  const header = /^\s*([^\n]*)/.exec(text)?.[1] ?? '';
  const delimiter = [',', ';', '\t'].find((mark) => header.includes(mark)) ?? ',';
  return { body: text, delimiter, skipped: 0 };
}

function readHeader(cells: readonly string[]): TripField[] {
  const named = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
  const columns = named.map((cell) => {
    const name = cell.toLowerCase();
    if (isField(name)) return name;
    const shown = cell === '' ? 'without a name' : JSON.stringify(cell.slice(0, 80));
    throw wrong(
      `The trip file has an unknown column ${shown} in its header. Known are ${fields.join(', ')}.`,
    );
  });
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(`The trip file has the column ${twice} more than once. Remove one.`);
  for (const name of ['origin', 'destination'] as const) {
    if (!columns.includes(name)) throw wrong(`The trip file lacks the column ${name} in its header. Add it.`);
  }
  return columns;
}

function checkSize(text: string): void {
  if (text.length > MAX_TEXT) throw wrong('The trip file is larger than 10 MiB. Split it.');
}

function wrong(message: string, cause?: unknown): TripKitError {
  return new TripKitError('config', message, {
    condition: 'trip_file',
    ...(cause === undefined ? {} : { cause }),
  });
}
