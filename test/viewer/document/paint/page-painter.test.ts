import { beforeEach, expect, test, vi } from 'vitest';
import type { PdfDocument } from '../../../../renderer/viewer/document/engine/pdf-engine.ts';
import { PagePainter } from '../../../../renderer/viewer/document/paint/page-painter.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', {
    createElement: () => ({ dataset: {}, width: 10, height: 10, setAttribute: () => {}, remove: () => {} }),
  });
  vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close: () => {} }));
});
/** A document of ten pages that says what it is asked; page 5 is painted when the test says so. */
function aDocument() {
  const asked: string[] = [];
  const five = Promise.withResolvers<void>();
  const document: Partial<PdfDocument> = {
    pageCount: 10,
    async pageSize(page) {
      asked.push(`size ${page}`);
      return { width: 100, height: 100 };
    },
    async paint({ page }) {
      asked.push(`paint ${page}`);
      if (page === 5) await five.promise;
    },
    release: () => {},
  };
  return { document: document as PdfDocument, asked, five };
}

test('pages ahead ask for nothing while the page in sight is being painted; then the nearest are painted first', async () => {
  const { document, asked, five } = aDocument();
  const painter = new PagePainter(document);
  painter.setLookAhead(() => 1);
  painter.setVisible([4]);
  const done = painter.paint({ page: 5, scale: 1 }, 'visible', new AbortController().signal);
  painter.setVisible([5]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual(['paint 5']);
  five.resolve();
  await done;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked.filter((what) => what.startsWith('paint'))).toEqual([
    'paint 5',
    'paint 6',
    'paint 4',
    'paint 7',
  ]);
  painter.close();
});

test('a reader who goes on before the page is painted takes what is ahead along', async () => {
  const { document, asked, five } = aDocument();
  const painter = new PagePainter(document);
  painter.setLookAhead(() => 1);
  const left = new AbortController();
  const given = painter.paint({ page: 5, scale: 1 }, 'visible', left.signal);
  painter.setVisible([5]);
  await vi.advanceTimersByTimeAsync(100);
  left.abort();
  await expect(given).rejects.toThrow();
  painter.setVisible([9]);
  five.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).not.toContain('paint 6');
  expect(asked).toContain('paint 10');
  painter.close();
});

test('of large pages only those are painted ahead that have room beside each other', async () => {
  const { document, asked } = aDocument();
  const painter = new PagePainter(document);
  // 10 MB each, as wide as a window on a large screen.
  painter.setLookAhead(() => 16);
  painter.setVisible([6]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.filter((what) => what.startsWith('paint'))).toEqual(['paint 7', 'paint 5']);
  painter.close();
});
