/**
 * Serves the handler of `protocol.handle('app', …)` to the window host's Chromium over loopback. The browser reaches each
 * origin of the app as http://HOST.localhost (its resolver is told the port); no other process can read from it, because every
 * request must carry a secret cookie that only that browser has, and the right Host. The frames of documents carry no cookies:
 * they get the app's own files and, by a pass that nobody can guess, their document.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

export const HOST_NAME = 'tripkit.localhost';
/** All hosts of the app, for Chromium's resolver and proxy rules. */
export const HOST_NAMES = '*.localhost';
/** The origin that stands for `app://tripkit` in the browser: stable, so that what it stores lasts. */
export const HOST_ORIGIN = `http://${HOST_NAME}`;
const COOKIE = 'tripkit-host';

export type ProtocolHandler = (request: Request) => Response | Promise<Response>;

export interface AppListener {
  port: number;
  /** For the browser alone (HttpOnly). */
  cookie: { name: string; value: string };
  close(): void;
}

/** A browser URL as the app knows it: `app://HOST/…` for the host's own origins. */
export function toAppUrl(url: string): string {
  return url.replace(/^(blob:)?http:\/\/([a-z\d-]+)\.localhost(?=\/|$)/, '$1app://$2');
}

/** An `app://…` URL as the browser loads it. */
export function toHostUrl(url: string): string {
  return url.replace(/^app:\/\/([a-z\d-]+)(?=\/|$)/, 'http://$1.localhost');
}

/**
 * The app's headers with its origins as the browser knows them. Without the connection allowlist: Chromium would refuse a
 * navigation by an error page before the host could ask the app, which Electron asks first
 * (test/electron/network.electron.ts shows the policy in this Chromium).
 */
export function forBrowser(headers: Headers): Record<string, string> {
  const policy = headers.get('content-security-policy');
  const kept = [...headers].filter(([name]) => name !== 'connection-allowlist');
  return {
    ...Object.fromEntries(kept),
    ...(policy && {
      'content-security-policy': policy
        .replaceAll(/app:\/\/([a-z\d-]+)/g, 'http://$1.localhost')
        .replaceAll(/\bapp:/g, `http://${HOST_NAMES}`),
    }),
  };
}

/** Listens on a free port of 127.0.0.1. */
export async function listenForApp(
  handlerOf: (host: string) => ProtocolHandler | null,
): Promise<AppListener> {
  const secret = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    answer(request, response, secret, handlerOf).catch(() => {
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
  handlerOf: (host: string) => ProtocolHandler | null,
): Promise<void> {
  const [, host] = /^([a-z\d-]+)\.localhost(?::\d+)?$/.exec(request.headers.host ?? '') ?? [];
  const isDocument = host?.startsWith('documents-') ?? false;
  if (host === undefined || !(isDocument || hasCookie(request.headers.cookie ?? '', secret))) {
    response.writeHead(403).end();
    return;
  }
  const handler = handlerOf(host);
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
    new Request(`app://${host}${request.url ?? '/'}`, {
      method: request.method ?? 'GET',
      headers,
      ...(request.method === 'POST' && {
        body: Readable.toWeb(request) as unknown as BodyInit,
        duplex: 'half',
      }),
      signal: gone.signal,
    }),
  );
  response.writeHead(answered.status, forBrowser(answered.headers));
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
