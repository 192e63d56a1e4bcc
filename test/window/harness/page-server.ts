/**
 * The renderer as it ships (same Vite configuration), served on loopback under the app's own Content-Security-Policy,
 * with the fake bridge instead of a preload script, and real documents that answer Range requests.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';
import { pdfjsWorker } from '../../../build/pdfjs-assets.ts';
import { rendererConfig } from '../../../build/renderer.config.ts';
import { CONTENT_SECURITY_POLICIES } from '../../../main/electron/app-protocol.ts';
import { brokenKit, holedKit, sampleKit } from './sample-pdf.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const SOUND = '7d1f2a52-93a4-4c5e-8f6d-0c3f0a1b2c3d';
const BROKEN = 'b2a7c0de-1f2e-4a3b-9c8d-7e6f5a4b3c2d';
const HOLED = 'c9f1b3a4-5d6e-4f7a-8b9c-0d1e2f3a4b5c';
/** The newer document of the scenario `changes`. */
const REVISED = 'd3e4f5a6-7b8c-4d9e-8f0a-1b2c3d4e5f60';
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

export interface PageServer {
  /** Address of the page, for example `${url}/?scenario=demo&speed=20`. */
  url: string;
  close(): Promise<void>;
}

/** Versions after the one of the fake bridge, as a later changelog would have them. */
const releases = ['0.3.0', '0.2.0', '0.1.0'].map((version) => ({
  version,
  date: '2026-12-01',
  efb: version === '0.2.0' ? ['EFB: no function of the approval is touched.'] : null,
  heading: `release-${version}`,
}));
const moreReleases: Plugin = {
  name: 'test:more-releases',
  transform(code, id) {
    if (!normalize(id).endsWith(join('renderer', 'guides', 'packed.ts'))) return null;
    const sections = releases.map(({ version, efb, heading }) => ({
      heading,
      level: 2,
      words: `${version}, 2026-12-01`,
      content: [...(efb ? [['p', {}, ...efb]] : []), ['p', {}, `What came with ${version}.`]],
    }));
    return `${code}
packed.releases.push(...${JSON.stringify(releases)});
packed.guides.find(({ id }) => id === 'whats-new').sections.push(...${JSON.stringify(sections)});`;
  },
};

/** Builds with the caller's NODE_ENV: under Vitest React is its development build, whose warnings fail a test. */
async function bundle(out: string): Promise<void> {
  const shipping = rendererConfig(root);
  const plugins = [...(shipping.plugins ?? []), moreReleases];
  await build({
    ...shipping,
    plugins,
    build: { ...shipping.build, outDir: join(out, 'renderer') },
  } as InlineConfig);
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

/** Answers with a document, or with the range of it that is asked for. */
function sendDocument(document: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const range = /^bytes=(\d+)-(\d+)?$/.exec(request.headers.range ?? '');
  const begin = Number(range?.[1] ?? 0);
  const end = Math.min(Number(range?.[2] ?? document.length - 1), document.length - 1);
  response.writeHead(range ? 206 : 200, {
    'content-type': 'application/pdf',
    'accept-ranges': 'bytes',
    ...(range ? { 'content-range': `bytes ${begin}-${end}/${document.length}` } : {}),
    etag: createHash('sha256').update(document).digest('hex'),
  });
  response.end(document.subarray(begin, end + 1));
}

const firstFile = {
  library: '/index.html',
  setup: '/setup/index.html',
  documents: '/documents/index.html',
} as const;

/** The policy of a page, with the app's origins as they are here. */
function policyOf(page: keyof typeof firstFile, origin: string): string {
  return CONTENT_SECURITY_POLICIES[page]
    .replaceAll('app://tripkit', origin)
    .replaceAll(/\bapp:/g, origin.replace('tripkit', '*'));
}

/** Builds the page and serves it. */
export async function startPageServer(): Promise<PageServer> {
  const out = await mkdtemp(join(tmpdir(), 'tripkit-renderer-'));
  await bundle(out);
  const sound = await sampleKit();
  const files = new Map<string, Buffer>([
    [SOUND, sound],
    [BROKEN, brokenKit()],
    [HOLED, holedKit(sound)],
    [REVISED, await sampleKit(true)],
  ]);
  const documents = [...files].map(([id, bytes]) => ({
    id,
    bytes: bytes.length,
    pages: id === BROKEN ? 1 : 24,
    ...(id === REVISED ? { revised: true } : {}),
  }));

  const kept = new Map<string, Promise<Buffer>>();
  /** A file of the page, by its path. Rejects where there is none. */
  function file(name: string): Promise<Buffer> {
    const found = kept.get(name) ?? readAsset(name);
    kept.set(name, found);
    return found;
  }

  async function readAsset(name: string): Promise<Buffer> {
    if (name === '/fake-documents.js')
      return Buffer.from(`window.fakeDocuments = ${JSON.stringify(documents)};`);
    if (name === '/fake-preload.js') return readFile(join(out, 'fake/preload.js'));
    if (name === '/pdfjs/pdf.worker.min.mjs') return Buffer.from(await pdfjsWorker());
    if (name.startsWith('/pdfjs/')) {
      const asset = name.slice('/pdfjs/'.length);
      return readFile(join(pdfjs, asset.startsWith('pdf.') ? 'build' : '.', asset));
    }
    const body = await readFile(join(out, 'renderer', name));
    if (name !== '/index.html' && name !== '/setup/index.html') return body;
    const scripts = '<script src="/fake-documents.js"></script><script src="/fake-preload.js"></script>';
    return Buffer.from(body.toString().replace('<title>', `${scripts}<title>`));
  }

  const origin = () => `http://tripkit.localhost:${(server.address() as AddressInfo).port}`;
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    const library = path.startsWith('/setup/') ? 'setup' : 'library';
    const page = request.headers.host?.startsWith('documents-') ? 'documents' : library;
    response.setHeader('content-security-policy', policyOf(page, origin()));
    const [, kit] = /^\/document\/(?=[\w-]{43}$)([\da-z-]+)_*$/.exec(path) ?? [];
    if (kit !== undefined && page === 'documents') {
      // Kits without a document of their own have the sound one, as in the fake bridge.
      sendDocument(files.get(kit) ?? sound, request, response);
      return;
    }
    try {
      const name = path === '/' ? firstFile[page] : normalize(path);
      const body = await file(name);
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: origin(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(out, { recursive: true, force: true });
    },
  };
}
