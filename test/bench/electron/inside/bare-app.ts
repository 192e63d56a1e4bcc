/**
 * What the app is compared with: a window of the same size and settings in the same Electron, and a handler of its scheme
 * that does as little as it can. Its page is empty, or PDF.js's own viewer.
 */
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { app, BrowserWindow, Menu, protocol } from 'electron';
import { BARE_ENV, type BareOptions } from './bare-options.ts';

const options: BareOptions = JSON.parse(process.env[BARE_ENV] ?? '{}');
const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, corsEnabled: true };
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

/** A range is read at once, as one piece; a whole file is streamed. */
async function fromFile(path: string, range: string | null): Promise<Response> {
  const { size } = await stat(path);
  const span = spanOf(range, size);
  const answer = {
    status: span.whole ? 200 : 206,
    headers: headersOf(span, size, types[extname(path)] ?? 'application/pdf'),
  };
  if (span.whole) {
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
  if (where === 'kits' && kit !== undefined) return fromFile(kit, range);
  if (pathname.includes('..')) return new Response(null, { status: 404 });
  if (where === 'pdfjs') {
    const path = join(options.pdfjs, name);
    return ['.mjs', '.css'].includes(extname(path)) ? scriptOf(path) : fromFile(path, range);
  }
  return scriptOf(join(options.pages, pathname));
}

app.setPath('userData', options.user_data);
app.enableSandbox();
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }]);
Menu.setApplicationMenu(null);
app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  protocol.handle('app', (request) => answer(request).catch(() => new Response(null, { status: 500 })));
  const window = new BrowserWindow({
    width: 1280,
    height: 840,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false },
  });
  window.once('ready-to-show', () => window.show());
  return window.loadURL(`app://bench/${options.page}`);
});
