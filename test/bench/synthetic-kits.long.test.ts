/** The kits of the viewer's bench: the same seed gives the same bytes, and what it says of them is so. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { documentThreads } from '../../main/documents/document-reader.ts';
import { DocumentVerifier } from '../../main/documents/verify-document.ts';
import { encodeGreyJpeg } from './viewer/kits/grey-jpeg.ts';
import { type KitPlan, kitL, kitM, pageKinds, writeSyntheticKit } from './viewer/kits/synthetic-kits.ts';

const folder = mkdtempSync(join(tmpdir(), 'tripkit-synthetic-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const small: KitPlan = {
  name: 'small',
  pages: 40,
  bytes: 5_000_000,
  scan: { width: 200, height: 280, noise: 10, quality: 40 },
  seed: 5,
};

function write(name: string, plan: KitPlan): string {
  const file = join(folder, name);
  writeSyntheticKit(file, plan);
  return file;
}

const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test('the same seed gives the same bytes, another seed others', () => {
  const one = digest(write('one.pdf', small));
  expect(digest(write('two.pdf', small))).toBe(one);
  expect(digest(write('three.pdf', { ...small, seed: 6 }))).not.toBe(one);
});

test('a kit is a sound document of its pages and about its length', async () => {
  const file = write('sound.pdf', small);
  const verifier = new DocumentVerifier(documentThreads());
  expect(await verifier.verify(file)).toEqual({ pages: 40 });
  await verifier.close();
  const length = statSync(file).size;
  expect(length).toBeGreaterThanOrEqual(small.bytes);
  expect(length).toBeLessThan(small.bytes * 1.01);
});

test('M and L have pages of every kind, and begin with text', () => {
  for (const plan of [kitM, kitL]) {
    const kinds = pageKinds(plan);
    expect(kinds).toHaveLength(plan.pages);
    expect(kinds[0]).toBe('text');
    expect(new Set(kinds)).toEqual(new Set(['text', 'vector8k', 'vector30k', 'vector100k', 'scan']));
  }
});

test('a scan is a JPEG whose segments follow one another to its end', () => {
  const samples = Uint8Array.from({ length: 37 * 21 }, (_, i) => (i * 7) % 256);
  const jpeg = encodeGreyJpeg(samples, 37, 21, 60);
  const markers: number[] = [];
  let at = 2;
  for (; jpeg[at] === 0xff && jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2))
    markers.push(jpeg[at + 1] ?? 0);
  expect(markers).toEqual([0xdb, 0xc0, 0xc4, 0xc4]);
  expect(jpeg.readUInt16BE(jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5)).toBe(21);
  expect([...jpeg.subarray(-2)]).toEqual([0xff, 0xd9]);
});
