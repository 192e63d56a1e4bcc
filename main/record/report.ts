/**
 * Writes a table as a PDF for printing (ISO 32000-1): A4 landscape, with a title, facts, and page numbers. The text is
 * Helvetica in WinAnsiEncoding, which every reader has, so nothing is embedded. Unsupported letters are written as `<U+0416>`.
 */
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { date, dictionary, number, text } from '../documents/pdf/update.ts';

export interface Report {
  title: string;
  /** Lines under the title. */
  facts: readonly (readonly [name: string, value: string])[];
  columns: readonly { title: string /** Points; together `REPORT_WIDTH`. */; width: number }[];
  rows: readonly (readonly string[])[];
  /** Text at the bottom left of each page. */
  foot: string;
  /** ms since 1970 UTC. */
  created: number;
}

/** A4 landscape with its margins, then the width left for the table, points. */
const PAGE = { width: 841.89, height: 595.28, margin: 36 };
export const REPORT_WIDTH = 769;
const SIZE = 7.5;
const LEADING = 9.5;
const GAP = 6;
const TOP = PAGE.height - PAGE.margin;
const BOTTOM = PAGE.margin + 18;

const pack = promisify(deflate);
/** Rows laid out in one piece; the app does other work between the pieces. */
const ROWS_AT_ONCE = 100;

/** Returns the file's bytes. */
export async function writeReport(report: Report): Promise<Buffer> {
  const pages = await layOut(report);
  const bodies = pages.map((page, index) => page + footOf(report.foot, index + 1, pages.length));
  const info = dictionary([
    ['Title', text(report.title)],
    ['Producer', text('Trip Kit Desktop')],
    ['CreationDate', date(report.created)],
  ]);
  const font = (name: string) =>
    dictionary([
      ['Type', '/Font'],
      ['Subtype', '/Type1'],
      ['BaseFont', `/${name}`],
      ['Encoding', '/WinAnsiEncoding'],
    ]);
  const first = 6;
  const kids = bodies.map((_, index) => `${first + 2 * index} 0 R`).join(' ');
  const packed: Buffer[] = [];
  for (const body of bodies) packed.push(await pack(latin1(body)));
  const objects: Buffer[] = [
    latin1('<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>'),
    latin1(
      `<< /Type /Pages /Kids [${kids}] /Count ${bodies.length} /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
    ),
    latin1(font('Helvetica')),
    latin1(font('Helvetica-Bold')),
    latin1(info),
    ...packed.flatMap((content, index) => {
      const head = `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`;
      return [
        latin1(`<< /Type /Page /Parent 2 0 R /Contents ${first + 2 * index + 1} 0 R >>`),
        Buffer.concat([latin1(head), content, latin1('\nendstream')]),
      ];
    }),
  ];
  return fileOf(objects);
}

function fileOf(objects: readonly Buffer[]): Buffer {
  const parts = [latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  const offsets = objects.map((object, index) => {
    const at = length;
    add(Buffer.concat([latin1(`${index + 1} 0 obj\n`), object, latin1('\nendobj\n')]));
    return at;
  });
  const start = length;
  const lines = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  add(latin1(`xref\n0 ${size}\n0000000000 65535 f \n${lines}`));
  add(latin1(`trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** The contents of each page, without its footer. */
async function layOut({ title, facts, columns, rows }: Report): Promise<string[]> {
  const pages: string[] = [];
  let y = TOP - 12;
  let page = show('F2', 14, PAGE.margin, y, title);
  y -= 18;
  for (const [name, value] of facts) {
    const [first = '', ...rest] = wrap(value, REPORT_WIDTH - 110);
    page += show('F2', SIZE, PAGE.margin, y, name) + show('F1', SIZE, PAGE.margin + 110, y, first);
    for (const line of rest) {
      y -= LEADING;
      if (y < BOTTOM + 40) {
        pages.push(page);
        page = '';
        y = TOP - SIZE;
      }
      page += show('F1', SIZE, PAGE.margin + 110, y, line);
    }
    y -= LEADING + 1;
  }
  y -= 6;
  const begin = () => {
    page += rowOf(
      'F2',
      columns.map((column) => [column.title]),
      columns,
      y,
    );
    const rule = number(y - 3);
    page += `0.6 w ${PAGE.margin} ${rule} m ${PAGE.margin + REPORT_WIDTH} ${rule} l S\n`;
    y -= LEADING + 4;
  };
  begin();
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) await setImmediate();
    const cells = columns.map(({ width }, column) => wrap(row[column] ?? '', width - GAP));
    let from = 0;
    const height = Math.max(1, ...cells.map((lines) => lines.length));
    while (from < height) {
      const room = Math.floor((y - BOTTOM) / LEADING);
      // A row is not split, unless it is longer than a page.
      if (room < 1 || (from === 0 && room < height && y < TOP - 3 * LEADING)) {
        pages.push(page);
        page = '';
        y = TOP - SIZE;
        begin();
        continue;
      }
      const now = cells.map((lines) => lines.slice(from, from + room));
      page += rowOf('F1', now, columns, y);
      const used = Math.min(room, height - from);
      from += used;
      y -= used * LEADING;
    }
    y -= 2;
  }
  return [...pages, page];
}

function rowOf(
  font: string,
  cells: readonly (readonly string[])[],
  columns: Report['columns'],
  y: number,
): string {
  let x = PAGE.margin;
  return columns
    .map(({ width }, index) => {
      const lines = cells[index] ?? [];
      const shown = lines.map((line, down) => show(font, SIZE, x, y - down * LEADING, line)).join('');
      x += width;
      return shown;
    })
    .join('');
}

function footOf(foot: string, page: number, pages: number): string {
  const y = PAGE.margin;
  const count = `Page ${page} of ${pages}`;
  const right = PAGE.margin + REPORT_WIDTH - widthOf(count);
  const [short = ''] = wrap(foot, REPORT_WIDTH - widthOf(count) - 20);
  return show('F1', SIZE, PAGE.margin, y, short) + show('F1', SIZE, right, y, count);
}

function show(font: string, size: number, x: number, y: number, words: string): string {
  if (words === '') return '';
  const string = encode(words).replace(/[\\()]/g, '\\$&');
  return `BT /${font} ${size} Tf ${number(x)} ${number(y)} Td (${string}) Tj ET\n`;
}

/** Splits text into lines no wider than `width`, points: between words, and within a word that is wider. */
function wrap(words: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const put = (piece: string, wide: number) => {
    line += piece;
    used += wide;
  };
  const end = () => {
    if (line !== '') lines.push(line);
    line = '';
    used = 0;
  };
  for (const word of printable(words).split(' ')) {
    if (word === '') continue;
    const wide = widthOf(word);
    if (line !== '' && used + widthOf(' ') + wide <= width) put(` ${word}`, widthOf(' ') + wide);
    else {
      end();
      if (wide <= width) put(word, wide);
      else {
        for (const letter of word) {
          const own = widthOf(letter);
          if (used + own > width) end();
          put(letter, own);
        }
      }
    }
  }
  end();
  return lines;
}

/** Widths of Helvetica (Adobe's font metrics), 1/1000 of the size, from the space on. */
const WIDTHS =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);

