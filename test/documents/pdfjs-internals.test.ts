import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { takePictures } from '../../renderer/documents/pdfjs-internals.ts';

class Bitmap {}

function worker() {
  const posted: { message: unknown; transfer: unknown }[] = [];
  const taking = {
    postMessage: (message: unknown, transfer?: unknown) => void posted.push({ message, transfer }),
  };
  return { posted, taking, holds: takePictures(taking) };
}

test('decoded pictures go to the worker and are nobody else’s', () => {
  vi.stubGlobal('ImageBitmap', Bitmap);
  const { posted, taking, holds } = worker();
  const ofPage = { bitmap: new Bitmap(), width: 9, dataLen: 35_000_000 };
  const ofDocument = { bitmap: new Bitmap(), dataLen: 4 };
  expect(holds()).toBe(false);
  taking.postMessage({ action: 'obj', data: ['img_1', 7, 'Image', ofPage] });
  taking.postMessage({ action: 'commonobj', data: ['g_1', 'Image', ofDocument] }, []);
  expect(posted.map(({ transfer }) => transfer)).toEqual([[ofPage.bitmap], [ofDocument.bitmap]]);
  // PDF.js would copy what it believes to have for another page.
  expect([ofPage.dataLen, ofDocument.dataLen]).toEqual([0, 0]);
  expect(holds()).toBe(true);
});

test('everything else passes as it is', () => {
  vi.stubGlobal('ImageBitmap', Bitmap);
  const { posted, taking, holds } = worker();
  const buffer = new ArrayBuffer(8);
  const messages = [
    { action: 'commonobj', data: ['font', 'Font', { bytes: 1 }] },
    { action: 'obj', data: ['img', 7, 'Image', null] },
    { action: 'obj', data: ['mask', 7, 'Image', { data: new Uint8Array(4), dataLen: 4 }] },
    { action: 'InitializeGraphics', callbackId: 1, data: { width: 1 } },
    { action: 'Disconnect', data: null },
  ];
  for (const message of messages) taking.postMessage(message, [buffer]);
  expect(posted).toEqual(messages.map((message) => ({ message, transfer: [buffer] })));
  expect(holds()).toBe(false);
});

/** What pdfjs-internals.ts reads, as it stands in the display layer. */
test.each([
  ['frames of the window', /this\._internalRenderTask = internalRenderTask/],
  ['frames of the window', /this\._useRequestAnimationFrame = useRequestAnimationFrame/],
  ['steps of a page', /this\._intentStates = new Map\(\)/],
  ['steps of a page', /intentState\.operatorList\.lastChunk = /],
  ['strokes', /this\.recordedBBoxes = recordedBBoxes;/],
  ['strokes', /!operationsFilter \|\| operationsFilter\(i, operatorList\)/],
  ['pictures for the worker', /#sendObj\("obj", \[id, pageProxyId, type, data\]/],
  ['pictures for the worker', /#sendObj\("commonobj", \[id, type, data\]/],
  ['pictures for the worker', /if \(!data\.dataLen\)/],
  ['canvases', /getNoAlphaContext\(this\.#?_?canvas\)/],
  ['worker that draws', /static set rendererPorts\(/],
])('%s of the installed PDF.js are where the viewer looks for them: %s', async (_, place) => {
  const display = createRequire(import.meta.url).resolve('pdfjs-dist/build/pdf.mjs');
  expect(await readFile(display, 'utf8')).toMatch(place);
});
