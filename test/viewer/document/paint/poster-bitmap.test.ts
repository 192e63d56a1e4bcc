import { beforeEach, expect, test, vi } from 'vitest';
import { readPosterAhead, takePoster } from '../../../../renderer/viewer/document/paint/poster-bitmap.ts';

class Bitmap {
  readonly url: string;
  closed = false;
  constructor(url: string) {
    this.url = url;
  }
  close() {
    this.closed = true;
  }
}

let asked: { url: string; answer: PromiseWithResolvers<void> }[];
let made: Bitmap[];
const settled = () => new Promise((resolve) => setImmediate(resolve));
const signal = () => new AbortController().signal;

beforeEach(() => {
  asked = [];
  made = [];
  vi.stubGlobal('fetch', async (url: string, { signal: stop }: { signal: AbortSignal }) => {
    const answer = Promise.withResolvers<void>();
    asked.push({ url, answer });
    stop.addEventListener('abort', () => answer.reject(stop.reason));
    await answer.promise;
    return { ok: true, blob: async () => url };
  });
  vi.stubGlobal('createImageBitmap', async (url: string) => {
    const bitmap = new Bitmap(url);
    made.push(bitmap);
    return bitmap;
  });
});

test('a poster that was read ahead is there at once, once', async () => {
  const letGo = readPosterAhead('/posters/a');
  asked[0]?.answer.resolve();
  await settled();
  expect(takePoster('/posters/a', signal())).toBe(made[0]);
  letGo();
  expect(made[0]?.closed).toBe(false);
  void takePoster('/posters/a', signal());
  expect(asked.map(({ url }) => url)).toEqual(['/posters/a', '/posters/a']);
});

test('one that is still being read is waited for, not read again', async () => {
  readPosterAhead('/posters/a');
  const poster = takePoster('/posters/a', signal());
  asked[0]?.answer.resolve();
  expect(await poster).toBe(made[0]);
  expect(asked).toHaveLength(1);
});

test('nobody’s poster is closed: another is read ahead, or it is let go, before or after it is there', async () => {
  readPosterAhead('/posters/a');
  asked[0]?.answer.resolve();
  await settled();
  const letGo = readPosterAhead('/posters/b');
  expect(made[0]?.closed).toBe(true);
  letGo();
  await settled();
  expect(made).toHaveLength(1);
  const late = readPosterAhead('/posters/c');
  asked[2]?.answer.resolve();
  await Promise.resolve();
  late();
  await settled();
  expect(made.every(({ closed }) => closed)).toBe(true);
  void takePoster('/posters/c', signal());
  expect(asked.map(({ url }) => url)).toEqual(['/posters/a', '/posters/b', '/posters/c', '/posters/c']);
});

test('a view that went away before its poster came gets none, and the poster is closed', async () => {
  const gone = new AbortController();
  readPosterAhead('/posters/a');
  const poster = Promise.resolve(takePoster('/posters/a', gone.signal)).catch((error: unknown) => error);
  gone.abort();
  asked[0]?.answer.resolve();
  expect(await poster).toMatchObject({ name: 'AbortError' });
  expect(made[0]?.closed).toBe(true);
});

test('a poster that can not be read ahead is asked for again', async () => {
  readPosterAhead('/posters/a');
  asked[0]?.answer.reject(new Error('gone'));
  await settled();
  const poster = takePoster('/posters/a', signal());
  asked[1]?.answer.resolve();
  expect(await poster).toBe(made[0]);
});
