/**
 * What the app is compared with: a window of the same size and settings in the same Electron, and handlers of its scheme
 * that do as little as they can. Its page is empty, or PDF.js's own viewer.
 */
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { app, BrowserWindow, Menu, net, type ProtocolResponse, protocol } from 'electron';
import { BARE_ENV, type BareOptions, BUFFER_SCHEME, FILE_SCHEME } from './bare-options.ts';

const options: BareOptions = JSON.parse(process.env[BARE_ENV] ?? '{}');
const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, corsEnabled: true };
const allowed = { 'access-control-allow-origin': '*' };
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};
const blank =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><body><p>A bare window</p></body></html>';

interface Span {
  first: number;
  last: number;
  whole: boolean;
}

function spanOf(range: string | null | undefined, size: number): Span {
  const found = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  if (!found) return { first: 0, last: size - 1, whole: true };
  return {
    first: Number(found[1]),
    last: found[2] ? Math.min(Number(found[2]), size - 1) : size - 1,
    whole: false,
  };
}

function headersOf({ first, last, whole }: Span, size: number, type: string): Record<string, string> {
  return {
    'content-type': type,
    'content-length': String(last - first + 1),
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    ...(whole ? {} : { 'content-range': `bytes ${first}-${last}/${size}` }),
  };
}

const inMemory = Buffer.alloc(options.memory_bytes, 0x20);

function fromMemory(range: string | null): Response {
  const span = spanOf(range, inMemory.length);
  const body = inMemory.subarray(span.first, span.last + 1);
  const headers = headersOf(span, inMemory.length, 'application/pdf');
  return new Response(body, { status: span.whole ? 200 : 206, headers });
}

/** A range is read at once, as one piece; a whole file is streamed. */
async function fromFile(path: string, range: string | null, streamed: boolean): Promise<Response> {
  const { size } = await stat(path);
  const span = spanOf(range, size);
  const answer = {
    status: span.whole ? 200 : 206,
    headers: headersOf(span, size, types[extname(path)] ?? 'application/pdf'),
  };
  if (span.whole || streamed) {
    const source = createReadStream(path, { start: span.first, end: span.last, highWaterMark: 256 * 1024 });
    return new Response(Readable.toWeb(source) as ReadableStream, answer);
  }
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(span.last - span.first + 1);
    await file.read(bytes, 0, bytes.length, span.first);
    return new Response(bytes, answer);
  } finally {
    await file.close();
  }
}

async function scriptOf(path: string): Promise<Response> {
  const text = await readFile(path, 'utf8');
  const before =
    extname(path) === '.mjs' && options.polyfills ? await readFile(options.polyfills, 'utf8') : '';
  return new Response(`${before}\n${text}`, { headers: { 'content-type': types[extname(path)] ?? '' } });
}

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const [, where = '', name = ''] = /^\/([^/]*)\/?(.*)$/.exec(pathname) ?? [];
  const range = request.headers.get('range');
  const kit = options.kits[name];
  if (where === 'bare.html')
    return new Response(blank, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  if (where === 'memory') return fromMemory(range);
  if (kit !== undefined) {
    if (where === 'kits') return fromFile(kit, range, false);
    if (where === 'streams') return fromFile(kit, range, true);
    if (where === 'fetched') return net.fetch(pathToFileURL(kit).href, { headers: range ? { range } : {} });
  }
  if (pathname.includes('..')) return new Response(null, { status: 404 });
  if (where === 'pdfjs') {
    const path = join(options.pdfjs, name);
    return ['.mjs', '.css'].includes(extname(path)) ? scriptOf(path) : fromFile(path, range, false);
  }
  return scriptOf(join(options.pages, pathname));
}

/** The handlers that Electron had before protocol.handle, which need no stream of the web: what they cost. */
function registerOld(): void {
  protocol.registerFileProtocol?.(FILE_SCHEME, ({ url }, reply) => {
    reply({ path: options.kits[new URL(url).pathname.slice(1)] ?? '', headers: allowed } as ProtocolResponse);
  });
  protocol.registerBufferProtocol?.(BUFFER_SCHEME, ({ headers: given }, reply) => {
    const span = spanOf(given.Range ?? given.range, inMemory.length);
    const headers = { ...headersOf(span, inMemory.length, 'application/pdf'), ...allowed };
    reply({
      statusCode: span.whole ? 200 : 206,
      headers,
      data: inMemory.subarray(span.first, span.last + 1),
    });
  });
}

app.setPath('userData', options.user_data);
app.enableSandbox();
protocol.registerSchemesAsPrivileged(
  ['app', FILE_SCHEME, BUFFER_SCHEME].map((scheme) => ({ scheme, privileges })),
);
Menu.setApplicationMenu(null);
app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  protocol.handle('app', (request) => answer(request).catch(() => new Response(null, { status: 500 })));
  registerOld();
  const window = new BrowserWindow({
    width: 1280,
    height: 840,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false },
  });
  window.once('ready-to-show', () => window.show());
  return window.loadURL(`app://bench/${options.page}`);
});
