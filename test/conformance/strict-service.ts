/**
 * A strict Trip Kit Generation Service, written from `interface/trip-kit-service.md` alone. Each scenario owns one: an
 * authentication server (two-way TLS), an API server, a storage server, a plain-http storage and a trap where nobody may
 * ever call. It keeps a journal of every call and a list of broken rules; scripted answers come from the scenario.
 */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import type { Clock } from '../../main/common/clock.ts';
import { minimalPdf, sha256 } from './minimal-pdf.ts';
import { type Certified, thePki } from './pki.ts';
import { type StoredFile, serveFile } from './stored-file.ts';

/** What a server answers: a response, or an accident. `raw` text goes on the socket as it is. */
export type Answer =
  | { status: number; headers?: Record<string, string | string[]>; json?: unknown; text?: string }
  | { raw: string }
  | 'drop'
  | 'hang';

/** One call as it arrived. `at` is in ms of the service's monotonic clock, taken when its body was complete. */
export interface Call {
  readonly at: number;
  readonly server: 'auth' | 'api' | 'storage' | 'plain' | 'trap';
  readonly operation: 'authenticate' | 'request' | 'pdf' | 'download' | 'none';
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly tripkitId?: string;
  answered: string;
}

/** An authentication call, with what a script needs to answer it. */
export interface AuthenticateCall extends Call {
  readonly form: URLSearchParams;
  /** The documented success: 302 with access_token, state, token_type and expires_in in the fragment. */
  grant(parts?: GrantParts): Answer;
  /** Makes and remembers a token for the scope asked. */
  issue(): string;
}

/** Where a grant may differ from the document's order and values; `undefined` in `pairs` leaves a pair out. */
export interface GrantParts {
  readonly pairs?: Record<string, string | undefined>;
  readonly place?: '#' | '?';
  readonly encode?: (value: string) => string;
  readonly redirect?: string;
}

/** One kit of the service: its get-PDF answers in order (the last one repeats). */
export interface Kit {
  readonly id: string;
  readonly file: StoredFile;
  /** A fresh storage URL, with an access query nobody may print. */
  url(): string;
  /** The documented 200. */
  ready(more?: object): Answer;
  answers: (Answer | ((call: Call, nth: number) => Answer))[];
  asked: number;
}

/** What a scenario may set; everything else is strict by default. */
export interface ServiceOptions {
  readonly companyCode?: string;
  readonly clientId?: string;
  readonly scopes?: { request: string; download: string };
  readonly userAgent?: string;
  readonly authPath?: string;
  readonly basePath?: string;
  readonly tokenPerScope?: boolean;
  readonly tokenLifeMs?: number;
  readonly expiresIn?: string;
  readonly makeToken?: (nth: number) => string;
  readonly servers?: { auth?: Certified; api?: Certified; storage?: Certified };
  readonly authenticate?: (call: AuthenticateCall, nth: number) => Answer;
  readonly request?: (call: Call, nth: number) => Answer | Promise<Answer>;
  readonly isRequest?: (call: { method: string; url: string }) => boolean;
  /** The file called before every storage answer, e.g. to look at the out folder meanwhile. */
  readonly onDownload?: (call: Call) => void;
  /** The authentication port answers every ClientHello with this fatal alert in the clear (RFC 8446, 6). */
  readonly authAlert?: number;
  readonly onConnection?: (server: Call['server'], socket: net.Socket) => void;
}

interface Token {
  readonly value: string;
  readonly scopes: ReadonlySet<string>;
  readonly goodUntil: number;
}

const ready = (more: object, url: string): Answer => ({ status: 200, json: { url, ...more } });

/** The 202 of a kit that is being generated, as documented. */
export const generating: Answer = {
  status: 202,
  json: { messages: [{ code: '202', type: 'Info', message: 'The requested trip kit is being generated' }] },
};

/** A document of messages as 400 and 404 carry it. */
export function refusal(status: number, code: string, text = 'refused'): Answer {
  return { status, json: { messages: [{ code, type: 'Error', message: text }] } };
}

