/**
 * The renderer as it ships (same Vite configuration), served on loopback under the app's own Content-Security-Policy,
 * with the fake bridge instead of a preload script, and real documents that answer Range requests.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { build, type InlineConfig } from 'vite';
import { pdfjsWorker } from '../../../../build/pdfjs-assets.ts';
import { rendererConfig } from '../../../../build/renderer.config.ts';
import { CONTENT_SECURITY_POLICY } from '../../../../main/electron/app-protocol.ts';
import { brokenKit, holedKit, sampleKit } from './sample-pdf.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const pdfjs = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
const SOUND = '7d1f2a52-93a4-4c5e-8f6d-0c3f0a1b2c3d';
const BROKEN = 'b2a7c0de-1f2e-4a3b-9c8d-7e6f5a4b3c2d';
const HOLED = 'c9f1b3a4-5d6e-4f7a-8b9c-0d1e2f3a4b5c';
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
export interface Harness {
  /** Address of the page, for example `${url}/?scenario=demo&speed=20`. */
  url: string;
  browser: Browser;
  /** How many document requests asked for a range, and how many for the whole file. */
  documentRequests: { ranged: number; whole: number };
  close(): Promise<void>;
}

async function bundle(out: string): Promise<void> {
  const shipping = rendererConfig(root);
  await build({ ...shipping, build: { ...shipping.build, outDir: join(out, 'renderer') } } as InlineConfig);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: join(out, 'fake'),
      emptyOutDir: false,
      lib: {
        entry: fileURLToPath(new URL('./preload.ts', import.meta.url)),
        formats: ['iife'],
        name: 'fakePreload',
        fileName: () => 'preload.js',
      },
    },
  });
}

/** Builds, serves, and starts Chromium. */
export async function startHarness(): Promise<Harness> {
  const out = await mkdtemp(join(tmpdir(), 'tripkit-renderer-'));
  await bundle(out);
  const sound = await sampleKit();
  const files = new Map<string, Buffer>([
    [SOUND, sound],
    [BROKEN, brokenKit()],
    [HOLED, holedKit(sound)],
  ]);
  const documents = [...files].map(([id, bytes]) => ({
    id,
    bytes: bytes.length,
    pages: id === BROKEN ? 1 : 24,
  }));
  const documentRequests = { ranged: 0, whole: 0 };

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
    try {
      const [, kit] = /^\/documents\/(.+)$/.exec(path) ?? [];
      // Kits without a document of their own have the sound one, as in the fake bridge.
      const document = kit === undefined ? undefined : (files.get(kit) ?? sound);
      if (document) {
        const range = /^bytes=(\d+)-(\d+)?$/.exec(request.headers.range ?? '');
        const begin = Number(range?.[1] ?? 0);
        const end = Math.min(Number(range?.[2] ?? document.length - 1), document.length - 1);
        if (range) documentRequests.ranged += 1;
        else documentRequests.whole += 1;
        response.writeHead(range ? 206 : 200, {
          'content-type': 'application/pdf',
          'accept-ranges': 'bytes',
          ...(range ? { 'content-range': `bytes ${begin}-${end}/${document.length}` } : {}),
          etag: createHash('sha256').update(document).digest('hex'),
        });
        response.end(document.subarray(begin, end + 1));
        return;
      }
      const name = path === '/' ? '/index.html' : normalize(path);
      let body: Buffer;
      if (name === '/fake-documents.js')
        body = Buffer.from(`window.fakeDocuments = ${JSON.stringify(documents)};`);
      else if (name === '/fake-preload.js') body = await readFile(join(out, 'fake/preload.js'));
      else if (name.startsWith('/pdfjs/')) {
        const asset = name.slice('/pdfjs/'.length);
        body =
          asset === 'pdf.worker.min.mjs'
            ? Buffer.from(await pdfjsWorker())
            : await readFile(join(pdfjs, asset.startsWith('pdf.') ? 'build' : '.', asset));
      } else body = await readFile(join(out, 'renderer', name));
      if (name === '/index.html') {
        const scripts = '<script src="/fake-documents.js"></script><script src="/fake-preload.js"></script>';
        body = Buffer.from(body.toString().replace('<title>', `${scripts}<title>`));
      }
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env.TRIPKIT_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    browser,
    documentRequests,
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(out, { recursive: true, force: true });
    },
  };
}
