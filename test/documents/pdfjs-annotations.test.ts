import type { PDFDocumentProxy } from 'pdfjs-dist';
import { expect, test } from 'vitest';
import { checkAnswer, LIMITS } from '../../renderer/documents/messages/checks.ts';
import { readLinks, readOutline, resolvePlace } from '../../renderer/documents/pdfjs-annotations.ts';

const viewport = { width: 600, height: 800, convertToViewportPoint: (x: number, y: number) => [x, 800 - y] };
const rect = [60, 720, 120, 760];

/** As much of a document as places are looked up in: ten pages of 600 x 800 points. */
const document = {
  numPages: 10,
  getDestination: async (name: string) =>
    name === 'chart' ? [{ num: 7, gen: 0 }, { name: 'FitH' }, 400] : null,
  getPageIndex: async ({ num }: { num: number }) => num,
  getPage: async () => ({ getViewport: () => viewport }),
} as unknown as PDFDocumentProxy;

test('a link inside goes out as words that only this page reads, and leads back to its place', async () => {
  const links = readLinks(
    [
      { subtype: 'Link', rect, dest: [{ num: 3, gen: 0 }, { name: 'XYZ' }, 0, 600, null] },
      { subtype: 'Link', rect, dest: 'chart' },
      { subtype: 'Link', rect, action: 'LastPage' },
      { subtype: 'Link', rect, url: 'https://x.example/' },
      { subtype: 'Link', rect, dest: 'x'.repeat(LIMITS.words) },
      { subtype: 'Text', rect },
    ],
    viewport,
  );
  expect(links.map(({ target }) => target)).toEqual([
    { kind: 'inside', dest: '[{"num":3,"gen":0},{"name":"XYZ"},0,600,null]' },
    { kind: 'inside', dest: '"chart"' },
    { kind: 'inside', dest: '{"named":"LastPage"}' },
    { kind: 'outside', url: 'https://x.example/' },
  ]);
  const places = await Promise.all(
    links.map(({ target }) => (target.kind === 'inside' ? resolvePlace(document, target.dest) : null)),
  );
  expect(places).toEqual([{ page: 4, down: 0.25 }, { page: 8, down: 0.5 }, { page: 10, down: 0 }, null]);
  expect(await resolvePlace(document, '{"named":"FirstPage"}')).toEqual({ page: 1, down: 0 });
  expect(await resolvePlace(document, '"nowhere"')).toBeNull();
  expect(await resolvePlace(document, '[{"num":10,"gen":0}]')).toBeNull();
});

test('of an outline without end as much is read as the library takes', () => {
  type Raw = NonNullable<Parameters<typeof readOutline>[0]>;
  let deep: unknown[] = [];
  for (let level = 0; level < 1_000; level += 1)
    deep = [{ title: 'x'.repeat(9_999), url: null, items: deep }];
  let found = readOutline(deep as Raw);
  expect(checkAnswer({ name: 'outline' }, found)).toEqual(found);
  let levels = 0;
  for (; found.length > 0; levels += 1) {
    expect(found[0]?.title).toHaveLength(LIMITS.words);
    found = [...(found[0]?.items ?? [])];
  }
  expect(levels).toBe(LIMITS.depth + 1);
  const wide = new Array(LIMITS.outline + 5).fill({ title: 'a', items: [] }) as Raw;
  const taken = readOutline(wide);
  expect(taken).toHaveLength(LIMITS.outline);
  expect(checkAnswer({ name: 'outline' }, taken)).toEqual(taken);
  expect(readOutline(null)).toEqual([]);
});
