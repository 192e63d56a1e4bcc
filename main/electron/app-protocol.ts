/**
 * Serves the app's own origins: the renderer's files, pictures of kits to the library's page, and to the page of a document the
 * bytes of that one. Nothing else of the machine.
 * Holds no Electron: main/start/ hands the function to `protocol.handle`.
 */
import { open, readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { PageStart } from '../../preload/contract.ts';
import { APP_ORIGIN, APP_SCHEME, type AppPage, appPageOf } from '../host/app-origin.ts';

/**
 * What the policies of all pages say. There is no eval, WebAssembly included, and nothing that runs or parses a string takes one
 * (W3C, Trusted Types): the one policy of a page names the scripts of its workers.
 */
const EVERY_PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
];

/**
 * The Content-Security-Policy of each page (W3C CSP Level 3). `blob:` images are PDF pages as pictures; the frames of the
 * library are documents (session-guards.ts lets nothing else into one), which take `data:` fonts out of a PDF. The library's
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
 * What is added to the policy of the library's page where nothing may be printed (HTML, `sandbox`): without `allow-modals` Chromium
 * ignores `window.print()` there, in every frame within it too. The rest of what the page does is allowed as ever.
 */
const NO_PRINTING = '; sandbox allow-scripts allow-same-origin allow-forms';

/**
 * Where a document may connect to, whatever the way: the app's own scheme, which leads to no network (WICG, Connection Allowlists;
 * Chromium 152 and newer). It alone closes WebRTC, which has names of servers looked up even where it may not leave the proxy.
 * Empty frames inherit it. `response-origin` is the app's origin as whoever shows the window spells it.
 */
export const CONNECTION_ALLOWLIST = `(response-origin "${APP_SCHEME}://*/*");webrtc=block`;

/**
 * For Electron's `protocol.registerSchemesAsPrivileged`, before the app is ready. `codeCache`: what V8 compiled of a script is
 * kept beside the hash of its text, so that later starts need not compile it.
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
/** PDF.js's own files, which no page but a document's has a use for. */
const PDFJS = 'pdfjs/';
const passPath = /^\/document\/([\w-]{43})$/;

export interface AppProtocolDeps {
  /** Whether the library's page may print. */
  print: boolean;
  /** Folder of the renderer's bundle, absolute. */
  renderer: string;
  /** What the page at this address has at its first paint, the library's or set-up's: they store nothing themselves. */
  pageStart(url: string): PageStart;
  /** Answers a GET or HEAD for a kit's document, Range requests included; 404 where there is none. */
  serveDocument(request: Request, kit_id: string): Promise<Response>;
  /** The kit whose document may be read by this pass on this origin of a document; null where there is none. */
  kitOfPass(pass: string, origin: string): string | null;
  /** Answers a GET or HEAD for the stored thumbnail of a page, or those from the page to the last; 404 where there is none. */
  serveStoredThumbnail(
    request: Request,
    kit_id: string,
    page: number,
    last: number | null,
  ): Promise<Response>;
}

/** The handler of the `app` scheme. It never rejects: what goes wrong is a status. */
export function serveApp(deps: AppProtocolDeps): (request: Request) => Promise<Response> {
  const root = resolve(deps.renderer);
  return async (request) => {
    const page = appPageOf(request.url);
    if (page === null) return secured(plain(404), 'library');
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
        ? servePassed(request, pathname, deps)
        : null;
  if (kept !== null) return kept;
  const begins = page !== 'documents' && (pathname === '/' || pathname === '/index.html');
  return begins
    ? serveFirst(request, page, root, deps.pageStart(request.url))
    : serveBundle(request, page, root);
}

/**
 * The handler of the session of pages that read documents unseen (document-page.ts): the app's own files and what `answer` gives,
 * nothing of the library. It never rejects.
 */
export function serveDocumentPages(deps: {
  /** Folder of the renderer's bundle, absolute. */
  renderer: string;
  /** Answers a page's request for its document or its job; null where it is for something else. */
  answer(request: Request): Promise<Response> | null;
}): (request: Request) => Promise<Response> {
  const root = resolve(deps.renderer);
  const answerOf = async (request: Request) => {
    if (appPageOf(request.url) !== 'documents') return plain(404);
    return (await deps.answer(request)) ?? serveBundle(request, 'documents', root);
  };
  return async (request) => secured(await answerOf(request).catch(() => plain(500)), 'documents');
}

/** Where a page begins, with `start` in it (renderer/design/page-start.ts reads it): no call could answer before the first paint. */
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

/** The answer to the library's request for stored thumbnails; null where it is for something else. */
function serveThumbnail(
  request: Request,
  pathname: string,
  { serveStoredThumbnail }: AppProtocolDeps,
): Promise<Response> | null {
  const [, kit_id, page, last] = thumbnailPath.exec(pathname) ?? [];
  if (kit_id === undefined) return null;
  return serveStoredThumbnail(request, kit_id, Number(page), last ? Number(last) : null);
}

/** The answer to the request of a document's page for its document; null where its pass is for none. */
function servePassed(
  request: Request,
  pathname: string,
  { kitOfPass, serveDocument }: AppProtocolDeps,
): Promise<Response> | null {
  const [, pass] = passPath.exec(pathname) ?? [];
  // Node knows no origin of this scheme: its `origin` is "null".
  const origin = `${APP_SCHEME}://${new URL(request.url).host}`;
  const kit_id = pass === undefined ? null : kitOfPass(pass, origin);
  return kit_id === null ? null : serveDocument(request, kit_id);
}

/** Where each page begins, below the renderer's bundle. */
const firstFile: Readonly<Record<AppPage, string>> = {
  library: 'index.html',
  setup: 'setup/index.html',
  documents: 'documents/index.html',
};

/** The file that a path names, or null where it leaves the folder. */
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
  // Windows and macOS know no capital letters.
  if (path.toLowerCase().startsWith(join(root, PDFJS).toLowerCase()) && page !== 'documents') return null;
  return path.startsWith(root + sep) ? path : null;
}

/** The app's own files are a few hundred KB at most, so that one is read at once. */
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
 * Every answer of the scheme carries the policy of its page, errors and documents included. Put into the answer itself:
 * another one around it would send the body through one more stream.
 */
function secured(response: Response, page: AppPage, print = true): Response {
  const more = page === 'library' && !print ? NO_PRINTING : '';
  response.headers.set('content-security-policy', `${CONTENT_SECURITY_POLICIES[page]}${more}`);
  for (const [name, value] of SECURITY_HEADERS) response.headers.set(name, value);
  return response;
}
