/** The cells of a workbook (.xlsx, ECMA-376; .ods by read-ods.ts) as texts. Formulas are not run: their saved results are read. Pure. */
import { readXml } from '../xml.ts';
import { readOds } from './read-ods.ts';
import {
  createSheet,
  type DateFormat,
  hiddenSheet,
  MAX_SHEETS,
  momentText,
  NO_RESULT,
  type Sheet,
  type SheetLimits,
} from './sheet.ts';
import { openZip, textOf, UnreadableZip, type ZipReader } from './zip.ts';

/** @throws UnreadableZip */
export async function readWorkbook(bytes: Uint8Array, limits: SheetLimits): Promise<Sheet[]> {
  const read = openZip(bytes);
  const workbook = await textOf(read, 'xl/workbook.xml');
  if (workbook === null) {
    const kind = await textOf(read, 'mimetype');
    if (kind?.includes('opendocument.spreadsheet')) return readOds(read, limits);
    throw new UnreadableZip(await otherArchive(read));
  }
  const { sheets, is1904 } = sheetsOf(workbook);
  const targets = targetsOf((await textOf(read, 'xl/_rels/workbook.xml.rels')) ?? '');
  const shared = sharedTexts((await textOf(read, 'xl/sharedStrings.xml')) ?? '');
  const styles = stylesOf((await textOf(read, 'xl/styles.xml')) ?? '');
  const found: Sheet[] = [];
  for (const { name, id, isHidden } of sheets) {
    if (isHidden) {
      found.push(hiddenSheet(name));
      continue;
    }
    const target = targets.get(id);
    const text = target === undefined ? null : await textOf(read, target);
    if (text === null)
      throw new UnreadableZip(`The sheet “${name}” is missing in the file. Save the workbook again.`);
    found.push(sheetOf(name, text, shared, styles, is1904, limits));
  }
  return found;
}

/** How an archive that is no workbook can be read after all. */
async function otherArchive(read: ZipReader): Promise<string> {
  const others: readonly (readonly [string, boolean])[] = [
    ['a binary Excel workbook (.xlsb)', (await read('xl/workbook.bin')) !== null],
    ['a spreadsheet of Numbers', (await read('Index/Document.iwa')) !== null],
    ['a Word document', (await read('word/document.xml')) !== null],
  ];
  const name = others.find(([, isOne]) => isOne)?.[0];
  return `This is ${name ?? 'an archive, not a workbook'}. Save ${name ? 'it' : 'the flights'} as an Excel workbook (.xlsx) or as CSV.`;
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

/** How a cell looks. */
interface CellStyle {
  /** Null: neither a date nor a time. */
  format: DateFormat | null;
  isStruck: boolean;
}

/** By the number of a cell's style. */
function stylesOf(text: string): CellStyle[] {
  const codes = new Map<number, string>();
  const fonts: { isStruck: boolean }[] = [];
  const styles: CellStyle[] = [];
  let isCell = false;
  let isFont = false;
  for (const piece of readXml(text)) {
    if (piece.kind === 'text') continue;
    if (piece.name === 'cellXfs') isCell = piece.kind === 'open';
    // Conditional formats have fonts, too.
    if (piece.name === 'fonts') isFont = piece.kind === 'open';
    if (piece.kind !== 'open') continue;
    const { attributes } = piece;
    if (piece.name === 'numFmt')
      codes.set(Number(attributes.get('numFmtId')), (attributes.get('formatCode') ?? '').slice(0, 500));
    else if (isFont && piece.name === 'font') fonts.push({ isStruck: false });
    else if (isFont && piece.name === 'strike') {
      const font = fonts.at(-1);
      if (font) font.isStruck = !/^(?:0|false)$/i.test(attributes.get('val') ?? '1');
    } else if (isCell && piece.name === 'xf') {
      const id = Number(attributes.get('numFmtId') ?? 0);
      const isStruck = fonts[Number(attributes.get('fontId') ?? 0)]?.isStruck ?? false;
      styles.push({ format: formatOf(id, codes.get(id)), isStruck });
    }
  }
  return styles;
}

function formatOf(id: number, code: string | undefined): DateFormat | null {
  if (code === undefined) {
    // The built-in formats (ECMA-376, 18.8.30), including those of East Asia.
    if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58))
      return { date: true, time: false };
    if ((id >= 18 && id <= 21) || (id >= 32 && id <= 36) || (id >= 45 && id <= 47))
      return { date: false, time: true, isElapsed: id === 46 };
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
  return date || time ? { date, time, isElapsed: !date && /\[h+\]/i.test(code) } : null;
}

function sheetOf(
  name: string,
  text: string,
  shared: readonly string[],
  styles: readonly CellStyle[],
  is1904: boolean,
  limits: SheetLimits,
): Sheet {
  const sheet = createSheet(limits);
  let row = 0;
  let isHidden = false;
  let column = -1;
  let type = '';
  let style = 0;
  let value = '';
  let takes = false;
  let phonetic = false;
  let isFormula = false;
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
      sheet.hide(Number(piece.attributes.get('min')) - 1, Number(piece.attributes.get('max')) - 1);
    else if (piece.name === 'mergeCell' && isOpen) {
      const merged = mergedOf(piece.attributes.get('ref') ?? '');
      if (merged) sheet.merge(merged);
    } else if (piece.name === 'c' && isOpen) {
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
      const { format = null, isStruck = false } = styles[style] ?? {};
      if (row > 0)
        sheet.put(row - 1, column, cellText(type, value, format, shared, is1904), isHidden, isStruck);
    }
  }
  return sheet.finish(name);
}

/** Whether a row or column is not seen: hidden by a person, a filter or a group, or of no size. */
function isUnseen(attributes: ReadonlyMap<string, string>, size: 'ht' | 'width'): boolean {
  return /^(?:1|true)$/i.test(attributes.get('hidden') ?? '') || Number(attributes.get(size) ?? 1) === 0;
}

/** `A2:B4`; null if it is no reference. */
function mergedOf(reference: string): { column: number; first: number; last: number } | null {
  const [, letters = '', first, last] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(reference) ?? [];
  const column = columnOf(letters);
  return column === null ? null : { column, first: Number(first) - 1, last: Number(last) - 1 };
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

/** A serial date: days since 1900 with a 29 February that did not exist, or since 1904. */
function dateText(serial: number, format: DateFormat, is1904: boolean): string {
  if (format.date && serial < 0) return String(serial);
  // 25:30 is no time of that day.
  const minutes = Math.round(serial * 24 * 60);
  if (format.isElapsed && serial >= 1)
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  return momentText(serial + epoch / 86_400_000, format) ?? String(serial);
}
