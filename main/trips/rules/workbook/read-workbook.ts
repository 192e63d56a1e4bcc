/** The cells of a workbook (.xlsx, ECMA-376) as texts. Formulas are not run: their saved results are read. Pure. */
import { count } from '../../../common/text.ts';
import { readXml } from '../xml.ts';
import { openZip, UnreadableZip, type ZipReader } from './zip.ts';

export interface Sheet {
  name: string;
  /** The records by their row, from row 1; rows without cells, and those that are hidden, are empty. */
  rows: string[][];
  /** What of the sheet is left out because a person who opens the workbook doesn't see it, as a sentence; null if all is seen. */
  hidden: string | null;
}

interface SheetLimits {
  rows: number;
  columns: number;
}

/** What a cell's format shows for a number. */
interface DateFormat {
  date: boolean;
  time: boolean;
}

/** The value of a cell whose formula was saved without a result, as programs other than Excel do. */
export const NO_RESULT = '(formula without a result)';

const MAX_SHEETS = 50;
/** For all cells of a workbook, UTF-16 code units and cells. */
const MAX_TEXT = 8 * 1024 * 1024;
const MAX_CELLS = 400_000;
const MAX_MERGED = 10_000;

/** @throws UnreadableZip */
export async function readWorkbook(bytes: Uint8Array, limits: SheetLimits): Promise<Sheet[]> {
  const read = openZip(bytes);
  const workbook = await textOf(read, 'xl/workbook.xml');
  if (workbook === null) throw new UnreadableZip(await otherArchive(read));
  const { sheets, is1904 } = sheetsOf(workbook);
  const targets = targetsOf((await textOf(read, 'xl/_rels/workbook.xml.rels')) ?? '');
  const shared = sharedTexts((await textOf(read, 'xl/sharedStrings.xml')) ?? '');
  const formats = formatsOf((await textOf(read, 'xl/styles.xml')) ?? '');
  const found: Sheet[] = [];
  for (const { name, id, isHidden } of sheets) {
    if (isHidden) {
      const hidden =
        'This sheet is hidden, so it is not read. Unhide it in the workbook if its flights count.';
      found.push({ name, rows: [], hidden });
      continue;
    }
    const target = targets.get(id);
    const text = target === undefined ? null : await textOf(read, target);
    if (text === null)
      throw new UnreadableZip(`The sheet “${name}” is missing in the file. Save the workbook again.`);
    found.push({ name, ...rowsOf(text, shared, formats, is1904, limits) });
  }
  return found;
}

