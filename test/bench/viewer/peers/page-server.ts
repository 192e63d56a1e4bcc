/** Serves the pages and documents of the peers on loopback, with byte ranges. */
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.pdf': 'application/pdf',
  '.wasm': 'application/wasm',
};

export interface PageServer {
  /** Without a slash at its end. */
  origin: string;
  close(): void;
}

/** `/kits/NAME.pdf` are the documents, `/pdfjs/…` is the installed pdfjs-dist, everything else the peers' own pages. */
export async function servePeers(documents: ReadonlyMap<string, string>): Promise<PageServer> {
  const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const fileOf = (path: string): string | null => {
    if (path.startsWith('/kits/')) return documents.get(path.slice(6)) ?? null;
    if (path.includes('..')) return null;
    if (path.startsWith('/pdfjs/')) return join(pdfjs, path.slice(7));
    return path === '/pdfjs-viewer.html' || path === '/pdfjs-viewer.mjs'
      ? join(import.meta.dirname, path)
      : null;
  };
  const server = createServer((request, response) => {
    answer(request, response, fileOf).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  fileOf: (path: string) => string | null,
): Promise<void> {
  const file = fileOf(new URL(request.url ?? '/', 'http://x').pathname);
  const size = file === null ? undefined : statSync(file, { throwIfNoEntry: false })?.size;
  if (file === null || size === undefined) {
    response.writeHead(404).end();
    return;
  }
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = range ? Number(range[1]) : 0;
  const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
  response.writeHead(range ? 206 : 200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  });
  await pipeline(createReadStream(file, { start, end }), response).catch(() => {});
}
