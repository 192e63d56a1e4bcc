/** A document and the frames that read it: what the end of one, or another file, comes to. */
import { expect, test, vi } from 'vitest';
import type { DocumentCall } from '../../../../renderer/documents/messages/messages.ts';
import {
  FrameDocument,
  type OpenedFrame,
} from '../../../../renderer/viewer/document/engine/frame-document.ts';
import { PdfError } from '../../../../renderer/viewer/document/engine/pdf-engine.ts';

type Frame = OpenedFrame['frame'];

/** A frame that answers as the test says; dies by `end`. */
function aFrame(answer: (call: DocumentCall) => unknown) {
  const asked: DocumentCall[] = [];
  const told: unknown[] = [];
  const changed = Promise.withResolvers<void>();
  let isEnded = false;
  const frame = {
    get isEnded() {
      return isEnded;
    },
    changed: changed.promise,
    tell: (message: unknown) => void told.push(message),
    end: () => {
      isEnded = true;
    },
    call: async (call: DocumentCall) => {
      if (isEnded) throw new PdfError('engine');
      asked.push(call);
      return answer(call);
    },
  } as unknown as Frame;
  return { frame, asked, told, changed: changed.resolve };
}

const signal = new AbortController().signal;
const size = { width: 600, height: 800 };

test('where a frame dies, its question is asked of another one that reads the same file', async () => {
  const frames: ReturnType<typeof aFrame>[] = [];
  const files: (string | null)[] = [];
  const document = await FrameDocument.open(async (file) => {
    files.push(file);
    const made = aFrame((call) => {
      if (frames.length > 1) return size;
      // It dies over the question.
      frames[0]?.frame.end();
      throw new PdfError(call.name === 'pageSize' ? 'engine' : 'damaged');
    });
    frames.push(made);
    return { frame: made.frame, pageCount: 3, file: '"a"' };
  }, signal);
  expect(await Promise.all([document.pageSize(1), document.pageSize(2)])).toEqual([size, size]);
  expect(frames).toHaveLength(2);
  expect(files).toEqual([null, '"a"']);
});

test('views of one document have one frame, which ends with the last; after its file was replaced it is shared no more', async () => {
  const { frame, changed } = aFrame(() => size);
  const first = await FrameDocument.open(async () => ({ frame, pageCount: 3, file: null }), signal);
  const second = first.twin();
  expect(second?.pageCount).toBe(3);
  const closed: boolean[] = [];
  for (const one of [first, second]) one?.onClose(() => closed.push(first.isOver));
  await first.close();
  await first.close();
  expect(frame.isEnded).toBe(false);
  await expect(first.pageSize(1)).rejects.toMatchObject({ name: 'AbortError' });
  expect(await second?.pageSize(1)).toEqual(size);
  const third = first.twin();
  changed();
  await new Promise((resolve) => setImmediate(resolve));
  expect(second?.twin()).toBeNull();
  await second?.close();
  await third?.close();
  expect(frame.isEnded).toBe(true);
  expect(closed).toEqual([false, false]);
  expect(first.twin()).toBeNull();
});

test('a document over which every frame dies is a failure, not a circle', async () => {
  let opened = 0;
  const document = await FrameDocument.open(async () => {
    opened += 1;
    const { frame } = aFrame(() => {
      frame.end();
      throw new PdfError('engine');
    });
    return { frame, pageCount: 3, file: null };
  }, signal);
  await expect(document.pageSize(1)).rejects.toMatchObject({ kind: 'engine' });
  expect(opened).toBe(2);
});

test('another file than before is a changed one, told once', async () => {
  let opened = 0;
  const made = aFrame(() => size);
  const document = await FrameDocument.open(async () => {
    opened += 1;
    return { frame: opened === 1 ? made.frame : aFrame(() => size).frame, pageCount: opened, file: null };
  }, signal);
  const changed = vi.fn();
  document.onChanged(changed);
  made.frame.end();
  await expect(document.pageSize(1)).rejects.toMatchObject({ kind: 'changed' });
  made.changed();
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
});

test('a picture is asked for in the size of its page, and one that would take all memory is not', async () => {
  let page = size;
  const bitmap = { width: 300, height: 400 };
  const { frame, asked } = aFrame((call) => (call.name === 'paint' ? bitmap : page));
  const document = await FrameDocument.open(async () => ({ frame, pageCount: 3, file: null }), signal);
  const shown: unknown[] = [];
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ transferFromImageBitmap: (one: unknown) => void shown.push(one) }),
  } as unknown as HTMLCanvasElement;
  await document.paint({ page: 1, canvas, scale: 0.5, signal });
  expect(asked.at(-1)).toMatchObject({ name: 'paint', page: 1, width: 300, height: 400, region: null });
  expect(shown).toEqual([bitmap]);
  expect([canvas.width, canvas.height]).toEqual([300, 400]);
  const region = { x: 10, y: 20, width: 30, height: 40 };
  await document.paint({ page: 1, canvas, scale: 2, region, signal });
  expect(asked.at(-1)).toMatchObject({ width: 60, height: 80, region });
  page = { width: 1_000_000, height: 10 };
  await expect(document.paint({ page: 2, canvas, scale: 1, signal })).rejects.toMatchObject({
    kind: 'damaged',
  });
  expect(asked.filter((call) => call.name === 'paint')).toHaveLength(2);
});

test('a place beyond the last page is none', async () => {
  const { frame } = aFrame(() => ({ page: 4, down: 0 }));
  const document = await FrameDocument.open(async () => ({ frame, pageCount: 3, file: null }), signal);
  expect(await document.resolve({ kind: 'inside', dest: '"x"' })).toBeNull();
});
