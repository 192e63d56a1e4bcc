import { expect, test } from 'vitest';
import { Irregular } from '../../main/documents/pdf/values.ts';
import { composeSheets, type PrintedPage } from '../../main/print/compose.ts';
import type { PrintLayout } from '../../preload/contract.ts';
import { documentOf, hasScripts, type Size, wordsOn } from './documents.ts';

const upright: Size = [400, 600];

async function printed(pdf: Buffer, pages: readonly PrintedPage[], layout: PrintLayout, heights = [12]) {
  const words = heights.map((_, at) => ({ words: `Line ${at}`, size: [567, 764] as Size }));
  const text = { pdf: await documentOf(words), page_height: 764, heights, line_height: 10 };
  const read = async (into: Buffer, at: number) => pdf.copy(into, 0, at);
  return Buffer.concat([pdf, await composeSheets({ size: pdf.length, read }, pages, layout, text)]);
}

const plain = (page: number): PrintedPage => ({ page, marks: [], notes: [], text: { line: 0, notes: null } });

const five = () => documentOf([1, 2, 3, 4, 5].map((page) => ({ words: `Page ${page}`, size: upright })));
const pagesOf = (sheets: Awaited<ReturnType<typeof wordsOn>>) =>
  sheets.map((sheet) =>
    sheet.filter(({ words }) => words.startsWith('Page')).map(({ words }) => Number(words.slice(5))),
  );

test('the chosen pages in their order, each with its line, and no others', async () => {
  const sheets = await wordsOn(await printed(await five(), [plain(4), plain(1), plain(2)], 'one'));
  expect(sheets.map((sheet) => sheet.map(({ words }) => words))).toEqual([
    ['Page 4', 'Line 0'],
    ['Page 1', 'Line 0'],
    ['Page 2', 'Line 0'],
  ]);
});

test('two pages on a sheet, and the last alone', async () => {
  const sheets = await wordsOn(await printed(await five(), [1, 2, 3].map(plain), 'two'));
  expect(pagesOf(sheets)).toEqual([[1, 2], [3]]);
});

test('a booklet: folded in the middle, its pages are in their order', async () => {
  const sides = pagesOf(await wordsOn(await printed(await five(), [1, 2, 3, 4, 5].map(plain), 'booklet')));
  // Eight places on two papers: outside 8 and 1, behind it 2 and 7, inside 6 and 3, behind it 4 and 5; 6 to 8 stay white.
  expect(sides).toEqual([[1], [2], [3], [4, 5]]);
});

test.each([
  [undefined, upright],
  [90, [600, 400] as Size],
  [180, upright],
  [270, [600, 400] as Size],
])(
  'a page that is rotated by %s degrees is as large as the sheet allows, its line below it',
  async (rotate, size) => {
    const pdf = await documentOf([{ words: 'Page 1', size, ...(rotate === undefined ? {} : { rotate }) }]);
    const [[page, line] = []] = await wordsOn(await printed(pdf, [plain(1)], 'one'));
    // 764 less the line's 12 points, over the page's 600.
    const scale = Math.min(567 / 400, 752 / 600);
    const [a = 0, b = 0] = page?.at ?? [];
    expect(Math.hypot(a, b) / 10).toBeCloseTo(scale, 4);
    // Letters go to the right on the page as it is displayed, turned clockwise by its rotation.
    expect(Math.round((Math.atan2(-b, a) * 180) / Math.PI + 360) % 360).toBe(rotate ?? 0);
    expect(line?.at[5]).toBeLessThan(14 + 12);
  },
);

test('a wide page is turned on its sheet, with its line', async () => {
  const pdf = await documentOf([{ words: 'Page 1', size: [600, 400] }]);
  const [sheet = []] = await wordsOn(await printed(pdf, [plain(1)], 'one'));
  for (const { at } of sheet) expect(Math.sign(at[1] ?? 0)).toBe(-1);
});

test('notes stand below their page, or where they are long, on sheets of their own', async () => {
  const page: PrintedPage = {
    ...plain(1),
    notes: [{ number: 7, x: 0.5, y: 0.5 }],
    text: { line: 0, notes: 1 },
  };
  const short = await wordsOn(await printed(await five(), [page], 'one', [12, 40]));
  expect(short.map((sheet) => sheet.map(({ words }) => words))).toEqual([
    ['Page 1', '7', 'Line 1', 'Line 0'],
  ]);
  const long = await wordsOn(await printed(await five(), [page], 'one', [12, 400]));
  expect(long.map((sheet) => sheet.map(({ words }) => words))).toEqual([
    ['Page 1', '7', 'Line 0'],
    ['Line 1', 'Line 0'],
  ]);
});

test('actions and scripts of the document are left out', async () => {
  const catalog = '/Type /Catalog';
  const action =
    '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AA << /WP << /S /JavaScript /JS (a) >> >>';
  const plainPdf = (await documentOf([{ words: 'Page 1', size: upright }])).toString('latin1');
  // A newer object of the same number, and its place in the table.
  const [whole = '', number] = /(\d+) 0 obj\n<<[^>]*\/Type \/Catalog[^>]*>>/.exec(plainPdf) ?? [];
  const changed = whole.replace(catalog, `${catalog}\n${action}`);
  const start = /startxref\s+(\d+)/.exec(plainPdf)?.[1];
  const size = /\/Size (\d+)/.exec(plainPdf)?.[1];
  const at = plainPdf.length;
  const entry = String(at).padStart(10, '0');
  const body = `${changed}\nendobj\n`;
  const table = `xref\n${number} 1\n${entry} 00000 n \ntrailer\n<< /Size ${size} /Root ${number} 0 R /Prev ${start} >>\nstartxref\n${at + body.length}\n%%EOF\n`;
  const pdf = Buffer.from(plainPdf + body + table, 'latin1');
  expect(await hasScripts(pdf)).toBe(true);
  const sheets = await printed(pdf, [plain(1)], 'one');
  expect(pagesOf(await wordsOn(sheets))).toEqual([[1]]);
  expect(await hasScripts(sheets)).toBe(false);
});

test('a document that is no regular PDF is refused', async () => {
  await expect(printed(Buffer.from('%PDF-1.7\nnothing'), [plain(1)], 'one')).rejects.toThrow(Irregular);
});
