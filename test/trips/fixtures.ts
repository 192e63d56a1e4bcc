/** What the tests of trip files share: the app's airports, trips by chance, and a writer of workbooks. */
import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { readTripFile, readTripText } from '../../main/trips/rules/read-trip-file.ts';
import {
  type FileTrip,
  type NotTakenEvent,
  readAirportCodes,
  type TripEvent,
  type TripFileEvent,
} from '../../main/trips/rules/trip-file.ts';
import { readRecords, TABLE_LIMITS, tableOf } from '../../main/trips/rules/trip-table.ts';

const list = new URL('../../renderer/airports/airports.txt', import.meta.url);
export const airports = readAirportCodes(readFileSync(list, 'utf8'));
export const NOW = Date.UTC(2026, 10, 22, 12);

/** ICAO, IATA and the time zone of airports, as they are known. */
export const PLACES = [
  ['EHAM', 'AMS', 'Europe/Amsterdam'],
  ['EGLL', 'LHR', 'Europe/London'],
  ['KJFK', 'JFK', 'America/New_York'],
  ['KLAX', 'LAX', 'America/Los_Angeles'],
  ['RJTT', 'HND', 'Asia/Tokyo'],
  ['YSSY', 'SYD', 'Australia/Sydney'],
  ['VIDP', 'DEL', 'Asia/Kolkata'],
  ['LSZH', 'ZRH', 'Europe/Zurich'],
] as const;
export type Place = (typeof PLACES)[number];

/** A flight between two places at a minute of 2024 to 2036. */
export const flights = fc
  .record({
    pair: fc.shuffledSubarray([...PLACES], { minLength: 2, maxLength: 2 }),
    airline: fc.constantFrom('KLM', 'BAW', 'AFR', 'U2', 'KL'),
    number: fc.integer({ min: 1, max: 9999 }),
    minute: fc.integer({ min: Date.UTC(2024, 0, 2) / 60_000, max: Date.UTC(2036, 0, 1) / 60_000 }),
  })
  .map(({ pair: [from, to], airline, number, minute }) => ({
    from: from as Place,
    to: to as Place,
    flight: `${airline}${number}`,
    ms: minute * 60_000,
  }));
export type Flight = { from: Place; to: Place; flight: string; ms: number };

export function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16)}Z`;
}

export function tripOf({ from, to, flight, ms }: Flight): FileTrip {
  return { origin: from[0], destination: to[0], flight, departure: utc(ms) };
}

/** What the clocks of a zone show, `2027-03-28 02:30`. */
export function clockText(ms: number, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
    ms,
  );
}

export const read = (text: string): TripFileEvent[] =>
  readTripText(text.replaceAll('\r\n', '\n'), airports, NOW);
export const readBytes = (bytes: Uint8Array): Promise<TripFileEvent[]> => readTripFile(bytes, airports, NOW);
export const tripsOf = (events: readonly TripFileEvent[]): TripEvent[] =>
  events.filter((event) => event.event === 'trip');
export const refusedOf = (events: readonly TripFileEvent[]): NotTakenEvent[] =>
  events.filter((event) => event.event === 'not_taken');

/** The table of a text. */
export function readTable(text: string, first: 'header' | 'flight' | 'unknown' = 'unknown') {
  const records = readRecords(text, TABLE_LIMITS);
  if ('problem' in records) return records;
  const isAirport = (code: string) => /^[A-Za-z]{4}$/.test(code);
  return tableOf(
    records.map(({ cells }) => cells),
    first,
    TABLE_LIMITS,
    isAirport,
  );
}

/** A ZIP archive of these files. */
export function zipOf(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(plain), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(plain.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, tail, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end]);
}

/** A cell: a text, a number, or a number with a format (1 date, 2 time, 3 both, 4 hours beyond a day). */
export type Cell =
  | string
  | { value: number; style?: 1 | 2 | 3 | 4 }
  | { formula: string; result: string }
  | null;

/** What of a sheet is hidden or merged; rows and columns from 1. */
interface SheetLook {
  state?: 'hidden' | 'veryHidden';
  rows?: number[];
  columns?: number[];
  struck?: number[];
  merged?: string[];
}

/** A workbook of these sheets, as Excel writes it. */
export function workbookOf(
  sheets: Record<string, Cell[][]>,
  { is1904 = false, looks = {} }: { is1904?: boolean; looks?: Record<string, SheetLook> } = {},
): Buffer {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const shared: string[] = [];
  const names = Object.keys(sheets);
  const letter = (column: number) => String.fromCharCode(65 + column);
  const cellOf = (cell: Cell, row: number, column: number, look = '') => {
    const at = `r="${letter(column)}${row + 1}"${look}`;
    if (cell === null) return '';
    if (typeof cell === 'string') return `<c ${at} t="s"><v>${shared.push(cell) - 1}</v></c>`;
    if ('formula' in cell) return `<c ${at} t="str"><f>${escaped(cell.formula)}</f><v>${cell.result}</v></c>`;
    return `<c ${at} s="${cell.style ?? 0}"><v>${cell.value}</v></c>`;
  };
  const files: Record<string, string> = {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="r"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names
      .map(
        (name, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${looks[name]?.state ? ` state="${looks[name].state}"` : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><fonts><font/><font><strike/></font></fonts><numFmts count="1"><numFmt numFmtId="164" formatCode="[$-409]dd\\-mmm\\-yyyy\\ hh:mm;@"/></numFmts><cellStyleXfs><xf numFmtId="22"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="164"/><xf numFmtId="46"/><xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>',
  };
  for (const [index, name] of names.entries()) {
    const { rows: hidden = [], columns = [], merged = [], struck = [] } = looks[name] ?? {};
    const rows = (sheets[name] ?? []).map(
      (cells, row) =>
        `<row r="${row + 1}"${hidden.includes(row + 1) ? ' hidden="1"' : ''}>${cells.map((cell, at) => cellOf(cell, row, at, struck.includes(row + 1) ? ' s="5"' : '')).join('')}</row>`,
    );
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet><cols>${columns.map((at) => `<col min="${at}" max="${at}" width="9" hidden="1"/>`).join('')}</cols><sheetData>${rows.join('')}</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`;
  }
  files['xl/sharedStrings.xml'] =
    `<sst>${shared.map((text) => `<si><r><t>${escaped(text)}</t></r></si>`).join('')}</sst>`;
  return zipOf(files);
}