export class StrictService {
  readonly journal: Call[] = [];
  readonly violations: string[] = [];
  /** Every token ever given out, and every value in a storage query, with its name: none may be printed. */
  readonly secrets = new Map<string, string>();
  readonly kits = new Map<string, Kit>();
  readonly clock: Clock;
  readonly options: ServiceOptions;
  readonly companyCode: string;
  readonly clientId: string;
  readonly scopes: { request: string; download: string };
  readonly userAgent: string;
  /** When the request that started a kit was complete, by tripkit_id (monotonic ms). */
  readonly requestedAt = new Map<string, number>();
  readonly #tokens = new Map<string, Token>();
  readonly #states = new Set<string>();
  readonly #servers: net.Server[] = [];
  readonly #sockets = new Set<net.Socket>();
  readonly #files = new Map<string, Kit>();
  readonly #ports = new Map<Call['server'], number>();
  #authCalls = 0;
  #requests = 0;
  #tokenCount = 0;

  constructor(clock: Clock, options: ServiceOptions = {}) {
    this.clock = clock;
    this.options = options;
    this.companyCode = options.companyCode ?? 'CFM';
    this.clientId = options.clientId ?? 'conformance-client';
    this.scopes = options.scopes ?? {
      request: 'https://kits.example/make',
      download: 'https://kits.example/fetch',
    };
    this.userAgent = options.userAgent ?? 'conformance-desk/1.0';
  }

