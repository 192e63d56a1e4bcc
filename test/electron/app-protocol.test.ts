import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AppProtocolDeps,
  CONTENT_SECURITY_POLICIES,
  serveApp,
} from '../../main/electron/app-protocol.ts';
import { defaultChoices } from '../../main/settings/rules/choices.ts';

const KIT = '3f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b';
const PASS = 'p'.repeat(43);
const START = {
  appearance: {
    theme: 'night',
    contrast: 'more',
    local_hours: '12',
    airac_minutes: 541,
    cockpit: false,
    single_keys: true,
  },
  choices: { ...defaultChoices, profile: '"><script src=x>&amp;$&\'' },
  viewer: null,
} as const;
let folder: string;
let serveWithoutPrinting: (request: Request) => Promise<Response>;
let serveSetup: (request: Request) => Promise<Response>;
let serve: (request: Request) => Promise<Response>;
let asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-protocol-'));
  const renderer = join(folder, 'renderer');
  await mkdir(join(renderer, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'SECRET');
  await mkdir(join(folder, 'renderer-other'));
  await writeFile(join(folder, 'renderer-other/secret.txt'), 'SECRET');
  await writeFile(join(renderer, 'index.html'), '<!doctype html><html lang="en">');
  for (const page of ['setup', 'documents']) {
    await mkdir(join(renderer, page));
    await writeFile(join(renderer, page, 'index.html'), `<!doctype html><html lang="en">${page}`);
  }
  for (const name of ['a.js', 'a.mjs', 'a.css', 'a.wasm', 'a.bcmap', 'A.PNG']) {
    await writeFile(join(renderer, 'assets', name), name);
  }
  await mkdir(join(renderer, 'pdfjs'));
  await writeFile(join(renderer, 'pdfjs/a.mjs'), 'a.mjs');
  await symlink('/', join(folder, 'root')).catch(() => {});
  const deps: AppProtocolDeps = {
    pages: ['library', 'setup', 'documents'],
    print: true,
    renderer,
    pageStart: () => START,
    serveDocument: async (request, id) => {
      if (id.endsWith('0')) throw new Error('disk');
      asked.push(`${request.method} ${id} ${request.headers.get('range')}`);
      return new Response('%PDF', { status: 206, headers: { 'content-range': 'bytes 0-3/9' } });
    },
    kitOfPass: async (pass, origin) => {
      if (pass !== PASS) return null;
      if (origin === 'app://documents-9') return `${KIT.slice(0, -1)}0`;
      return origin === 'app://documents-7' ? KIT : null;
    },
    serveStoredThumbnail: async (request, id, page, last) => {
      if (id.endsWith('0')) throw new Error('disk');
      asked.push(`thumbnail ${request.method} ${id} ${page} ${last}`);
      return new Response('WEBP', { headers: { 'content-type': 'image/webp', etag: '"b"' } });
    },
  };
  serve = serveApp(deps);
  serveWithoutPrinting = serveApp({ ...deps, print: false });
  serveSetup = serveApp({ ...deps, pages: ['setup'] });
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
  expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICIES.library);
  expect(response.headers.get('connection-allowlist')).toBe('(response-origin "app://*/*");webrtc=block');
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
  expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICIES.library);
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

test.each(['tripkit', 'setup'])(
  '%s begins with what it has at its first paint, as one harmless attribute',
  async (page) => {
    const html = await (await get(`app://${page}/index.html`)).text();
    const [all = '', value = ''] = /^<!doctype html><html data-start="([^"<>]*)" lang="en">/.exec(html) ?? [];
    expect(html.slice(all.length)).toBe(page === 'setup' ? 'setup' : '');
    const text = value.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
    expect(JSON.parse(text)).toEqual(START);
  },
);

test('the page of a document learns nothing of its person', async () => {
  expect(await (await get('app://documents-7/index.html')).text()).toBe(
    '<!doctype html><html lang="en">documents',
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
  const length = (await (await get('app://tripkit/index.html')).text()).length;
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    String(length),
    '',
  ]);
});

