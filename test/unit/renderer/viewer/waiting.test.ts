import { afterEach, expect, test, vi } from 'vitest';
import { bounded, ReadWatch } from '../../../../renderer/viewer/engine/waiting.ts';

const never = () => new Promise<never>(() => {});
const open = () => new AbortController().signal;
afterEach(() => vi.useRealTimers());

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

test('a failed read fails all who wait, until it is tried again', async () => {
  const reads = new ReadWatch();
  const failure = reads.failure();
  reads.fail(new TypeError('network'));
  await expect(failure).rejects.toMatchObject({ name: 'PdfError', kind: 'gone' });
  await expect(reads.failure()).rejects.toMatchObject({ kind: 'gone' });
  reads.reset();
  await expect(Promise.race([reads.failure(), Promise.resolve('fine')])).resolves.toBe('fine');
});
