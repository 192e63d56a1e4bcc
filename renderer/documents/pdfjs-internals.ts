/**
 * What the page of a document takes from inside PDF.js 6.5, beside its documented interface. All of it may change with any version.
 *
 * Upgrading PDF.js:
 * 1. `test/documents/pdfjs-internals.test.ts` finds every name below in the installed display layer. Where
 *    one is gone the viewer goes on without it, as each part says: read what replaced it in `pdfjs-dist/build/pdf.mjs`.
 * 2. `build/pdfjs-assets.ts` changes the parsing worker: the page tree's short cuts, `createImageBitmap` for JPEG, names of
 *    glyphs, ASCII. A build fails where its places are gone; `test/build/pdfjs-assets.test.ts` and `pdfjs-page-tree.long.test.ts` show
 *    the rest.
 * 3. Shapes that PDF.js does not type: annotations (`pdfjs-annotations.ts`) and drawing steps (`pdfjs-pictures.ts`).
 * 4. `paint/painting-window.long.test.ts`, `page-words-window.long.test.ts` and `night-pictures-window.long.test.ts` paint with the installed one.
 * 5. `npm run bench:electron` against the figures before, and `test/corpus` for the documents that are refused.
 */
import type { PDFPageProxy, RenderTask } from 'pdfjs-dist';
import type { PageRegion } from './messages/document.ts';

/**
 * `RenderTask._internalRenderTask._useRequestAnimationFrame`: PDF.js waits for a frame of the page before each part of a
 * picture, and the page of a document, which nobody sees, has none. Shown by: every painting of a window.
 */
export function drawWithoutFrames(task: RenderTask): void {
  const inner: unknown = Reflect.get(task, '_internalRenderTask');
  if (inner === null || typeof inner !== 'object' || !('_useRequestAnimationFrame' in inner)) return;
  inner._useRequestAnimationFrame = false;
}

/** The drawing steps of a page: which, and with what (PDFOperatorList). */
export interface DrawingSteps {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/**
 * `PDFPageProxy._intentStates`: the steps of the page as PDF.js keeps them after a painting for the screen; null where it
 * keeps none. Without it no picture is found, and all of a page is dark at night. Shown by: night-pictures-window.long.test.ts.
 */
export function keptSteps(page: PDFPageProxy): DrawingSteps | null {
  const states: unknown = Reflect.get(page, '_intentStates');
  if (!(states instanceof Map)) return null;
  for (const state of states.values()) {
    const { operatorList } = state as { operatorList?: DrawingSteps & { lastChunk?: boolean } };
    if (operatorList?.lastChunk && operatorList.fnArray.length > 0) return operatorList;
  }
  return null;
}

/** Where each stroke of a page lies, in shares of the page (BBoxReader). */
interface Strokes {
  readonly length: number;
  isEmpty(index: number): boolean;
  minX(index: number): number;
  minY(index: number): number;
  maxX(index: number): number;
  maxY(index: number): number;
}

/**
 * `PDFPageProxy.recordedBBoxes`, filled by a painting with `recordOperations`: which strokes lie in this share of the page;
 * null where nothing was recorded. Without it a part of a page costs as much as the page.
 */
export function strokesIn(
  page: PDFPageProxy,
  { x, y, width, height }: PageRegion,
): ((index: number) => boolean) | null {
  const strokes = page.recordedBBoxes as unknown as Strokes | null;
  if (!strokes) return null;
  return (index) =>
    // What was drawn after the recording has no known place, so it is drawn.
    index >= strokes.length ||
    (!strokes.isEmpty(index) &&
      strokes.minX(index) <= x + width &&
      strokes.maxX(index) >= x &&
      strokes.minY(index) <= y + height &&
      strokes.maxY(index) >= y);
}
