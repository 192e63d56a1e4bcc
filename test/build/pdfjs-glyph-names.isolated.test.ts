/** Text in fonts whose glyphs have the names of Monotype (`MT` and the character's code) is read, in windows and in threads. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfjsNodeWorker, pdfjsWorker } from '../../build/pdfjs-assets.ts';
import { classic, streamObject } from '../documents/pdf-writer.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glyph-names-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const legacy = join(import.meta.dirname, '../../node_modules/pdfjs-dist/legacy/build');

/** The text of a page whose font has these glyphs from code 2 on, read by a worker. */
async function textOf(worker: string, glyphs: readonly string[]): Promise<string> {
  const file = join(folder, `worker-${worker.length}.mjs`);
  await writeFile(file, worker);
  // PDF.js keeps its first worker: each worker has a PDF.js of its own.
  Reflect.deleteProperty(globalThis, 'pdfjsWorker');
  const own = `${pathToFileURL(join(legacy, 'pdf.mjs')).href}?${worker.length}`;
  const pdfjs: typeof import('pdfjs-dist') = await import(/* @vite-ignore */ own);
  pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(file).href;
  const codes = glyphs.map((_, index) => (index + 2).toString(16).padStart(2, '0')).join('');
  const bytes = classic({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    4: streamObject('', `BT /F 12 Tf 20 100 Td <${codes}> Tj ET`),
    5: `<</Type/Font/Subtype/Type1/BaseFont/HelveticaLT/Encoding<</Differences[2${glyphs.map((name) => `/${name}`).join('')}]>>>>`,
  });
  const loading = pdfjs.getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  try {
    const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  } finally {
    await loading.destroy();
  }
}

test.each([
  ['a window', () => pdfjsWorker()],
  ['a thread', async () => pdfjsNodeWorker(await readFile(join(legacy, 'pdf.worker.min.mjs'), 'utf8'))],
])('by the worker of %s', async (_whose, worker) => {
  const glyphs = ['MT76', 'MT70', 'MT80', 'MT71', 'space', 'MT201', 'A'];
  expect(await textOf(await worker(), glyphs)).toBe('LFPG \u00c9A');
});

test('a name of another kind is left to PDF.js', async () => {
  const [glyph] = await textOf(await pdfjsWorker(), ['MTsign', 'A']);
  expect(glyph).toBe('\u0002');
});
