import { expect, test, vi } from 'vitest';
import { PdfError } from '../../../renderer/documents/messages/document.ts';
import { bounded } from '../../../renderer/documents/messages/messages.ts';
import { ReadWatch } from '../../../renderer/documents/pdfjs-session.ts';

const never = () => new Promise<never>(() => {});
const open = () => new AbortController().signal;

test('an answer passes, a failure passes', async () => {
  await expect(bounded(Promise.resolve(7), 1_000, open())).resolves.toBe(7);
  await expect(bounded(Promise.reject(new Error('x')), 1_000, open())).rejects.toThrow('x');
});

test('no answer ends as slow', async () => {
  vi.useFakeTimers();
  const waiting = bounded(never(), 1_000, open()).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await waiting).toMatchObject({ name: 'PdfError', kind: 'slow' });
});

test('an abort ends it at once, before or while waiting', async () => {
  await expect(bounded(never(), 1_000, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  const abort = new AbortController();
  const waiting = bounded(never(), 1_000, abort.signal);
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

test('work that fails after its wait was aborted is nobody’s unhandled error', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  try {
    const late = Promise.withResolvers<never>();
    await expect(bounded(late.promise, 1_000, AbortSignal.abort())).rejects.toThrow('aborted');
    late.reject(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});

test('time that is paused does not count', async () => {
  vi.useFakeTimers();
  let paused = true;
  const waiting = bounded(never(), 3_000, open(), () => paused).catch((error: unknown) => error);
  let ended = false;
  void waiting.then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toBe(false);
  paused = false;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await waiting).toMatchObject({ kind: 'slow' });
});

test('a failed read fails all who wait and who come, until it is tried again', async () => {
  const reads = new ReadWatch();
  const waiting = reads.during(never());
  reads.fail(new TypeError('network'));
  await expect(waiting).rejects.toMatchObject({ name: 'PdfError', kind: 'gone' });
  await expect(reads.during(never())).rejects.toMatchObject({ kind: 'gone' });
  expect(reads.failed).toMatchObject({ kind: 'gone' });
  reads.reset();
  await expect(reads.during(Promise.resolve('fine'))).resolves.toBe('fine');
  reads.fail(new PdfError('engine'));
  expect(reads.failed).toMatchObject({ kind: 'engine' });
});
