/** A shelf on a server over HTTPS: what WebDAV and S3 have in common. */

import { createReadStream } from 'node:fs';
import { answered, CallFailure, isWebPage, type Remedy, type StreamAnswer } from '../service/answer.ts';
import type { Connection, TimeLimits } from '../service/connection.ts';
import { type DocumentSink, type DownloadOptions, downloadDocument } from '../service/download.ts';
import { servedAt } from '../service/http-date.ts';
import { captivePortal, nameServer } from '../service/network-failure.ts';
import type { ProxyRoutes } from '../service/proxy.ts';
import { tooLong } from './folder-shelf.ts';
import { documentName } from './shelf-index.ts';
import type { ListedFile, ShelfBody, ShelfFile, ShelfPlace } from './shelf-place.ts';

/** User and password of a shelf (RFC 7617), or the id of an access key and its secret. */
export interface ShelfLogin {
  user: string;
  password: string;
}

export interface HttpShelfOptions {
  trust: 'system' | readonly string[];
  /** Null: none is known, or the server asks for none. */
  login: () => ShelfLogin | null;
  user_agent: string;
  now: () => number;
  limits?: Partial<TimeLimits>;
  proxies?: ProxyRoutes | undefined;
}

/** An answer, with the name that an S3 server gives to a failure; empty where there is none. */
export interface ShelfAnswer extends StreamAnswer {
  code?: string;
}

/** What a failed answer means, and what to do. */
export interface Meaning extends Pick<CallFailure, 'kind'> {
  condition: string;
  advice: string;
  remedy?: Remedy;
}

/** A call before it is authorized. */
export interface ShelfCall {
  method: string;
  /** Below the shelf's URL. */
  name: string;
  /** The whole path with its query, where it is not the name's. */
  path?: string;
  headers?: Record<string, string>;
  body?: ShelfBody;
  signal: AbortSignal;
}

/** There is no room on the server. */
export const FULL: Meaning = {
  kind: 'service',
  condition: 'shelf_full',
  advice: 'There is no room on it: tell your airline’s IT.',
  remedy: 'wait',
};

/** A server, or a proxy before it, that asks a person to sign in. */
const PAGE: Meaning = {
  kind: 'service',
  condition: 'shelf_page',
  advice: 'It sent a web page, perhaps one to sign in: ask your airline’s IT for the address of the files.',
  remedy: 'wait',
};

export abstract class HttpShelf implements ShelfPlace {
  readonly where: string;
  /** With a slash at its end. */
  protected readonly url: URL;
  protected readonly options: HttpShelfOptions;
  clock_off_ms: number | null = null;
  #connection: Promise<Connection> | null = null;

  /** @param url https, with a slash at its end */
  constructor(url: string, options: HttpShelfOptions) {
    this.options = options;
    this.url = new URL(url);
    this.where = this.url.host;
  }

