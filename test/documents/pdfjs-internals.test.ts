import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

/** What pdfjs-internals.ts reads, as it stands in the display layer. */
test.each([
  ['frames of the window', /this\._internalRenderTask = internalRenderTask/],
  ['frames of the window', /this\._useRequestAnimationFrame = useRequestAnimationFrame/],
  ['steps of a page', /this\._intentStates = new Map\(\)/],
  ['steps of a page', /intentState\.operatorList\.lastChunk = /],
  ['strokes', /this\.recordedBBoxes = recordedBBoxes;/],
  ['strokes', /!operationsFilter \|\| operationsFilter\(i, operatorList\)/],
])('%s of the installed PDF.js are where the viewer looks for them: %s', async (_, place) => {
  const display = createRequire(import.meta.url).resolve('pdfjs-dist/build/pdf.mjs');
  expect(await readFile(display, 'utf8')).toMatch(place);
});
