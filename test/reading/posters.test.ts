import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPosterResponder } from '../../main/reading/picture-responder.ts';
import { freshFolders } from '../documents/samples.ts';
import { databases, kitId, OTHER_SHA, SHA } from './stores.ts';

const folder = freshFolders();
const open = databases();
const jpeg = (...inside: number[]) => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...inside, 0xff, 0xd9]);
const picture = { width: 400, height: 566, jpeg: jpeg(1, 2, 3) };
const id = kitId(1);

test('a picture is kept for exactly its document, replaced, and removed with its kit', () => {
  const file = join(folder(), 'reading.sqlite');
  const first = open(file);
  first.posters.store(id, SHA, picture);
  first.database.close();
  const { posters } = open(file);
  expect(posters.facts(id, SHA)).toMatchObject({ width: 400, height: 566 });
  expect(posters.facts(id, OTHER_SHA)).toBeNull();
  const before = posters.facts(id, SHA)?.etag;
  posters.store(id, SHA, { ...picture, jpeg: jpeg(9) });
  expect(posters.facts(id, SHA)?.etag).not.toBe(before);
  expect(posters.all()).toEqual(new Map([[id, SHA]]));
  posters.remove(id);
  expect(posters.jpeg(id, SHA)).toBeNull();
});

test.each([
  ['a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xd9])],
  ['cut off', jpeg(1, 2).subarray(0, -1)],
  ['nothing', new Uint8Array()],
  ['too large', Buffer.concat([jpeg().subarray(0, 4), Buffer.alloc(1024 * 1024, 7), jpeg().subarray(-2)])],
])('%s is refused', (_what, bytes) => {
  const { posters } = open(join(folder(), 'reading.sqlite'));
  expect(() => posters.store(id, SHA, { ...picture, jpeg: bytes })).toThrow(/not a JPEG/);
  expect(posters.all().size).toBe(0);
});

test('served with its type and tag, not sent again to who has it, and not for another document', async () => {
  const { posters } = open(join(folder(), 'reading.sqlite'));
  let sha256: string | null = SHA;
  const serve = createPosterResponder(posters, () => sha256);
  const ask = (init: RequestInit = {}) => serve(new Request('http://x/', init), id);
  expect((await ask()).status).toBe(404);
  posters.store(id, SHA, picture);
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-cache',
    'content-length': String(picture.jpeg.length),
  });
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(picture.jpeg);
  const etag = answer.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  for (const tag of [etag, `"x", W/${etag}`, '*']) {
    const same = await ask({ headers: { 'if-none-match': tag } });
    expect(same.status).toBe(304);
    expect(await same.text()).toBe('');
  }
  expect((await ask({ headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  expect(await (await ask({ method: 'HEAD' })).text()).toBe('');
  expect((await ask({ method: 'DELETE' })).status).toBe(405);
  sha256 = OTHER_SHA;
  expect((await ask()).status).toBe(404);
  sha256 = null;
  expect((await ask()).status).toBe(404);
});
