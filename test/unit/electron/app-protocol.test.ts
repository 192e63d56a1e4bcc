import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_SECURITY_POLICY, serveApp } from '../../../main/electron/app-protocol.ts';

const KIT = '3f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b';
let folder: string;
let serve: (request: Request) => Promise<Response>;
let asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-protocol-'));
  const renderer = join(folder, 'renderer');
  await mkdir(join(renderer, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'SECRET');
  await mkdir(join(folder, 'renderer-other'));
  await writeFile(join(folder, 'renderer-other/secret.txt'), 'SECRET');
  await writeFile(join(renderer, 'index.html'), '<!doctype html>');
  for (const name of ['a.js', 'a.mjs', 'a.css', 'a.wasm', 'a.bcmap', 'A.PNG']) {
    await writeFile(join(renderer, 'assets', name), name);
  }
  await symlink('/', join(folder, 'root')).catch(() => {});
  serve = serveApp({
    renderer,
    serveDocument: async (request, id) => {
      if (id.endsWith('0')) throw new Error('disk');
      asked.push(`${request.method} ${id} ${request.headers.get('range')}`);
      return new Response('%PDF', { status: 206, headers: { 'content-range': 'bytes 0-3/9' } });
    },
    servePoster: async (request, id) => {
      if (id.endsWith('0')) throw new Error('disk');
      asked.push(`poster ${request.method} ${id}`);
      return new Response('JPEG', { headers: { 'content-type': 'image/jpeg', etag: '"a"' } });
    },
    serveStoredThumbnail: async (request, id, page, last) => {
      if (id.endsWith('0')) throw new Error('disk');
      asked.push(`thumbnail ${request.method} ${id} ${page} ${last}`);
      return new Response('WEBP', { headers: { 'content-type': 'image/webp', etag: '"b"' } });
    },
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, init?: RequestInit) => serve(new Request(url, init));

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/index.html', 'text/html; charset=utf-8'],
  ['/index.html?x=1', 'text/html; charset=utf-8'],
  ['/assets/a.js', 'text/javascript; charset=utf-8'],
  ['/assets/a.mjs', 'text/javascript; charset=utf-8'],
  ['/assets/a.css', 'text/css; charset=utf-8'],
  ['/assets/a.wasm', 'application/wasm'],
  ['/assets/a.bcmap', 'application/octet-stream'],
  ['/assets/A.PNG', 'image/png'],
])('%s comes as %s, with the policy', async (path, type) => {
  const response = await get(`app://tripkit${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(type);
  expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const body = await response.text();
  expect(response.headers.get('content-length')).toBe(String(body.length));
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/..%5csecret.txt',
  '/assets%00.js',
  '/%',
  '/..%2frenderer-other/secret.txt',
  '//etc/passwd',
  '/assets',
  '/nothing.js',
  '/C:%2fsecret.txt',
  '/index.html::$DATA',
])('%s is not found', async (path) => {
  const response = await get(`app://tripkit${path}`);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  expect(await response.text()).toBe('');
});

test('no path whatever leads out of the folder', async () => {
  const piece = fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2f',
    '%5c',
    '/',
    '\\',
    'secret.txt',
    'renderer-other',
    'assets',
    '%00',
    'root',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const response = await get(`app://tripkit/${pieces.join('/')}`);
      expect(await response.text()).not.toContain('SECRET');
    }),
  );
});

test('other hosts and methods are refused', async () => {
  expect((await get('app://other/index.html')).status).toBe(404);
  expect((await get('app://tripkit:1/index.html')).status).toBe(404);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const response = await get('app://tripkit/index.html', { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
  const head = await get('app://tripkit/index.html', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '15', '']);
});

test('documents are handed on with their range, under the policy; only whole ids are', async () => {
  asked = [];
  const response = await get(`app://tripkit/documents/${KIT}`, { headers: { range: 'bytes=0-3' } });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe('bytes 0-3/9');
  expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  for (const path of [`${KIT}/`, `${KIT}.pdf`, KIT.toUpperCase(), '', 'x', `x${KIT}`]) {
    expect((await get(`app://tripkit/documents/${path}`)).status).toBe(404);
  }
  expect(asked).toEqual([`GET ${KIT} bytes=0-3`]);
});

test('a document that fails is a 500 with the policy, not a rejection', async () => {
  const response = await get(`app://tripkit/documents/${KIT.slice(0, -1)}0`);
  expect(response.status).toBe(500);
  expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
});

test('posters are asked for by the id of their kit, whatever stands in the query, and carry the policy', async () => {
  asked = [];
  const answer = await get(`app://tripkit/posters/${KIT}?v=abc`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(answer.headers.get('etag')).toBe('"a"');
  expect(answer.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  await get(`app://tripkit/posters/${KIT}`, { method: 'HEAD' });
  expect(asked).toEqual([`poster GET ${KIT}`, `poster HEAD ${KIT}`]);
  expect((await get(`app://tripkit/posters/${KIT.slice(0, -1)}0`)).status).toBe(500);
  for (const path of [`posters/${KIT}.jpg`, `posters/../${KIT}`, 'posters/', `poster/${KIT}`]) {
    expect((await get(`app://tripkit/${path}`)).status).toBe(404);
  }
  expect((await get(`app://tripkit/posters/${KIT}`, { method: 'PUT' })).status).toBe(405);
  expect(asked.length).toBe(2);
});

test('thumbnails are served by kit and page, whatever the query, and nothing else by their paths', async () => {
  asked = [];
  const answer = await get(`app://tripkit/thumbnails/${KIT}/12?v=abc`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  await get(`app://tripkit/thumbnails/${KIT}/1`, { method: 'HEAD' });
  await get(`app://tripkit/thumbnails/${KIT}/65-128`);
  expect(asked).toEqual([
    `thumbnail GET ${KIT} 12 null`,
    `thumbnail HEAD ${KIT} 1 null`,
    `thumbnail GET ${KIT} 65 128`,
  ]);
  expect((await get(`app://tripkit/thumbnails/${KIT.slice(0, -1)}0/1`)).status).toBe(500);
  for (const path of [
    `thumbnails/${KIT}`,
    `thumbnails/${KIT}/`,
    `thumbnails/${KIT}/0`,
    `thumbnails/${KIT}/01`,
    `thumbnails/${KIT}/-1`,
    `thumbnails/${KIT}/1.5`,
    `thumbnails/${KIT}/123456`,
    `thumbnails/${KIT}/1/2`,
    `thumbnails/${KIT}/1-`,
    `thumbnails/${KIT}/-2`,
    `thumbnails/${KIT}/1-2-3`,
    `documents/${KIT}/1-2`,
    `thumbnails/${KIT}/1%2f..`,
    `documents/${KIT}/1`,
    `posters/${KIT}/1`,
  ]) {
    expect([path, (await get(`app://tripkit/${path}`)).status]).toEqual([path, 404]);
  }
  expect((await get(`app://tripkit/thumbnails/${KIT}/1`, { method: 'PUT' })).status).toBe(405);
  expect(asked.length).toBe(3);
});
