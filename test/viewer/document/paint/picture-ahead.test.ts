import { beforeEach, expect, test, vi } from 'vitest';
import {
  readPictureAhead,
  takeDecoded,
  takePicture,
  thumbnailUrl,
} from '../../../../renderer/viewer/document/paint/stored-thumbnails.ts';

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
    return { ok: true, arrayBuffer: async () => new TextEncoder().encode(url).buffer };
  });
  vi.stubGlobal(
    'ImageDecoder',
    class {
      readonly #image: object;
      constructor({ data }: { data: Uint8Array }) {
        this.#image = { url: new TextDecoder().decode(data), close() {} };
      }
      decode = async () => ({ image: this.#image });
      close() {}
    },
  );
  vi.stubGlobal('createImageBitmap', async ({ url }: Bitmap) => {
    const bitmap = new Bitmap(url);
    made.push(bitmap);
    return bitmap;
  });
});

test('a picture that was read ahead is there at once, once', async () => {
  const letGo = readPictureAhead('/a');
  expect(takeDecoded('/a')).toBeNull();
  asked[0]?.answer.resolve();
  await settled();
  expect(takeDecoded('/b')).toBeNull();
  expect(takeDecoded('/a')).toBe(made[0]);
  letGo();
  expect(made[0]?.closed).toBe(false);
  expect(takeDecoded('/a')).toBeNull();
  void takePicture('/a', signal());
  expect(asked.map(({ url }) => url)).toEqual(['/a', '/a']);
});

test('one that is still being read is waited for, not read again', async () => {
  const letGo = readPictureAhead('/a');
  const picture = takePicture('/a', signal());
  letGo();
  asked[0]?.answer.resolve();
  expect(await picture).toBe(made[0]);
  expect(made[0]?.closed).toBe(false);
  expect(asked).toHaveLength(1);
});

test('nobody’s picture is closed: another is read ahead, or it is let go, before or after it is there', async () => {
  readPictureAhead('/a');
  asked[0]?.answer.resolve();
  await settled();
  const letGo = readPictureAhead('/b');
  expect(made[0]?.closed).toBe(true);
  letGo();
  await settled();
  expect(made).toHaveLength(1);
  const late = readPictureAhead('/c');
  asked[2]?.answer.resolve();
  await Promise.resolve();
  late();
  await settled();
  expect(made.every(({ closed }) => closed)).toBe(true);
  void takePicture('/c', signal());
  expect(asked.map(({ url }) => url)).toEqual(['/a', '/b', '/c', '/c']);
});

test('one that can not be read ahead is asked for again', async () => {
  readPictureAhead('/a');
  asked[0]?.answer.reject(new Error('gone'));
  await settled();
  const picture = takePicture('/a', signal());
  asked[1]?.answer.resolve();
  expect(await picture).toBe(made[0]);
});

test('another document of the kit has another address', () => {
  expect(thumbnailUrl({ kitId: 'k', sha256: 'a'.repeat(64) }, 3)).toBe(`/thumbnails/k/3?v=${'a'.repeat(16)}`);
  expect(thumbnailUrl({ kitId: 'k', sha256: 'b'.repeat(64) }, '1-64')).toBe(
    `/thumbnails/k/1-64?v=${'b'.repeat(16)}`,
  );
});
