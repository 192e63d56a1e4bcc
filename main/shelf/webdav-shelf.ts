/**
 * A shelf on a WebDAV server over HTTPS (RFC 4918): Apache mod_dav, nginx with its dav module, Nextcloud. A name is claimed by MKCOL.
 * Conditional PUT is no help: nginx ignores If-Match, and Apache looks at it before it writes, so two desks that write at once both pass.
 */

import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { answered, CallFailure, type StreamAnswer } from '../service/answer.ts';
import { Connection, type TimeLimits } from '../service/connection.ts';
import { type DocumentSink, type DownloadOptions, downloadDocument } from '../service/download.ts';
import { readHttpDate } from '../service/http-date.ts';
import { nameServer } from '../service/network-failure.ts';
import type { ProxyRoutes } from '../service/proxy.ts';
import { tooLong } from './folder-shelf.ts';
import { documentName } from './shelf-index.ts';
import type { ShelfBody, ShelfFile, ShelfPlace } from './shelf-place.ts';

/** User and password of a shelf (RFC 7617). */
export interface ShelfLogin {
  user: string;
  password: string;
}

export interface WebdavOptions {
  /** https, with a slash at its end. */
  url: string;
  trust: 'system' | readonly string[];
  /** Null: none is known, or the server asks for none. */
  login: () => ShelfLogin | null;
  user_agent: string;
  now: () => number;
  limits?: Partial<TimeLimits>;
  proxies?: ProxyRoutes | undefined;
}

/** A file that was changed less than this before the answer may change again within the second, ms. */
const FRESH_MS = 2_000;

export class WebdavShelf implements ShelfPlace {
  readonly where: string;
  readonly #options: WebdavOptions;
  readonly #url: URL;
  readonly #connection: Connection;

  constructor(options: WebdavOptions) {
    this.#options = options;
    this.#url = new URL(options.url);
    this.where = this.#url.host;
    const { trust, limits = {}, proxies } = options;
    this.#connection = new Connection({ role: 'shelf', trust, limits, proxies });
  }

  async prepare(folders: readonly string[], signal: AbortSignal): Promise<void> {
    for (const name of folders) await this.claim(name, signal);
  }

