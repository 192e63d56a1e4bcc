/**
 * Serves the handler of `protocol.handle('app', …)` to the window host's Chromium over loopback. The browser reaches it
 * as http://tripkit.localhost (its resolver is told the port); no other process can read from it, because every request
 * must carry a secret cookie that only that browser has, and the right Host.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

export const HOST_NAME = 'tripkit.localhost';
/** The origin that stands for `app://tripkit` in the browser: stable, so that what it stores lasts. */
export const HOST_ORIGIN = `http://${HOST_NAME}`;
const APP_ORIGIN = 'app://tripkit';
const COOKIE = 'tripkit-host';

export type ProtocolHandler = (request: Request) => Response | Promise<Response>;

export interface AppListener {
  port: number;
  /** For the browser alone (HttpOnly). */
  cookie: { name: string; value: string };
  close(): void;
}

/** A browser URL as the app knows it: `app://tripkit/…` for the host's own origin. */
export function toAppUrl(url: string): string {
  if (url === HOST_ORIGIN || url.startsWith(`${HOST_ORIGIN}/`))
    return APP_ORIGIN + url.slice(HOST_ORIGIN.length);
  const blob = `blob:${HOST_ORIGIN}/`;
  return url.startsWith(blob) ? `blob:${APP_ORIGIN}/${url.slice(blob.length)}` : url;
}

/** An `app://tripkit/…` URL as the browser loads it. */
export function toHostUrl(url: string): string {
  return url.startsWith(`${APP_ORIGIN}/`) ? HOST_ORIGIN + url.slice(APP_ORIGIN.length) : url;
}

/** Listens on a free port of 127.0.0.1. */
export async function listenForApp(handler: () => ProtocolHandler | null): Promise<AppListener> {
  const secret = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    answer(request, response, secret, handler()).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    cookie: { name: COOKIE, value: secret },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  secret: string,
  handler: ProtocolHandler | null,
): Promise<void> {
  if (request.headers.host !== HOST_NAME || !hasCookie(request.headers.cookie ?? '', secret)) {
    response.writeHead(403).end();
    return;
  }
  if (!handler) {
    response.writeHead(404).end();
    return;
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // Electron's handler sees no cookies of the host, and no host.
    if (name !== 'cookie' && name !== 'host' && typeof value === 'string') headers.set(name, value);
  }
  const answered = await handler(
    new Request(APP_ORIGIN + (request.url ?? '/'), {
      method: request.method ?? 'GET',
      headers,
      signal: gone.signal,
    }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (answered.body) {
    const body = Readable.fromWeb(answered.body as ReadableStream);
    // Of an answer that the page has given up, the source may fail once more after the pipeline has ended.
    body.on('error', () => {});
    await pipeline(body, response).catch(() => response.destroy());
  } else response.end();
}

function hasCookie(header: string, secret: string): boolean {
  const expected = Buffer.from(`${COOKIE}=${secret}`);
  return header.split('; ').some((pair) => {
    const given = Buffer.from(pair);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
