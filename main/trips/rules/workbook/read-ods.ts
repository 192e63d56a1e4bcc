/** The cells of an OpenDocument spreadsheet (.ods, OASIS OpenDocument 1.3, part 3, 9) as texts: the saved results of formulas. Pure. */
import { readXml } from '../xml.ts';
import {
  createSheet,
  hiddenSheet,
  MAX_SHEETS,
  momentText,
  NO_RESULT,
  type Sheet,
  type SheetLimits,
} from './sheet.ts';
import { DAMAGED, textOf, UnreadableZip, type ZipReader } from './zip.ts';

type Attributes = ReadonlyMap<string, string>;

/** @throws UnreadableZip */
export async function readOds(read: ZipReader, limits: SheetLimits): Promise<Sheet[]> {
  if (/encryption-data|encrypted-package/.test((await textOf(read, 'META-INF/manifest.xml')) ?? ''))
    throw new UnreadableZip('The workbook is encrypted. Save it without a password.');
  const content = await textOf(read, 'content.xml');
  if (content === null) throw new UnreadableZip(DAMAGED);
  const unseen = unseenOf(content);
  const sheets: Sheet[] = [];
  let reader: ReturnType<typeof readerOf> | null = null;
  /** How many elements are open, and at how many of them the skipped one began; 0: none is skipped. */
  let level = 0;
  let skipped = 0;
  for (const piece of readXml(content)) {
    if (piece.kind === 'text') {
      if (skipped === 0) reader?.text(piece.text);
    } else if (piece.kind === 'close') {
      if (skipped === level) skipped = 0;
      else if (skipped === 0 && reader?.close(piece.name, level)) {
        sheets.push(reader.finish());
        reader = null;
      }
      level -= 1;
    } else {
      level += 1;
      if (skipped > 0) continue;
      const { name, attributes } = piece;
      if (reader && !reader.open(name, attributes, level)) skipped = level;
      if (reader || name !== 'table') continue;
      if (sheets.length >= MAX_SHEETS) throw new UnreadableZip('The workbook has too many sheets.');
      const sheet = (attributes.get('name') ?? '').slice(0, 100);
      if (!unseen.has(`table ${attributes.get('style-name')}`)) reader = readerOf(sheet, unseen, limits);
      // The saved cells of other files are hidden sheets that are called like them.
      else if (!/^'\w+:\/\//.test(sheet)) sheets.push(hiddenSheet(sheet));
    }
  }
  if (reader !== null) throw new UnreadableZip(DAMAGED);
  return sheets;
}

/** The styles of sheets, rows and columns that are not seen, and of cells that are struck through: `table-row ro2`. */
function unseenOf(content: string): Set<string> {
  const unseen = new Set<string>();
  let style = '';
  for (const piece of readXml(content)) {
    if (piece.kind !== 'open') continue;
    const { name, attributes } = piece;
    if (name === 'body') break;
    if (name === 'style') style = `${attributes.get('family')} ${attributes.get('name')}`;
    const size = attributes.get('row-height') ?? attributes.get('column-width');
    const isHidden = name === 'table-properties' && attributes.get('display') === 'false';
    const isStruck = (attributes.get('text-line-through-style') ?? 'none') !== 'none';
    if (isHidden || isStruck || Number.parseFloat(size ?? '1') === 0) unseen.add(style);
  }
  return unseen;
}

/** Reads one sheet by its elements. `open` returns false if one holds nothing of the sheet, `close` true at the end of the sheet. */
function readerOf(sheetName: string, unseen: ReadonlySet<string>, limits: SheetLimits) {
  const sheet = createSheet(limits);
  let row = 0;
  let column = 0;
  let columns = 0;
  let rowAttributes: Attributes = new Map();
  const cells = new Map<number, { text: string; isStruck: boolean }>();
  let cell: { attributes: Attributes; level: number } | null = null;
  let value = '';
  /** The level of a group of rows or columns that is closed; 0: none is. */
  let closed = 0;
  const isUnseen = (family: string, attributes: Attributes) =>
    closed > 0 ||
    /^(?:collapse|filter)$/.test(attributes.get('visibility') ?? '') ||
    unseen.has(`${family} ${attributes.get('style-name')}`);
  const endCell = (attributes: Attributes) => {
    const text = cellText(attributes, value.trim());
    const isStruck = unseen.has(`table-cell ${attributes.get('style-name')}`);
    const end = column + repeated(attributes, 'number-columns-repeated');
    // One cell beyond the limit is enough to refuse the sheet.
    for (let at = column; text !== '' && at < Math.min(end, limits.columns + 1); at += 1)
      cells.set(at, { text, isStruck });
    sheet.merge({ column, first: row, last: row + repeated(attributes, 'number-rows-spanned') - 1 });
    column = end;
  };
  const endRow = () => {
    const end = row + repeated(rowAttributes, 'number-rows-repeated');
    for (const isHidden = isUnseen('table-row', rowAttributes); row < end && cells.size > 0; row += 1)
      for (const [at, { text, isStruck }] of cells) sheet.put(row, at, text, isHidden, isStruck);
    row = end;
    cells.clear();
  };
  return {
    open: (name: string, attributes: Attributes, level: number): boolean => {
      if (cell !== null) {
        // Comments and drawings in a cell have paragraphs, too.
        if (level === cell.level + 1 ? name !== 'p' : /^(?:annotation|note|ruby-text)$/.test(name))
          return false;
        if (name === 'p' || name === 'line-break') value += '\n';
        if (name === 's' || name === 'tab') value += ' ';
        return true;
      }
      const count = repeated(attributes, 'number-columns-repeated');
      if (name === 'table-row-group' || name === 'table-column-group') {
        if (closed === 0 && attributes.get('display') === 'false') closed = level;
      } else if (name === 'table-column') {
        if (isUnseen(name, attributes)) sheet.hide(columns, columns + count - 1);
        columns += count;
      } else if (name === 'table-row') {
        rowAttributes = attributes;
        column = 0;
      } else if (name === 'table-cell') {
        cell = { attributes, level };
        value = '';
      } else {
        // What merged cells cover is not seen.
        if (name === 'covered-table-cell') column += count;
        return /^table-(?:header-)?(?:rows|columns)$/.test(name);
      }
      return true;
    },
    text: (text: string): void => {
      if (cell !== null) value += text.replace(/\s+/g, ' ');
    },
    close: (name: string, level: number): boolean => {
      if (cell !== null && level > cell.level) return false;
      if (cell !== null) endCell(cell.attributes);
      else if (name === 'table-row') endRow();
      else if (level === closed) closed = 0;
      cell = null;
      return name === 'table';
    },
    finish: (): Sheet => sheet.finish(sheetName),
  };
}

function repeated(attributes: Attributes, name: string): number {
  const times = Number(attributes.get(name) ?? 1);
  return Number.isSafeInteger(times) && times > 0 ? times : 1;
}

/** @param shown what the cell shows, with day and month in any order; it decides whether a moment is a day or has a time */
function cellText(attributes: Attributes, shown: string): string {
  const type = attributes.get('value-type') ?? '';
  if (type === 'error' || (type === '' && shown === '' && attributes.has('formula'))) return NO_RESULT;
  if (type === 'date') {
    const [day = '', clock = '00:00:00'] = (attributes.get('date-value') ?? '').replace(/Z$/, '').split('T');
    const text = momentText(Date.parse(`${day}T${clock}Z`) / 86_400_000, { date: true, time: true });
    if (text === null) return shown;
    const [hour, minute] = text.slice(11).split(':');
    const time = `(?<!\\d)0?(?:${Number(hour)}|${Number(hour) % 12 || 12})[:.h]?${minute}`;
    return shown === '' || new RegExp(time).test(shown) ? text : text.slice(0, 10);
  }
  if (type === 'time') {
    const time = /^PT(\d+)H(\d+)M([\d.]+)S$/.exec(attributes.get('time-value') ?? '')?.slice(1) ?? [];
    const hours = time.reduceRight((sum, part) => sum / 60 + Number(part), 0);
    // Hours beyond a day may be those of a moment that shows its time alone.
    const isClock = time.length > 0 && !(Number.parseInt(shown, 10) >= 24);
    return isClock ? (momentText(hours / 24, { date: false, time: true }) ?? shown) : shown;
  }
  const number = attributes.get('value');
  return number !== undefined && Number.isFinite(Number(number)) ? String(Number(number)) : shown;
}