test('documents are handed on with their range, under the policy; only by whole passes', async () => {
  asked = [];
  const headers = { range: 'bytes=0-3' };
  const response = await get(`app://documents-7/document/${PASS}`, { headers });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe('bytes 0-3/9');
  expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICIES.documents);
  for (const path of [`${PASS}/`, `${PASS}.pdf`, PASS.toUpperCase(), '', 'x', `x${PASS}`, KIT])
    expect((await get(`app://documents-7/document/${path}`)).status).toBe(404);
  expect(asked).toEqual([`GET ${KIT} bytes=0-3`]);
});

test('a document that fails is a 500 with the policy, not a rejection', async () => {
  const response = await get(`app://documents-9/document/${PASS}`);
  expect(response.status).toBe(500);
  expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICIES.documents);
});

test('the library has no document and nothing of PDF.js', async () => {
  asked = [];
  for (const path of [
    `documents/${KIT}`,
    `document/${KIT}`,
    'pdfjs/a.mjs',
    'x/..%2fpdfjs/a.mjs',
    'PDFJS/a.mjs',
  ])
    expect([path, (await get(`app://tripkit/${path}`)).status]).toEqual([path, 404]);
  expect((await get('app://documents-7/pdfjs/a.mjs')).status).toBe(200);
  expect(asked).toEqual([]);
});

test('thumbnails are served by kit and page, whatever the query, and nothing else by their paths', async () => {
  asked = [];
  const answer = await get(`app://tripkit/thumbnails/${KIT}/12?v=abc`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICIES.library);
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
    `posters/${KIT}`,
  ]) {
    expect([path, (await get(`app://tripkit/${path}`)).status]).toEqual([path, 404]);
  }
  expect((await get(`app://tripkit/thumbnails/${KIT}/1`, { method: 'PUT' })).status).toBe(405);
  expect(asked.length).toBe(3);
});

test.each([
  ['setup', 'app://setup/'],
  ['documents', 'app://documents-7/index.html'],
] as const)('the page of %s has its own first file and policy', async (page, url) => {
  const response = await get(url);
  expect(await response.text()).toMatch(new RegExp(`^<!doctype html><html .*lang="en">${page}$`));
  expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICIES[page]);
});

test('a session serves its own pages alone', async () => {
  const status = async (url: string) => (await serveSetup(new Request(url))).status;
  expect(await status('app://setup/')).toBe(200);
  for (const url of [
    'app://tripkit/',
    `app://tripkit/thumbnails/${KIT}/1`,
    `app://documents-7/document/${PASS}`,
  ])
    expect(await status(url), url).toBe(404);
});

test('the page of a document reads the one that its pass is for, on its own origin, and nothing of another page', async () => {
  asked = [];
  const status = async (url: string) => (await get(url)).status;
  expect(await status(`app://documents-7/document/${PASS}`)).toBe(206);
  expect(asked).toEqual([`GET ${KIT} null`]);
  for (const url of [
    `app://documents-8/document/${PASS}`,
    `app://documents-7/document/${'q'.repeat(43)}`,
    `app://tripkit/document/${PASS}`,
    `app://setup/document/${PASS}`,
    `app://documents-7/documents/${KIT}`,
    `app://documents-7/thumbnails/${KIT}/1`,
    `app://setup/documents/${KIT}`,
    `app://documents/`,
    `app://documents-0/`,
    `app://documents-07/`,
    `app://documents-7.example/`,
  ])
    expect(await status(url), url).toBe(404);
  expect(asked).toHaveLength(1);
});

test('where nothing may be printed the library’s page is sandboxed without modals, and no other page', async () => {
  const policyOf = async (host: string) =>
    (await serveWithoutPrinting(new Request(`app://${host}/`))).headers.get('content-security-policy') ?? '';
  const library = await policyOf('tripkit');
  expect(library.startsWith(`${CONTENT_SECURITY_POLICIES.library}; sandbox `)).toBe(true);
  expect(library).not.toContain('allow-modals');
  expect(library).toContain('allow-scripts allow-same-origin');
  expect(await policyOf('setup')).toBe(CONTENT_SECURITY_POLICIES.setup);
});
