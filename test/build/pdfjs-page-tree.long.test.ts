import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type { PDFPageProxy } from 'pdfjs-dist';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfjsWorker } from '../../build/pdfjs-assets.ts';

/** A node of a page tree: a page, or the kids of an inner node. */
type Tree = 'page' | readonly Tree[];

let folder = '';
let pdfjs: typeof import('pdfjs-dist');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-tree-'));
  const worker = join(folder, 'worker.mjs');
  await writeFile(worker, await pdfjsWorker());
  // The worker that ships is for Chromium; what Node 24 lacks of it, PDF.js's build for older hosts brings for both.
  pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(worker).href;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pagesIn = (tree: Tree): number =>
  tree === 'page' ? 1 : tree.reduce((sum, kid) => sum + pagesIn(kid), 0);

/**
 * A document whose page n (from 1) is 100 + n points wide. `apart`: counts are objects of their own. `between`: bytes that
 * stand before each page, as its contents do.
 */
function documentOf(tree: readonly Tree[], apart: boolean, between = 0): Uint8Array<ArrayBuffer> {
  const objects: string[] = ['<</Type/Catalog/Pages 2 0 R>>'];
  let page = 0;
  const add = (node: Tree, parent: number | null): number => {
    objects.push('');
    const number = objects.length;
    const up = parent === null ? '' : `/Parent ${parent} 0 R`;
    if (node === 'page') {
      page += 1;
      objects[number - 1] = `<</Type/Page${up}/MediaBox[0 0 ${100 + page} 100]>>`;
      return number;
    }
    const kids = node.map((kid) => `${add(kid, number)} 0 R`).join(' ');
    let count = String(pagesIn(node));
    if (apart) count = `${objects.push(count)} 0 R`;
    objects[number - 1] = `<</Type/Pages${up}/Count ${count}/Kids[${kids}]>>`;
    return number;
  };
  add(tree, null);
  let text = '%PDF-1.7\n';
  const rows = objects.map((object, index) => {
    if (object.startsWith('<</Type/Page/')) text += `9999 0 obj\n(${'x'.repeat(between)})\nendobj\n`;
    const row = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  text += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`;
  return new TextEncoder().encode(text);
}

const trees = fc.letrec<{ tree: Tree; kids: Tree[] }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, { weight: 2, arbitrary: fc.constant('page' as const) }, tie('kids')),
  kids: fc.array(tie('tree'), { minLength: 1, maxLength: 5 }),
})).kids;

test('every page of every page tree is the right one, whichever is asked for first (property)', async () => {
  await fc.assert(
    fc.asyncProperty(trees, fc.boolean(), fc.infiniteStream(fc.nat()), async (tree, apart, random) => {
      const count = pagesIn(tree);
      const order = Array.from({ length: count }, (_, index) => index + 1)
        .map((page) => ({ page, by: random.next().value ?? 0 }))
        .sort((a, b) => a.by - b.by);
      const data = documentOf(tree, apart);
      const refs = new Map<number, NonNullable<PDFPageProxy['ref']>>();
      await using pages = await opened({ data: data.slice() });
      expect(pages.document.numPages).toBe(count);
      for (const { page } of order) {
        const found = await pages.document.getPage(page);
        expect(found.view[2]).toBe(100 + page);
        if (found.ref) refs.set(page, found.ref);
      }
      expect(refs.size).toBe(count);
      // In a document that has not met its pages.
      await using indices = await opened({ data });
      for (const [page, ref] of refs) expect(await indices.document.getPageIndex(ref)).toBe(page - 1);
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['of one node', Array.from({ length: 100 }, () => 'page' as const)],
  ['that is balanced', Array.from({ length: 4 }, () => Array.from({ length: 25 }, () => 'page' as const))],
])('a page in a tree %s is found without reading those before it', async (_what, tree) => {
  const data = documentOf(tree, false, 100_000);
  class Counted extends pdfjs.PDFDataRangeTransport {
    asked = 0;
    override requestDataRange(begin: number, end: number) {
      this.asked += 1;
      queueMicrotask(() => this.onDataRange(begin, data.slice(begin, end)));
    }
  }
  const range = new Counted(data.length, data.slice(0, 32_768));
  const options = { range, rangeChunkSize: 32_768, disableStream: true, disableAutoFetch: true };
  await using found = await opened(options);
  const before = range.asked;
  const page = await found.document.getPage(40);
  expect(page.view[2]).toBe(140);
  expect(range.asked - before).toBeLessThanOrEqual(2);
});

/** Opens a document that is closed at the end of its scope. */
async function opened(options: Parameters<typeof pdfjs.getDocument>[0] & object) {
  const task = pdfjs.getDocument({ verbosity: 0, ...options });
  return { document: await task.promise, [Symbol.asyncDispose]: () => task.destroy() };
}
