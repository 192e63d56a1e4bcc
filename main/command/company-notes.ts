import { TripKitError } from '../common/errors.ts';
import { type CompanyNote, companyNote, MAX_NOTES } from '../shelf/shelf-index.ts';
import { readRecords } from '../trips/rules/trip-table.ts';

/** Of a file of notes. */
const LIMITS = { text: 8 * 1024 * 1024, lines: 20_000, rows: MAX_NOTES, columns: 20 };
/** How many wrong lines are told at once. */
const MAX_TOLD = 10;

/**
 * Reads the company's notes: a table with the columns `airport` (ICAO), `chart` (index number or title, empty: the whole airport) and
 * `note`, in any order.
 *
 * @throws TripKitError of kind `config`, condition `notes_file`, naming the wrong lines: then no note is taken
 */
export function readCompanyNotes(text: string): CompanyNote[] {
  const records = readRecords(text, LIMITS);
  if ('problem' in records) throw wrongFile([`Line ${records.line} can’t be read as a line of a table.`]);
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [titles, ...rows] = filled.map(({ cells, line }) => ({
    line,
    cells: cells.map((cell) => cell.trim()),
  }));
  const columns = ['airport', 'chart', 'note'].map((name) =>
    (titles?.cells ?? []).findIndex((title) => title.toLowerCase() === name),
  );
  if (columns.includes(-1)) throw wrongFile(['The first line has to be: airport,chart,note']);
  if (rows.length > LIMITS.rows) throw wrongFile([`There are more than ${LIMITS.rows} notes.`]);
  const wrong: string[] = [];
  const notes = new Map<string, CompanyNote>();
  for (const { cells, line } of rows) {
    const [airport = '', chart = '', note = ''] = columns.map((column) => cells[column] ?? '');
    const read = companyNote.safeParse({ airport: airport.toUpperCase(), chart: chart || null, text: note });
    if (read.success) notes.set(JSON.stringify(read.data), read.data);
    else wrong.push(`Line ${line}: ${whyOf(read.error.issues[0]?.path[0], airport, note)}`);
  }
  if (wrong.length > 0) throw wrongFile(wrong);
  return [...notes.values()];
}

function whyOf(field: PropertyKey | undefined, airport: string, note: string): string {
  if (field === 'airport') return `“${airport}” is no ICAO code of an airport.`;
  if (field === 'chart') return 'The name of the chart is longer than 200 characters.';
  return note === '' ? 'It has no note.' : 'The note is longer than 1,000 characters.';
}

function wrongFile(wrong: readonly string[]): TripKitError {
  const more = wrong.length > MAX_TOLD ? [`${wrong.length - MAX_TOLD} more lines are wrong.`] : [];
  const lines = [...wrong.slice(0, MAX_TOLD), ...more].join(' ');
  return new TripKitError('config', `The file of notes is not used. ${lines} Correct it and try again.`, {
    condition: 'notes_file',
  });
}