const letterWidths = new Map<string, number>();

/** Width in points. Accented letters are as wide as the base letter; unknown ones as wide as the font size. */
function widthOf(words: string): number {
  let width = 0;
  for (const letter of words) {
    let known = letterWidths.get(letter);
    if (known === undefined) {
      known = WIDTHS[(letter.normalize('NFD').codePointAt(0) ?? 0) - 0x20] ?? 1000;
      letterWidths.set(letter, known);
    }
    width += known;
  }
  return (width * SIZE) / 1000;
}

/** Characters of WinAnsiEncoding from 0x80 to 0x9f (ISO 32000-1, annex D.2). */
const SPECIAL = new Map(
  [...'€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'].flatMap((letter, index) =>
    letter === ' ' ? [] : [[letter, 0x80 + index] as const],
  ),
);

function byteOf(letter: string): number | null {
  const code = letter.codePointAt(0) ?? 0;
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa1 && code <= 0xff)) return code;
  return SPECIAL.get(letter) ?? null;
}

/** The text in letters that the font has; others as their code points. White space becomes a space. */
function printable(words: string): string {
  const text = words.replace(/\s/g, ' ').normalize('NFC');
  if (/^[ -~]*$/.test(text)) return text;
  let shown = '';
  for (const letter of text) {
    const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    shown += byteOf(letter) === null ? `<U+${code}>` : letter;
  }
  return shown;
}

/** One byte a character (latin1). */
function encode(words: string): string {
  if (/^[ -~]*$/.test(words)) return words;
  return [...printable(words)].map((letter) => String.fromCharCode(byteOf(letter) ?? 0x20)).join('');
}

function latin1(content: string): Buffer {
  return Buffer.from(content, 'latin1');
}