async function textOf(read: ZipReader, name: string): Promise<string | null> {
  const bytes = await read(name);
  return bytes && new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** How an archive that is no workbook can be read after all. */
async function otherArchive(read: ZipReader): Promise<string> {
  const kind = (await textOf(read, 'mimetype')) ?? '';
  const others: readonly (readonly [string, boolean])[] = [
    ['an OpenDocument spreadsheet (.ods)', kind.includes('opendocument.spreadsheet')],
    ['a binary Excel workbook (.xlsb)', (await read('xl/workbook.bin')) !== null],
    ['a spreadsheet of Numbers', (await read('Index/Document.iwa')) !== null],
    ['a Word document', (await read('word/document.xml')) !== null],
  ];
  const name = others.find(([, isOne]) => isOne)?.[0];
  return `This is ${name ?? 'an archive, not an Excel workbook'}. Save ${name ? 'it' : 'the flights'} as an Excel workbook (.xlsx) or as CSV.`;
}

interface SheetEntry {
  name: string;
  id: string;
  isHidden: boolean;
}

function sheetsOf(text: string): { sheets: SheetEntry[]; is1904: boolean } {
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  for (const piece of readXml(text)) {
    if (piece.kind !== 'open') continue;
    if (piece.name === 'workbookPr') is1904 = /^(?:1|true|on)$/i.test(piece.attributes.get('date1904') ?? '');
    if (piece.name !== 'sheet') continue;
    if (sheets.length >= MAX_SHEETS) throw new UnreadableZip('The workbook has too many sheets.');
    sheets.push({
      name: (piece.attributes.get('name') ?? '').slice(0, 100),
      // "r:id"; "sheetId" has another name.
      id: piece.attributes.get('id') ?? '',
      // "hidden", or "veryHidden", which only a macro can undo.
      isHidden: /hidden$/i.test(piece.attributes.get('state') ?? ''),
    });
  }
  return { sheets, is1904 };
}

/** The files of sheets by the ids of their relationships. */
function targetsOf(text: string): Map<string, string> {
  const targets = new Map<string, string>();
  for (const piece of readXml(text)) {
    if (piece.kind !== 'open' || piece.name !== 'Relationship') continue;
    const target = piece.attributes.get('Target') ?? '';
    targets.set(piece.attributes.get('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  return targets;
}

/** The shared texts, without their phonetic readings (rPh). */
function sharedTexts(text: string): string[] {
  const texts: string[] = [];
  let current = '';
  let isText = false;
  let phonetic = false;
  for (const piece of readXml(text)) {
    if (piece.kind === 'text') {
      if (isText && !phonetic) current += piece.text;
    } else if (piece.name === 't') isText = piece.kind === 'open';
    else if (piece.name === 'rPh') phonetic = piece.kind === 'open';
    else if (piece.name === 'si') {
      if (piece.kind === 'open') current = '';
      else texts.push(current);
    }
  }
  return texts;
}

/** By the number of a cell's style: whether it shows a date or a time; null: neither. */
function formatsOf(text: string): (DateFormat | null)[] {
  const codes = new Map<number, string>();
  const formats: (DateFormat | null)[] = [];
  let isCell = false;
  for (const piece of readXml(text)) {
    if (piece.kind === 'text') continue;
    if (piece.name === 'cellXfs') isCell = piece.kind === 'open';
    if (piece.kind !== 'open') continue;
    const { attributes } = piece;
    if (piece.name === 'numFmt')
      codes.set(Number(attributes.get('numFmtId')), (attributes.get('formatCode') ?? '').slice(0, 500));
    else if (isCell && piece.name === 'xf') {
      const id = Number(attributes.get('numFmtId') ?? 0);
      formats.push(formatOf(id, codes.get(id)));
    }
  }
  return formats;
}

function formatOf(id: number, code: string | undefined): DateFormat | null {
  if (code === undefined) {
    // The built-in formats (ECMA-376, 18.8.30), including those of East Asia.
    if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58))
      return { date: true, time: false };
    if ((id >= 18 && id <= 21) || (id >= 32 && id <= 36) || (id >= 45 && id <= 47))
      return { date: false, time: true };
    return id === 22 ? { date: true, time: true } : null;
  }
  // Removes texts in quotes, colours and conditions in brackets (except hours beyond a day), and escaped signs.
  const plain = code
    .toLowerCase()
    .replace(/"[^"]*"|\\.|_./g, '')
    .replace(/\[(h+|m+|s+)\]/g, '$1')
    .replace(/\[[^\]]*\]/g, '');
  const [shown = ''] = plain.split(';');
  const date = /[dy]/.test(shown);
  const time = /[hs]/.test(shown);
  return date || time ? { date, time } : null;
}

/** A row as it stands in its sheet. */
interface SheetRow {
  cells: string[];
  isHidden: boolean;
}

function rowsOf(
  text: string,
  shared: readonly string[],
  formats: readonly (DateFormat | null)[],
  is1904: boolean,
  limits: SheetLimits,
): Omit<Sheet, 'name'> {
  const rows: SheetRow[] = [];
  const hiddenColumns: [from: number, to: number][] = [];
  const merged: string[] = [];
  let row = 0;
  let isHidden = false;
  let column = -1;
  let type = '';
  let style = 0;
  let value = '';
  let takes = false;
  let phonetic = false;
  let isFormula = false;
  let cells = 0;
  let length = 0;
  for (const piece of readXml(text)) {
    if (piece.kind === 'text') {
      if (takes && !phonetic) value += piece.text;
      continue;
    }
    const isOpen = piece.kind === 'open';
    if (piece.name === 'rPh') phonetic = isOpen;
    else if (piece.name === 'f') isFormula = true;
    else if (piece.name === 'v' || piece.name === 't') takes = isOpen;
    else if (piece.name === 'row' && isOpen) {
      const given = Number(piece.attributes.get('r') ?? row + 1);
      row = Number.isSafeInteger(given) && given > row ? given : row + 1;
      isHidden = isUnseen(piece.attributes, 'ht');
      column = -1;
    } else if (piece.name === 'col' && isOpen && isUnseen(piece.attributes, 'width'))
      hiddenColumns.push([Number(piece.attributes.get('min')) - 1, Number(piece.attributes.get('max')) - 1]);
    else if (piece.name === 'mergeCell' && isOpen) merged.push(piece.attributes.get('ref') ?? '');
    else if (piece.name === 'c' && isOpen) {
      column = columnOf(piece.attributes.get('r') ?? '') ?? column + 1;
      type = piece.attributes.get('t') ?? 'n';
      style = Number(piece.attributes.get('s') ?? 0);
      value = '';
      isFormula = false;
    } else if (piece.name === 'c') {
      // A formula with an empty text as its result has type "str".
      if (isFormula && value === '' && type === 'n') {
        type = 'str';
        value = NO_RESULT;
      }
      const shown = cellText(type, value, formats[style] ?? null, shared, is1904).trim();
      if (shown === '' || row === 0) continue;
      cells += 1;
      length += shown.length;
      if (row > limits.rows || column >= limits.columns || cells > MAX_CELLS || length > MAX_TEXT)
        throw new UnreadableZip('A sheet is too large. Save only the flights.');
      while (rows.length < row) rows.push({ cells: [], isHidden: false });
      const current = rows[row - 1];
      if (!current) continue;
      current.isHidden = isHidden;
      while (current.cells.length < column) current.cells.push('');
      current.cells[column] = shown;
    }
  }
  fillMerged(rows, merged.slice(0, MAX_MERGED));
  return withoutHidden(rows, hiddenColumns.slice(0, limits.columns));
}

/** Whether a row or column is not seen: hidden by a person, a filter or a group, or of no size. */
function isUnseen(attributes: ReadonlyMap<string, string>, size: 'ht' | 'width'): boolean {
  return /^(?:1|true)$/i.test(attributes.get('hidden') ?? '') || Number(attributes.get(size) ?? 1) === 0;
}

/** Repeats the value of a merged cell, which stands in its first row, in its other rows. */
function fillMerged(rows: readonly SheetRow[], merged: readonly string[]): void {
  for (const reference of merged) {
    const [, letters = '', first = '', last = ''] =
      /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(reference) ?? [];
    const column = columnOf(letters);
    if (column === null) continue;
    const value = rows[Number(first) - 1]?.cells[column] ?? '';
    if (value === '') continue;
    for (const { cells } of rows.slice(Number(first), Number(last))) {
      // A row without cells of its own holds no flight.
      if (cells.length === 0) continue;
      while (cells.length <= column) cells.push('');
      cells[column] ||= value;
    }
  }
}

/** What a person sees of the rows, and what is left out, in a sentence. */
function withoutHidden(
  rows: readonly SheetRow[],
  columns: readonly (readonly [from: number, to: number])[],
): Omit<Sheet, 'name'> {
  const isSeen = (column: number) => !columns.some(([from, to]) => column >= from && column <= to);
  const hiddenRows = rows.filter(({ isHidden }) => isHidden).length;
  const seen = rows.map(({ cells, isHidden }) =>
    isHidden ? [] : cells.map((cell, column) => (isSeen(column) ? cell : '')),
  );
  const used = new Set(rows.flatMap(({ cells }) => [...cells.keys()].filter((at) => cells[at] !== '')));
  const hiddenColumns = [...used].filter((column) => !isSeen(column)).length;
  const parts = [
    ...(hiddenRows > 0 ? [count(hiddenRows, 'hidden or filtered row')] : []),
    ...(hiddenColumns > 0 ? [count(hiddenColumns, 'hidden column')] : []),
  ];
  const hidden = `Not read: ${parts.join(' and ')}. Unhide them in the workbook if they count.`;
  return { rows: seen, hidden: parts.length === 0 ? null : hidden };
}

/** `AB12`: 27. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(
  type: string,
  value: string,
  format: DateFormat | null,
  shared: readonly string[],
  is1904: boolean,
): string {
  if (type === 's') return shared[Number(value)] ?? '';
  // A date as text (ISO 8601), which some programs write: without fractions of a second.
  if (type === 'd')
    return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d)?(?:\.\d+)?Z?$/, '$1').replace(/T00:00$/, '');
  if (type !== 'n' || value.trim() === '') return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return format ? dateText(number, format, is1904) : String(number);
}

const MINUTES = 24 * 60;

/** A serial date: days since 1900 with a 29 February that did not exist, or since 1904. */
function dateText(serial: number, { date, time }: DateFormat, is1904: boolean): string {
  const minutes = Math.round(serial * MINUTES);
  const days = Math.floor(minutes / MINUTES);
  const ofDay = minutes - days * MINUTES;
  const clock = `${pad(Math.floor(ofDay / 60))}:${pad(ofDay % 60)}`;
  if (!date) return clock;
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const at = new Date(epoch + days * 86_400_000);
  if (!(days >= 0 && at.getTime() < 253_402_300_800_000)) return String(serial);
  const day = at.toISOString().slice(0, 10);
  return time ? `${day}T${clock}` : day;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