  async claim(name: string, signal: AbortSignal, tries = 3): Promise<boolean> {
    return this.#send('MKCOL', `${name}/`, { signal }, async (answer) => {
      const { status } = answer;
      if (status === 201) return true;
      // RFC 4918 section 9.3.1: something has the name.
      if (status === 405) return false;
      // Apache's answer where another desk was quicker by a moment; it may have given the name back since.
      if (status === 403 && (await this.#isThere(`${name}/`, signal))) return false;
      if (status === 403 && tries > 1) return this.claim(name, signal, tries - 1);
      if (status !== 409) throw this.#failure(answer, 'did not make a folder');
      throw new CallFailure(
        'service',
        `The folder of the shelf is not there on ${this.where} (HTTP 409). Make it, or correct its address in the profile.`,
        { ...answered(answer, 'shelf_folder', this.#options.now()), role: 'shelf' },
      );
    });
  }

  release(name: string, signal: AbortSignal): Promise<void> {
    return this.remove(`${name}/`, signal);
  }

  async read(
    name: string,
    { etag, most, signal }: { etag?: string | null; most: number; signal: AbortSignal },
  ): Promise<ShelfFile | 'unchanged' | null> {
    const known = etag ? { 'if-none-match': etag } : {};
    return this.#send('GET', name, { headers: known, signal }, async (answer) => {
      const { status, body } = answer;
      if (status === 304 && etag) return 'unchanged';
      if (status === 404 || status === 410) return null;
      if (status !== 200) throw this.#failure(answer, 'could not be read');
      const pieces: Buffer[] = [];
      let length = 0;
      for await (const piece of body as AsyncIterable<Buffer>) {
        length += piece.length;
        if (length > most) throw tooLong(this.where);
        pieces.push(piece);
      }
      return { bytes: Buffer.concat(pieces), etag: this.#etagOf(answer) };
    });
  }

  async download(
    sha256: string,
    sink: DocumentSink,
    options: Pick<DownloadOptions, 'onBegin' | 'onProgress' | 'signal'>,
  ): Promise<void> {
    const { user_agent, now } = this.#options;
    await downloadDocument({
      ...{ connection: this.#connection, role: 'shelf', insecure_hosts: [] },
      ...{ url: this.#url.href + documentName(sha256), authorization: this.#authorization(), user_agent },
      ...{ sink, now, ...options },
    });
  }

  async put(name: string, body: ShelfBody, signal: AbortSignal): Promise<void> {
    const isBuffer = Buffer.isBuffer(body);
    const headers = {
      'content-type': name.endsWith('.pdf') ? 'application/pdf' : 'application/json',
      'content-length': String(isBuffer ? body.length : body.bytes),
    };
    const content = isBuffer ? body : createReadStream(body.path);
    await this.#send('PUT', name, { headers, body: content, signal }, async (answer) => {
      const { status } = answer;
      if (status < 200 || status > 299) throw this.#failure(answer, 'did not take a file');
    });
  }

  async remove(name: string, signal: AbortSignal): Promise<void> {
    await this.#send('DELETE', name, { signal }, async (answer) => {
      const { status } = answer;
      if (status !== 404 && (status < 200 || status > 299))
        throw this.#failure(answer, 'could not be tidied');
    });
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #isThere(name: string, signal: AbortSignal): Promise<boolean> {
    const headers = { depth: '0' };
    return this.#send('PROPFIND', name, { headers, signal }, async ({ status }) => status === 207);
  }

  /**
   * The ETag of an answer, if another content can't have it: nginx makes it of the size and the second of the change, so that of a file
   * that was changed just now says too little (RFC 9110 section 8.8.2.2 for Last-Modified).
   */
  #etagOf({ headers }: StreamAnswer): string | null {
    const now = this.#options.now();
    const [served, changed] = [headers.date, headers['last-modified']].map((text) =>
      text === undefined ? null : readHttpDate(text, now),
    );
    const isFresh = served != null && changed != null && served - changed < FRESH_MS;
    return isFresh ? null : (headers.etag ?? null);
  }

  async #send<T>(
    method: string,
    name: string,
    {
      headers = {},
      body,
      signal,
    }: { headers?: Record<string, string>; body?: Buffer | Readable; signal: AbortSignal },
    read: (answer: StreamAnswer) => Promise<T>,
  ): Promise<T> {
    const authorization = this.#authorization();
    const call = {
      origin: this.#url.origin,
      path: this.#url.pathname + name,
      method,
      headers: {
        'user-agent': this.#options.user_agent,
        'accept-encoding': 'identity',
        ...(authorization === undefined ? {} : { authorization }),
        ...headers,
      },
      body: body ?? null,
      signal,
    };
    return this.#connection.stream(call, read);
  }

  #authorization(): string | undefined {
    const login = this.#options.login();
    return login ? `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}` : undefined;
  }

  #failure(answer: StreamAnswer, what: string): CallFailure {
    const { status } = answer;
    const { now, login } = this.#options;
    const server = nameServer('shelf', this.where);
    if (status === 401 || status === 403) {
      const who =
        login() === null
          ? 'It asks for a user and a password'
          : 'It does not accept the user or the password';
      return new CallFailure(
        'authentication',
        `The ${server} ${what} (HTTP ${status}). ${who}: ask your airline’s IT.`,
        { ...answered(answer, 'shelf_login', now()), role: 'shelf' },
      );
    }
    const full = status === 507 || status === 413;
    const advice = full ? 'There is no room on it: tell your airline’s IT.' : 'Try again later.';
    return new CallFailure('service', `The ${server} ${what} (HTTP ${status}). ${advice}`, {
      ...answered(answer, full ? 'shelf_full' : 'shelf_status', now(), 'wait'),
      role: 'shelf',
    });
  }
}