  /** Loaded by the first call: the HTTP client is half of the main process's code. */
  #connect(): Promise<Connection> {
    const { trust, limits = {}, proxies } = this.options;
    this.#connection ??= import('../service/connection.ts').then(
      ({ Connection }) => new Connection({ role: 'shelf', trust, limits, proxies }),
    );
    return this.#connection;
  }

  abstract prepare(folders: readonly string[], signal: AbortSignal): Promise<void>;
  abstract list(folder: string, options: { most: number; signal: AbortSignal }): Promise<ListedFile[]>;
  abstract claim(name: string, signal: AbortSignal): Promise<boolean>;
  abstract release(name: string, signal: AbortSignal): Promise<void>;

  /** The headers that let the call in. */
  protected abstract authorize(call: Omit<ShelfCall, 'signal'>): Record<string, string>;

  async read(
    name: string,
    { etag, most, signal }: { etag?: string | null; most: number; signal: AbortSignal },
  ): Promise<ShelfFile | 'unchanged' | null> {
    const headers: Record<string, string> = etag ? { 'if-none-match': etag } : {};
    return this.send({ method: 'GET', name, headers, signal }, async (answer) => {
      const { status, body } = answer;
      if (status === 304 && etag) return 'unchanged';
      if (this.isMissing(answer)) return null;
      if (status !== 200 || isPage(answer)) throw this.failure(answer, 'could not be read');
      return { bytes: await this.bytesOf(body, most), etag: this.etagOf(answer) };
    });
  }

  async download(
    sha256: string,
    sink: DocumentSink,
    options: Pick<DownloadOptions, 'onBegin' | 'onProgress' | 'signal'>,
  ): Promise<void> {
    const { user_agent, now } = this.options;
    const name = documentName(sha256);
    await downloadDocument({
      ...{ connection: await this.#connect(), role: 'shelf', insecure_hosts: [] },
      ...{ url: this.url.href + name, authorization: this.authorize({ method: 'GET', name }), user_agent },
      ...{ sink, now, ...options },
    });
  }

  async put(name: string, body: ShelfBody, signal: AbortSignal): Promise<void> {
    const headers = {
      'content-type': name.endsWith('.pdf') ? 'application/pdf' : 'application/json',
      'content-length': String(Buffer.isBuffer(body) ? body.length : body.bytes),
    };
    await this.send({ method: 'PUT', name, headers, body, signal }, async (answer) => {
      if (!isDone(answer)) throw this.failure(answer, 'did not take a file');
    });
  }

  async remove(name: string, signal: AbortSignal): Promise<void> {
    await this.send({ method: 'DELETE', name, signal }, async (answer) => {
      if (!this.isMissing(answer) && !isDone(answer)) throw this.failure(answer, 'could not be tidied');
    });
  }

  async close(): Promise<void> {
    await (await this.#connection)?.close();
  }

  /** Makes a call and passes its answer to `read`. @throws as Connection.stream */
  protected async send<T>(
    { method, name, path = this.url.pathname + name, headers = {}, body, signal }: ShelfCall,
    read: (answer: ShelfAnswer) => Promise<T>,
  ): Promise<T> {
    const connection = await this.#connect();
    const call = {
      origin: this.url.origin,
      path,
      method,
      headers: {
        'user-agent': this.options.user_agent,
        'accept-encoding': 'identity',
        ...headers,
        ...this.authorize({ method, name, path, headers, ...(body && { body }) }),
      },
      body: body === undefined || Buffer.isBuffer(body) ? (body ?? null) : createReadStream(body.path),
      signal,
    };
    return connection.stream(call, (answer) => {
      const now = this.options.now();
      const served = servedAt(answer.headers, now);
      if (served !== null) this.clock_off_ms = served - now;
      return read(answer);
    });
  }

  /** The bytes of an answer. @throws TripKitError of kind `document` if they are more than `most` */
  protected async bytesOf(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of body) {
      length += piece.length;
      if (length > most) throw tooLong(this.where);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  /** The ETag of an answer, if another content can’t have it. */
  protected etagOf({ headers }: Pick<StreamAnswer, 'headers'>): string | null {
    return headers.etag ?? null;
  }

  /** Whether there is no such file. */
  protected isMissing({ status }: ShelfAnswer): boolean {
    return status === 404 || status === 410;
  }

  /** @param what happened, after the server’s name */
  protected failure(answer: ShelfAnswer, what: string): CallFailure {
    const { status, code } = answer;
    const { origin } = this.url;
    const portal = code ? null : captivePortal({ ...answer, text: '' }, { role: 'shelf', origin });
    if (portal) return portal;
    const { kind, condition, advice, remedy } = this.meaningOf(answer);
    const named = code ? `HTTP ${status}, ${code}` : `HTTP ${status}`;
    return new CallFailure(kind, `The ${nameServer('shelf', this.where)} ${what} (${named}). ${advice}`, {
      ...answered(answer, condition, this.options.now(), remedy),
      role: 'shelf',
    });
  }

  protected meaningOf(answer: ShelfAnswer): Meaning {
    const { status } = answer;
    if (isPage(answer)) return PAGE;
    if (status === 401 || status === 403) {
      const refused =
        status === 403 ? 'The user may not do that' : 'It does not accept the user or the password';
      const who = this.options.login() === null ? 'It asks for a user and a password' : refused;
      return { kind: 'authentication', condition: 'shelf_login', advice: `${who}: ask your airline’s IT.` };
    }
    if (status === 507 || status === 413) return FULL;
    return { kind: 'service', condition: 'shelf_status', advice: 'Try again later.', remedy: 'wait' };
  }
}

/** Whether the server did what it was told. */
export function isDone(answer: StreamAnswer): boolean {
  return answer.status >= 200 && answer.status <= 299 && !isPage(answer);
}

/** Whether a page came in the place of the shelf’s answer. Apache sends one with a 201, but servers say 200 with none. */
function isPage(answer: StreamAnswer): boolean {
  return answer.status === 200 && isWebPage(answer);
}

/** More bytes than the listing of a folder has for each of its files. */
export const LISTED_BYTES = 4096;

/** The text of the first XML element of this name, whatever its prefix, as it is written there; null: there is none. */
export function xmlText(xml: string, name: string): string | null {
  return new RegExp(`<(?:\\w+:)?${name}(?:\\s[^<>]*)?>([^<>]*)</`).exec(xml)?.[1] ?? null;
}

/** What stands in each XML element of this name, whatever its prefix. Such an element holds none of its own name. */
export function xmlParts(xml: string, name: string): string[] {
  const begin = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^<>]*)?>`);
  const end = new RegExp(`</(?:\\w+:)?${name}>`);
  return xml
    .split(begin)
    .slice(1)
    .map((rest) => rest.split(end, 1)[0] ?? '');
}
