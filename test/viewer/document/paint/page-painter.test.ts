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
    async paint({ page }) {
      asked.push(`paint ${page}`);
      if (page === 5) await five.promise;
    },
    release: () => {},
  };
  return { document: document as PdfDocument, asked, five };
}

test('a neighbour asks for nothing while the page in sight is being painted, and nothing once it is left', async () => {
  const { document, asked, five } = aDocument();
  const painter = new PagePainter(document);
  const left = new AbortController();
  const here = new AbortController().signal;
  const look = (page: number) => ({ page, scale: 1 });
  const given = painter.paint(look(6), 'neighbour', left.signal);
  const inSight = painter.paint(look(5), 'visible', here);
  const near = painter.paint(look(4), 'neighbour', here);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(['paint 6', 'paint 5']);
  left.abort();
  await expect(given).rejects.toThrow();
  five.resolve();
  await Promise.all([inSight, near]);
  expect(asked).toEqual(['paint 6', 'paint 5', 'paint 4']);
  painter.close();
});
