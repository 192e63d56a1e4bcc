import { afterEach, expect, test, vi } from 'vitest';
import { takePictures } from '../../../../../renderer/viewer/engine/drawing-worker.ts';

class Bitmap {}

function worker() {
  const posted: { message: unknown; transfer: unknown }[] = [];
  const taking = {
    postMessage: (message: unknown, transfer?: unknown) => void posted.push({ message, transfer }),
  };
  return { posted, taking, holds: takePictures(taking) };
}

afterEach(() => vi.unstubAllGlobals());

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