  /** Starts all five servers on free loopback ports. */
  async start(): Promise<this> {
    const pki = thePki();
    const { auth = pki.auth, api = pki.api, storage = pki.storage } = this.options.servers ?? {};
    const tls = (own: Certified, more: https.ServerOptions = {}): https.ServerOptions => ({
      key: own.keyPem,
      cert: own.certPem,
      ...more,
    });
    const twoWay = { requestCert: true, rejectUnauthorized: false, ca: pki.airlineCa.certPem };
    const { authAlert } = this.options;
    await this.#listen(
      'auth',
      authAlert === undefined
        ? https.createServer(tls(auth, twoWay), this.#handler('auth'))
        : net.createServer((socket) => {
            socket.once('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, authAlert])));
          }),
    );
    await this.#listen('api', https.createServer(tls(api), this.#handler('api')));
    await this.#listen('storage', https.createServer(tls(storage), this.#handler('storage')));
    await this.#listen('plain', http.createServer(this.#handler('plain')));
    await this.#listen('trap', https.createServer(tls(storage), this.#handler('trap')));
    return this;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((done) => server.close(done))));
  }

  port(server: Call['server']): number {
    return this.#ports.get(server) ?? 0;
  }

  /** `https://127.0.0.1:port` of a server (plain http for `plain`). */
  origin(server: Call['server'], host = '127.0.0.1'): string {
    return `${server === 'plain' ? 'http' : 'https'}://${host}:${this.port(server)}`;
  }

  calls(operation: Call['operation'], tripkitId?: string): Call[] {
    return this.journal.filter(
      (call) => call.operation === operation && (tripkitId === undefined || call.tripkitId === tripkitId),
    );
  }

  /** Adds a kit; by default it is ready at the first look and its storage behaves. */
  kit(id: string, wish: { file?: Partial<StoredFile>; answers?: (kit: Kit) => Kit['answers'] } = {}): Kit {
    const content = wish.file?.content ?? minimalPdf({ bytes: 2000 });
    const file: StoredFile = {
      content,
      etag: `"${sha256(content).slice(0, 16)}"`,
      ranges: true,
      ...wish.file,
    };
    const kit: Kit = {
      id,
      file,
      asked: 0,
      answers: [],
      url: () => this.storageUrl(kit),
      ready: (more = {}) => ready(more, kit.url()),
    };
    kit.answers = wish.answers?.(kit) ?? [() => kit.ready()];
    this.kits.set(id, kit);
    return kit;
  }

  /** A fresh URL of a kit's file on a server, with secret access parameters. */
  storageUrl(kit: Kit, server: Call['server'] = 'storage', host?: string): string {
    const path = `/kits/${randomBytes(6).toString('hex')}/KDEN-KLAX--2018-08-10.pdf`;
    this.#files.set(path, kit);
    return `${this.origin(server, host)}${path}?${this.secretQuery()}`;
  }

  /** `X-Amz-…` parameters with values that the secret check looks for. */
  secretQuery(): string {
    const signature = randomBytes(24).toString('hex');
    const credential = `AKIA${randomBytes(10).toString('hex').toUpperCase()}`;
    this.secrets
      .set(signature, 'the signature of a storage URL')
      .set(credential, 'the credential of a storage URL');
    return `X-Amz-Credential=${credential}%2Fs3&X-Amz-Expires=28800&X-Amz-Signature=${signature}`;
  }

  violation(text: string): void {
    this.violations.push(text);
  }

  #listen(name: Call['server'], server: net.Server): Promise<void> {
    this.#servers.push(server);
    server.on('connection', (socket: net.Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
      this.options.onConnection?.(name, socket);
    });
    server.on('tlsClientError', () => undefined);
    server.on('clientError', (_error, socket) => socket.destroy());
    return new Promise((done) => {
      server.listen(0, '127.0.0.1', () => {
        this.#ports.set(name, (server.address() as AddressInfo).port);
        done();
      });
    });
  }

  #handler(server: Call['server']): http.RequestListener {
    return (request, response) => {
      const chunks: Buffer[] = [];
      request.on('error', () => undefined);
      response.on('error', () => undefined);
      response.setHeader('date', new Date(this.clock.now()).toUTCString());
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const call = this.#record(server, request, Buffer.concat(chunks).toString('utf8'));
        if (server === 'storage' || server === 'plain') this.#serveStorage(call, request, response);
        else void this.#send(call, this.#answer(call, request), response);
      });
    };
  }

  #record(server: Call['server'], request: http.IncomingMessage, body: string): Call {
    const { method = '', url = '' } = request;
    const route = this.#route(server, method, url);
    const call: Call = {
      at: this.clock.monotonic(),
      server,
      ...route,
      method,
      url,
      headers: request.headers,
      body,
      answered: '',
    };
    this.journal.push(call);
    this.#checkHeaders(call);
    return call;
  }

  #route(
    server: Call['server'],
    method: string,
    url: string,
  ): { operation: Call['operation']; tripkitId?: string } {
    if (server === 'auth') return { operation: 'authenticate' };
    if (server === 'storage' || server === 'plain') {
      const id = this.#files.get(url.split('?')[0] ?? '')?.id;
      return { operation: 'download', ...(id === undefined ? {} : { tripkitId: id }) };
    }
    if (server === 'trap') return { operation: 'none' };
    const base = this.options.basePath ?? '';
    const segments = url.startsWith(`${base}/`) ? url.slice(base.length).split('/') : [];
    const [, version, companies, company = '', tripkits, id = '', pdf, ...rest] = segments;
    const shaped = version === 'v1' && companies === 'companies' && tripkits === 'tripkits' && pdf === 'pdf';
    if (shaped && rest.length === 0 && decodeOr(company) === this.companyCode) {
      return { operation: 'pdf', tripkitId: decodeOr(id) };
    }
    const isRequest = this.options.isRequest ?? ((call) => this.#isDefaultRequest(call));
    return { operation: isRequest({ method, url }) ? 'request' : 'none' };
  }

  #isDefaultRequest({ method, url }: { method: string; url: string }): boolean {
    const path = `${this.options.basePath ?? ''}/v1/companies/${encodeURIComponent(this.companyCode)}/tripkits`;
    return method === 'POST' && url === path;
  }

  #checkHeaders(call: Call): void {
    const where = `${call.operation} (${call.server} ${call.method} ${call.url.split('?')[0]})`;
    if (call.headers['user-agent'] !== this.userAgent) {
      this.violation(
        `${where}: User-Agent is ${JSON.stringify(call.headers['user-agent'])}, not the profile's`,
      );
    }
    if (call.headers.cookie) this.violation(`${where}: sends a cookie`);
    const bearer = call.headers.authorization;
    const wantsBearer = call.operation === 'pdf' || call.operation === 'request';
    if (!wantsBearer && bearer !== undefined) this.violation(`${where}: sends Authorization`);
    if (!wantsBearer || call.server !== 'api') {
      const everything = `${call.url}\n${JSON.stringify(call.headers)}\n${call.body}`;
      for (const token of this.#tokens.keys()) {
        if (everything.includes(token) || everything.includes(encodeURIComponent(token))) {
          this.violation(`${where}: carries an access token`);
        }
      }
    }
    if (call.operation === 'none') this.violation(`a call outside the interface: ${where}`);
  }

  #answer(call: Call, request: http.IncomingMessage): Answer | Promise<Answer> {
    if (call.operation === 'authenticate') return this.#authenticate(call, request);
    if (call.operation === 'request') return this.#request(call);
    if (call.operation === 'pdf') return this.#pdf(call);
    return { status: 404, text: 'nothing here' };
  }

  #authenticate(call: Call, request: http.IncomingMessage): Answer {
    const form = new URLSearchParams(call.body);
    this.#authCalls += 1;
    const says = (text: string): void => this.violation(`authenticate: ${text}`);
    const path = this.options.authPath ?? `/as/${encodeURIComponent(this.companyCode)}/authorization.oauth2`;
    if (call.method !== 'POST') says(`method ${call.method}`);
    if (call.url !== path) says(`path ${call.url}, not ${path}`);
    const type = call.headers['content-type'] ?? '';
    if (!/^application\/x-www-form-urlencoded(;|$)/i.test(type)) says(`Content-Type ${type}`);
    for (const name of ['client_id', 'scope', 'response_type', 'state']) {
      if (form.getAll(name).length !== 1)
        says(`parameter ${name} is there ${form.getAll(name).length} times`);
    }
    for (const name of form.keys()) {
      if (!['client_id', 'scope', 'response_type', 'state'].includes(name)) says(`unknown parameter ${name}`);
    }
    const state = form.get('state') ?? '';
    if (state.length < 22) says(`state of ${state.length} characters can't hold 128 random bits`);
    if (this.#states.has(state)) says('the same state twice');
    this.#states.add(state);
    if (form.get('client_id') !== this.clientId) says(`client_id ${form.get('client_id')}`);
    if (form.get('response_type') !== 'token') says(`response_type ${form.get('response_type')}`);
    const wanted = this.options.tokenPerScope
      ? [this.scopes.request, this.scopes.download]
      : [`${this.scopes.request} ${this.scopes.download}`, `${this.scopes.download} ${this.scopes.request}`];
    const scope = form.get('scope') ?? '';
    if (!wanted.includes(scope)) says(`scope ${JSON.stringify(scope)}`);
    const tlsSocket = request.socket as import('node:tls').TLSSocket;
    const issue = (): string => this.#issue(scope);
    const full: AuthenticateCall = {
      ...call,
      form,
      issue,
      grant: (parts) => this.#grant(issue, state, parts),
    };
    if (!tlsSocket.authorized) {
      const pairs = { error: 'access_denied', error_description: 'the client ID is not authorized', state };
      return redirectTo(this.callback('#', pairs));
    }
    return this.options.authenticate?.(full, this.#authCalls) ?? full.grant();
  }

  /** The redirect target: the trap server, where nobody may ever call. */
  callback(
    place: string,
    pairs: Record<string, string | undefined>,
    encode: (value: string) => string = encodeURIComponent,
  ): string {
    const text = Object.entries(pairs)
      .filter((pair): pair is [string, string] => pair[1] !== undefined)
      .map(([name, value]) => `${name}=${encode(value)}`)
      .join('&');
    return `${this.origin('trap')}/callback${place}${text}`;
  }

  #grant(issue: () => string, state: string, parts: GrantParts = {}): Answer {
    const pairs = {
      access_token: issue(),
      state,
      token_type: 'Bearer',
      expires_in: this.options.expiresIn ?? '899',
      ...parts.pairs,
    };
    const url = this.callback(parts.place ?? '#', pairs, parts.encode);
    return redirectTo(
      parts.redirect === undefined ? url : parts.redirect + url.slice(url.indexOf(parts.place ?? '#')),
    );
  }

  #issue(scope: string): string {
    this.#tokenCount += 1;
    const value =
      this.options.makeToken?.(this.#tokenCount) ?? `tok-${randomBytes(24).toString('base64url')}`;
    const goodUntil = this.clock.monotonic() + (this.options.tokenLifeMs ?? 899_000);
    this.#tokens.set(value, { value, scopes: new Set(scope.split(' ')), goodUntil });
    this.secrets.set(value, 'an access token');
    return value;
  }

  /** `undefined` when the bearer token is good for the scope, else the 401 of the interface. */
  #refuseToken(call: Call, scope: string): Answer | undefined {
    const [, value = ''] = /^Bearer (.+)$/.exec(call.headers.authorization ?? '') ?? [];
    const token = this.#tokens.get(value);
    const where = `${call.operation} ${call.tripkitId ?? ''}`;
    if (!token) {
      this.violation(
        `${where}: Authorization is ${JSON.stringify(call.headers.authorization)?.slice(0, 60)}`,
      );
      return { status: 401 };
    }
    if (!token.scopes.has(scope)) {
      this.violation(`${where}: the token lacks the scope ${scope}`);
      return { status: 401 };
    }
    if (this.options.tokenPerScope && token.scopes.size !== 1)
      this.violation(`${where}: a token of several scopes`);
    return this.clock.monotonic() > token.goodUntil ? { status: 401 } : undefined;
  }

  #request(call: Call): Answer | Promise<Answer> {
    const refused = this.#refuseToken(call, this.scopes.request);
    if (refused) return refused;
    this.#requests += 1;
    if (this.options.request) return this.options.request(call, this.#requests);
    const id = `TK-${this.#requests}-${randomBytes(4).toString('hex')}`;
    return this.accept(call, id);
  }

  /** Accepts a request: makes the kit and answers 202 with its id at `/tripkit_id`. */
  accept(call: Call, id: string): Answer {
    if (!this.kits.has(id)) this.kit(id);
    this.requestedAt.set(id, call.at);
    return { status: 202, json: { tripkit_id: id } };
  }

  #pdf(call: Call): Answer {
    const id = call.tripkitId ?? '';
    if (call.method !== 'GET') this.violation(`get-PDF with ${call.method}`);
    if (call.body !== '') this.violation('get-PDF with a body');
    const refused = this.#refuseToken(call, this.scopes.download);
    const since = call.at - (this.requestedAt.get(id) ?? Number.NEGATIVE_INFINITY);
    if (since < 5000) this.violation(`get-PDF ${Math.round(since)} ms after the request (rule 1: 5000)`);
    if (refused) return refused;
    const kit = this.kits.get(id);
    if (!kit) {
      this.violation(`get-PDF of an unknown tripkit_id ${JSON.stringify(id)}`);
      return refusal(404, '404', 'no such trip kit');
    }
    kit.asked += 1;
    const answer = kit.answers[Math.min(kit.asked, kit.answers.length) - 1] ?? generating;
    return typeof answer === 'function' ? answer(call, kit.asked) : answer;
  }

  #serveStorage(call: Call, request: http.IncomingMessage, response: http.ServerResponse): void {
    if (call.method !== 'GET' && call.method !== 'HEAD') this.violation(`storage: ${call.method}`);
    this.options.onDownload?.(call);
    const kit = this.#files.get(call.url.split('?')[0] ?? '');
    if (!kit) {
      this.violation(`storage: unknown ${call.url.split('?')[0]}`);
      response.writeHead(404).end();
      return;
    }
    serveFile(kit.file, call, request, response);
  }

  async #send(call: Call, coming: Answer | Promise<Answer>, response: http.ServerResponse): Promise<void> {
    const answer = await coming;
    call.answered = typeof answer === 'string' ? answer : 'raw' in answer ? 'raw' : String(answer.status);
    sendAnswer(answer, response);
  }
}

/** Writes an answer on the wire. */
export function sendAnswer(answer: Answer, response: http.ServerResponse): void {
  if (answer === 'hang') return;
  if (answer === 'drop') {
    response.socket?.destroy();
    return;
  }
  if ('raw' in answer) {
    response.socket?.end(answer.raw);
    return;
  }
  const body = answer.json === undefined ? (answer.text ?? '') : JSON.stringify(answer.json);
  const type = answer.json === undefined ? 'text/plain' : 'application/json';
  const headers = {
    ...(body ? { 'content-type': type } : {}),
    'content-length': String(Buffer.byteLength(body)),
  };
  response.writeHead(answer.status, { ...headers, ...answer.headers }).end(body);
}

const redirectTo = (location: string): Answer => ({ status: 302, headers: { location } });

function decodeOr(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
