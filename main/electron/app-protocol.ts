/**
 * Serves the app's own origins: the renderer's files, pictures of kits to the library's page, and one document to the page
 * of that document. Nothing else of the machine.
 * Without Electron: main/start/ passes the function to `protocol.handle`.
 */
import { open, readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { PageStart } from '../../preload/contract.ts';
import { APP_ORIGIN, APP_SCHEME, type AppPage, appPageOf } from '../host/app-origin.ts';

/**
 * The part that all pages' policies share. No eval, including WebAssembly, and no string is run or parsed (W3C, Trusted
 * Types): a page's only Trusted Types policy names the scripts of its workers.
 */
const EVERY_PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
];

/**
 * The Content-Security-Policy of each page (W3C CSP Level 3). `blob:` images are pictures of PDF pages; the library's
 * frames are documents (session-guards.ts allows nothing else in them), which take `data:` fonts from a PDF. The library's
 * workers are the gates to them.
 */
export const CONTENT_SECURITY_POLICIES: Readonly<Record<AppPage, string>> = {
  library: [
    ...EVERY_PAGE,
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    'trusted-types workers',
    'frame-src app:',
    "frame-ancestors 'none'",
  ].join('; '),
  setup: [
    ...EVERY_PAGE,
    "style-src 'self'",
    "img-src 'self'",
    "trusted-types 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  documents: [
    ...EVERY_PAGE,
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    'trusted-types workers',
    `frame-ancestors ${APP_ORIGIN}`,
  ].join('; '),
};

/**
 * Added to the policy of the library's page if printing is forbidden (HTML, `sandbox`): without `allow-modals` Chromium
 * ignores `window.print()` in it and in every frame. Everything else that the page does stays allowed.
 */
const NO_PRINTING = '; sandbox allow-scripts allow-same-origin allow-forms';

/**
 * Where a document may connect to, by any protocol: only the app's own scheme, which leads to no network (WICG, Connection
 * Allowlists; Chromium 152 and newer). Only this closes WebRTC, which looks up server names even if it may not bypass the
 * proxy. Empty frames inherit it. `response-origin` is the app's origin in the spelling of the page's host.
 */
export const CONNECTION_ALLOWLIST = `(response-origin "${APP_SCHEME}://*/*");webrtc=block`;

/**
 * For Electron's `protocol.registerSchemesAsPrivileged`, before the app is ready. `codeCache`: V8's compiled code is stored for the
 * run (dropWebStorage), so that the next document's page need not compile it.
 */
export const appScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
} as const;

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};
const OCTETS = 'application/octet-stream';

const thumbnailPath =
  /^\/thumbnails\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?$/;
/** PDF.js's own files, for the pages of documents only. */
const PDFJS = 'pdfjs/';
const passPath = /^\/document\/([\w-]{43})$/;

export interface AppProtocolDeps {
  /** The pages of the session. */
  pages: readonly AppPage[];
  /** Whether the library's page may print. */
  print: boolean;
  /** Folder of the renderer's bundle, absolute. */
  renderer: string;
  /** The data for the first paint of the page at this address, the library's or set-up's: these pages store nothing themselves. */
  pageStart(url: string): PageStart;
  /** Answers a GET or HEAD for a kit's document, including Range requests; 404 if there is none. */
  serveDocument(request: Request, kit_id: string): Promise<Response>;
  /** The kit whose document this pass opens on this document origin; null if there is none. */
  kitOfPass(pass: string, origin: string): Promise<string | null>;
  /** Answers a GET or HEAD for the stored thumbnail of a page, or those from that page to the last; 404 if there is none. */
  serveStoredThumbnail(
    request: Request,
    kit_id: string,
    page: number,
    last: number | null,
  ): Promise<Response>;
}

/** The handler of the `app` scheme. Never rejects: a failure is a status. */
export function serveApp(deps: AppProtocolDeps): (request: Request) => Promise<Response> {
  const root = resolve(deps.renderer);
  return async (request) => {
    const page = appPageOf(request.url);
    if (page === null || !deps.pages.includes(page)) return secured(plain(404), 'library');
    return secured(await answer(request, page, root, deps).catch(() => plain(500)), page, deps.print);
  };
}

async function answer(
  request: Request,
  page: AppPage,
  root: string,
  deps: AppProtocolDeps,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, { allow: 'GET, HEAD' });
  const { pathname } = new URL(request.url);
  const kept =
    page === 'library'
      ? serveThumbnail(request, pathname, deps)
      : page === 'documents'
        ? await servePassed(request, pathname, deps)
        : null;
  if (kept !== null) return kept;
  const begins = page !== 'documents' && (pathname === '/' || pathname === '/index.html');
  return begins
    ? serveFirst(request, page, root, deps.pageStart(request.url))
    : serveBundle(request, page, root);
}

