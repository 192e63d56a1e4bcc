/**
 * Serves `app://tripkit/…`: the renderer's files and the documents of this laptop, and nothing else of the machine.
 * Holds no Electron: main/start/ hands the function to `protocol.handle`.
 */
import { open } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { APP_SCHEME, isAppUrl } from '../ipc/app-origin.ts';

/**
 * The app's Content-Security-Policy (W3C CSP Level 3). `blob:` images are PDF pages as pictures; `data:` fonts are those
 * that PDF.js takes out of a document. There is no eval, WebAssembly included.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

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

const kitPath =
  /^\/(documents|posters|thumbnails)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?)?$/;

export interface AppProtocolDeps {
  /** Folder of the renderer's bundle, absolute. */
  renderer: string;
  /** Answers a GET or HEAD for a kit's document, Range requests included; 404 where there is none. */
  serveDocument(request: Request, kit_id: string): Promise<Response>;
  /** Answers a GET or HEAD for the picture of a kit's first page; 404 where there is none. */
  servePoster(request: Request, kit_id: string): Promise<Response>;
  /** The same for the small picture of a page, or those from the page to the last. */
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
  return async (request) => secured(await answer(request, root, deps).catch(() => plain(500)));
}

async function answer(
  request: Request,
  root: string,
  { serveDocument, servePoster, serveStoredThumbnail }: AppProtocolDeps,
): Promise<Response> {
  if (!isAppUrl(request.url)) return plain(404);
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, { allow: 'GET, HEAD' });
  const { pathname } = new URL(request.url);
  const [, what, kit_id, page, last] = kitPath.exec(pathname) ?? [];
  if (kit_id !== undefined && (page !== undefined) === (what === 'thumbnails')) {
    if (page !== undefined)
      return serveStoredThumbnail(request, kit_id, Number(page), last ? Number(last) : null);
    return what === 'posters' ? servePoster(request, kit_id) : serveDocument(request, kit_id);
  }
  const path = fileOf(pathname, root);
  return path === null ? plain(404) : serveFile(path, request.method === 'HEAD');
}

/** The file that a path names, or null where it leaves the folder. */
function fileOf(pathname: string, root: string): string | null {
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  // A backslash is a separator on Windows, a colon a drive or an alternate stream.
  if (/[\\:\0]/.test(name)) return null;
  const path = join(root, name === '/' ? 'index.html' : name);
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
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
});

/**
 * Every answer of the scheme carries the policy, errors and documents included. Put into the answer itself: another one
 * around it would send the body through one more stream.
 */
function secured(response: Response): Response {
  for (const [name, value] of SECURITY_HEADERS) response.headers.set(name, value);
  return response;
}
