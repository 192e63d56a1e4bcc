/**
 * `net.request` with a client certificate (Electron 45) over a page that nobody sees (Electron 33). There net.request never asks
 * the app which certificate it wants (electron/electron pull request 52162): it fails with ERR_SSL_CLIENT_AUTH_CERT_NEEDED. A
 * page's request does ask, by the same code of Chromium, the same store and the same handshake.
 *
 * Stands in for requests with a session and `redirect: 'manual'` alone. An answer's body is empty here.
 */
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import {
  type AuthInfo,
  app,
  type ClientRequest,
  type ClientRequestConstructorOptions,
  net,
  type Session,
  type WebContents,
  WebContentsView,
} from 'electron';
import { shim } from './marker.ts';

shim('tripkit-shim:net-request');

/** Pages of this shim, which the app must not see as pages. */
const hidden = new WeakSet<WebContents>();

/** A request under way by the page that makes it: a session's filters know nothing else of it. */
const underWay = new Map<number, PageRequest>();

type Headers = Record<string, string[]>;

/** Proxy Authentication Required (RFC 9110, 15.5.8). */
const PROXY_ASKS = 407;

class PageRequest extends EventEmitter {
  readonly #session: Session;
  readonly #method: string;
  readonly #url: string;
  readonly #headers = new Map<string, string>();
  readonly #body: Buffer[] = [];
  #view: WebContentsView | null = null;
  #over = false;

  constructor(options: ClientRequestConstructorOptions & { session: Session; url: string }) {
    super();
    this.#session = options.session;
    this.#method = (options.method ?? 'GET').toUpperCase();
    this.#url = options.url;
    for (const [name, value] of Object.entries(options.headers ?? {})) this.setHeader(name, String(value));
    if (!watched.has(this.#session)) {
      watched.add(this.#session);
      watch(this.#session);
    }
  }

  setHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  write(chunk: string | Buffer): boolean {
    this.#body.push(Buffer.from(chunk as string));
    return true;
  }

  end(chunk?: string | Buffer): this {
    if (chunk !== undefined) this.write(chunk);
    if (!this.#over) this.#load();
    return this;
  }

  abort(): void {
    if (this.#over) return;
    this.#finish();
    this.emit('abort');
    this.emit('close');
  }

  #load(): void {
    const view = new WebContentsView({
      webPreferences: { session: this.#session, sandbox: true, javascript: false, images: false },
    });
    this.#view = view;
    const contents = view.webContents;
    hidden.add(contents);
    underWay.set(contents.id, this);
    // Electron's own listener hands it to the app, as that of a page.
    contents.removeAllListeners('login');
    contents.on('login', (event, _details, info: AuthInfo, callback) => {
      event.preventDefault();
      if (!this.emit('login', info, callback)) callback();
    });
    contents
      .loadURL(this.#url, {
        extraHeaders: [...this.#headers].map(([name, value]) => `${name}: ${value}\n`).join(''),
        ...(this.#method === 'POST'
          ? { postData: [{ type: 'rawData' as const, bytes: Buffer.concat(this.#body) }] }
          : {}),
      })
      .then(
        () => this.#fail('ERR_ABORTED'),
        // Of a tunnel that a proxy refused a page is told no name.
        (error: { code?: string }) => this.#fail(error.code || 'ERR_TUNNEL_CONNECTION_FAILED'),
      );
  }

  /** Hands on an answer's head; the page itself never gets it. */
  answer(status: number, headers: Headers): void {
    if (this.#over) return;
    const own: Headers = {};
    for (const [name, values] of Object.entries(headers)) own[name.toLowerCase()] = values;
    const location = own.location?.[0];
    this.#finish();
    if (status >= 300 && status < 400 && location !== undefined) {
      this.emit('redirect', status, 'GET', new URL(location, this.#url).href, own);
      // As ClientRequest, where nobody has followed by then.
      this.emit('error', new Error('Redirect was cancelled'));
      this.emit('close');
    } else {
      const response = Object.assign(Readable.from([]), {
        statusCode: status,
        statusMessage: '',
        headers: Object.fromEntries(Object.entries(own).map(([name, values]) => [name, values.join(', ')])),
      });
      response.on('end', () => this.emit('close'));
      this.emit('response', response);
    }
  }

  #fail(code: string): void {
    if (this.#over) return;
    this.#finish();
    this.emit('error', new Error(`net::${code}`));
    this.emit('close');
  }

  #finish(): void {
    this.#over = true;
    const contents = this.#view?.webContents;
    this.#view = null;
    if (!contents) return;
    underWay.delete(contents.id);
    // Not within the filter's call, which is the page's own.
    setImmediate(() => contents.close());
  }
}

const watched = new WeakSet<Session>();

/** Takes the answers' heads of a session's pages; the app has no filter of its own for them. */
function watch({ webRequest }: Session): void {
  webRequest.onBeforeSendHeaders((details, answer) => {
    const { Origin: _origin, ...requestHeaders } = details.requestHeaders;
    answer({ requestHeaders });
  });
  webRequest.onHeadersReceived((details, answer) => {
    const request = underWay.get(details.webContentsId ?? -1);
    // A proxy's question is no answer yet: 'login' comes of it.
    const over = request !== undefined && details.statusCode !== PROXY_ASKS;
    answer({ cancel: over });
    if (over) request.answer(details.statusCode, details.responseHeaders ?? {});
  });
}

const request = net.request.bind(net);
net.request = (options) =>
  typeof options === 'object' && options.session && options.url && options.redirect === 'manual'
    ? (new PageRequest({
        ...options,
        session: options.session,
        url: options.url,
      }) as unknown as ClientRequest)
    : request(options);

const on = app.on.bind(app) as (name: string, listener: (...args: never[]) => void) => typeof app;

/** A listener for client certificates gets null for a page of ours, as for net.request. */
app.on = ((name: string, listener: (...args: unknown[]) => void) =>
  on(
    name,
    name === 'select-client-certificate'
      ? (event: unknown, contents: unknown, ...rest: unknown[]) =>
          listener(event, hidden.has(contents as WebContents) ? null : contents, ...rest)
      : listener,
  )) as typeof app.on;