/**
 * The handler for the session of hidden pages that read documents (document-page.ts): the app's own files and the result of
 * `answer`, nothing of the library. Never rejects.
 */
export function serveDocumentPages(deps: {
  /** Folder of the renderer's bundle, absolute. */
  renderer: string;
  /** Answers a page's request for its document or its job; null for any other request. */
  answer(request: Request): Promise<Response> | null;
}): (request: Request) => Promise<Response> {
  const root = resolve(deps.renderer);
  const answerOf = async (request: Request) => {
    if (appPageOf(request.url) !== 'documents') return plain(404);
    return (await deps.answer(request)) ?? serveBundle(request, 'documents', root);
  };
  return async (request) => secured(await answerOf(request).catch(() => plain(500)), 'documents');
}

/** Serves a page's first file with `start` in it (renderer/design/choices.ts reads it): no call could answer before the first paint. */
async function serveFirst(
  request: Request,
  page: AppPage,
  root: string,
  start: PageStart,
): Promise<Response> {
  const text = await readFile(join(root, firstFile[page]), 'utf8').catch(() => null);
  if (text === null) return plain(404);
  const value = JSON.stringify(start).replace(/[&"<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const body = Buffer.from(text.replace('<html ', () => `<html data-start="${value}" `));
  const headers = { 'content-type': mimeTypes['.html'] ?? OCTETS, 'content-length': String(body.length) };
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

/** A file of the renderer's bundle. */
async function serveBundle(request: Request, page: AppPage, root: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, { allow: 'GET, HEAD' });
  const path = fileOf(new URL(request.url).pathname, root, page);
  return path === null ? plain(404) : serveFile(path, request.method === 'HEAD');
}

/** The answer to the library's request for stored thumbnails; null for any other request. */
function serveThumbnail(
  request: Request,
  pathname: string,
  { serveStoredThumbnail }: AppProtocolDeps,
): Promise<Response> | null {
  const [, kit_id, page, last] = thumbnailPath.exec(pathname) ?? [];
  if (kit_id === undefined) return null;
  return serveStoredThumbnail(request, kit_id, Number(page), last ? Number(last) : null);
}

/** The answer to a document page's request for its document; null if its pass is not valid. */
async function servePassed(
  request: Request,
  pathname: string,
  { kitOfPass, serveDocument }: AppProtocolDeps,
): Promise<Response | null> {
  const [, pass] = passPath.exec(pathname) ?? [];
  // Node does not know the origin of this scheme: its `origin` is "null".
  const origin = `${APP_SCHEME}://${new URL(request.url).host}`;
  const kit_id = pass === undefined ? null : await kitOfPass(pass, origin);
  return kit_id === null ? null : serveDocument(request, kit_id);
}

/** The first file of each page, below the renderer's bundle. */
const firstFile: Readonly<Record<AppPage, string>> = {
  library: 'index.html',
  setup: 'setup/index.html',
  documents: 'documents/index.html',
};

/** The file for a path, or null if the path leaves the folder. */
function fileOf(pathname: string, root: string, page: AppPage): string | null {
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  // A backslash is a separator on Windows, a colon a drive or an alternate stream.
  if (/[\\:\0]/.test(name)) return null;
  const path = join(root, name === '/' || name === '/index.html' ? firstFile[page] : name);
  // File names on Windows and macOS are not case-sensitive.
  if (path.toLowerCase().startsWith(join(root, PDFJS).toLowerCase()) && page !== 'documents') return null;
  return path.startsWith(root + sep) ? path : null;
}

/** Reads the file at once: the app's own files are a few hundred KB at most. */
async function serveFile(path: string, headOnly: boolean): Promise<Response> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return plain(404);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return plain(404);
    const headers = {
      'content-type': mimeTypes[extname(path).toLowerCase()] ?? OCTETS,
      'content-length': String(stat.size),
    };
    return new Response(headOnly ? null : await file.readFile(), { headers });
  } finally {
    await file.close().catch(() => {});
  }
}

function plain(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}

const SECURITY_HEADERS = Object.entries({
  'connection-allowlist': CONNECTION_ALLOWLIST,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
});

/**
 * Every answer of the scheme has the policy of its page, including errors and documents. It is set in the answer itself: a
 * wrapping answer would send the body through another stream.
 */
function secured(response: Response, page: AppPage, print = true): Response {
  const more = page === 'library' && !print ? NO_PRINTING : '';
  response.headers.set('content-security-policy', `${CONTENT_SECURITY_POLICIES[page]}${more}`);
  for (const [name, value] of SECURITY_HEADERS) response.headers.set(name, value);
  return response;
}
