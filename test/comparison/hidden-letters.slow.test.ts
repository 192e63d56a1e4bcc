/** Fonts that call their letters something else: what is drawn counts. */
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { freshFolder } from '../fresh-folder.ts';
import { root } from '../parts.ts';
import { compared } from './documents.ts';

const FONT = join(root, 'node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf');

/** Pages of text in an embedded font. @param shift by how much its letters are called other ones than they are */
async function written(shift: number, ...texts: string[]): Promise<Buffer> {
  const doc = new PDFDocument({ autoFirstPage: false, compress: false });
  for (const text of texts) doc.addPage().font(FONT).fontSize(9).text(text, 60, 60, { width: 400 });
  doc.end();
  const bytes = Buffer.concat(await doc.toArray()).toString('latin1');
  const named = bytes.replaceAll(/beginbfrange[\s\S]*?endbfrange/g, (map) =>
    map.replaceAll(/[0-9a-f]{4}(?=[ >].*])/g, (code) =>
      (Number.parseInt(code, 16) + shift).toString(16).padStart(4, '0'),
    ),
  );
  expect(named === bytes).toBe(shift === 0);
  return Buffer.from(named, 'latin1');
}

const TEXTS = ['RWY 09L CLSD', 'TWY B WIP', 'OBST CRANE LGTD'].map(
  (words) => `${words} ${'DUE TO WORK '.repeat(20)}`,
);
const changed = (text: string) => text.replace('WIP', 'OPN');

it('finds pages the same whose letters have other names, in another order too', async () => {
  const states = await compared(
    freshFolder(),
    await written(0, ...TEXTS),
    await written(0x300, ...TEXTS.toReversed()),
  );
  expect(states.map(({ old, new: newer, state }) => [old, newer, state])).toEqual([
    [3, 1, 'same'],
    [2, 2, 'same'],
    [1, 3, 'same'],
  ]);
});

it('finds the letters that are drawn otherwise, and no others', async () => {
  const states = await compared(
    freshFolder(),
    await written(0, ...TEXTS),
    await written(0x300, ...TEXTS.map(changed)),
  );
  expect(states.map(({ state }) => state)).toEqual(['same', 'changed', 'same']);
  expect(states[1]?.areas.new).toHaveLength(1);
});
