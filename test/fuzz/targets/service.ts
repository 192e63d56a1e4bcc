/** Answers of the three servers: status, headers and bodies, as bytes on a connection, through the code that reads them. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { TripKitError } from '../../../main/common/errors.ts';
import { parsedJson } from '../../../main/common/json-text.ts';
import { parseServiceProfile } from '../../../main/profile/profile.ts';
import { readLocation, readRetryAfter, type StreamAnswer } from '../../../main/service/answer.ts';
import { authenticate, readGrant } from '../../../main/service/authenticate.ts';
import { answerFailure } from '../../../main/service/bearer-call.ts';
import { type CallOptions, Connection } from '../../../main/service/connection.ts';
import { downloadDocument } from '../../../main/service/download.ts';
import { readHttpDate, servedAt, storedAt } from '../../../main/service/http-date.ts';
import { readMessages } from '../../../main/service/messages.ts';
import { captivePortal } from '../../../main/service/network-failure.ts';
import { getTripKitPdf, requestTripKit } from '../../../main/service/trip-kit-service.ts';
import { defineTarget } from '../define-target.ts';
import { bytes } from '../mutators/bytes.ts';
import { mutateText } from '../mutators/pieces.ts';
import { text } from '../mutators/text.ts';
import { PROFILE } from './profile.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
/** Node takes no more of them; bytes. */
const MAX_HEADERS = 16_384;
const HEAD = 'Date: Sun, 22 Nov 2026 12:00:00 GMT\r\nServer: demo';
const GOOD = 'access_token=TOKEN&state={state}&token_type=Bearer&expires_in=899';
const MESSAGES = {
  messages: [
    { code: '205', type: 'Warning', message: 'The closest route points were taken.', field: 3 },
    {
      code: '201',
      type: 'Error',
      message: 'Not covered: access_token=abcdefgh, https://u:p@host/x?sig=12345',
    },
  ],
};

function answer(status: string, headers: string, body: unknown): string {
  const written = typeof body === 'string' ? body : JSON.stringify(body);
  return `HTTP/1.1 ${status}\r\n${HEAD}\r\n${headers}Content-Length: ${Buffer.byteLength(written)}\r\n\r\n${written}`;
}

const ANSWERS = [
  answer('302 Found', `Location: https://app.example/cb#${GOOD}\r\n`, ''),
  answer('302 Found', 'Location: https://app.example/?error=access_denied&error_description=no+way.\r\n', ''),
  answer('302 Found', 'Location: https://hotel.example/login\r\n', '<html>Sign in</html>'),
  answer('201 Created', 'Location: /v1/tripkits/TK%2D1\r\nContent-Type: application/json\r\n', {
    tripkit_id: 'TK-1',
    ...MESSAGES,
  }),
  answer('200 OK', 'Content-Type: application/json\r\n', {
    url: 'https://storage.example/kit.pdf?sig=abcdefghijklmnop',
    ...MESSAGES,
  }),
  answer('202 Accepted', '', MESSAGES),
  answer('400 Bad Request', 'Content-Type: application/json\r\n', MESSAGES),
  answer('401 Unauthorized', 'WWW-Authenticate: Bearer\r\n', {
    messages: [{ code: '301', type: 'Error', message: 'Token' }],
  }),
  answer('429 Too Many Requests', 'Retry-After: Sun, 22 Nov 2026 12:01:00 GMT\r\n', ''),
  answer('503 Service Unavailable', 'Retry-After: 30\r\n', '<!doctype html><html>'),
  answer('511 Network Authentication Required', '', ''),
  answer(
    '200 OK',
    'ETag: "a1"\r\nLast-Modified: Sun, 22 Nov 2026 11:59:00 GMT\r\nAccept-Ranges: bytes\r\n',
    `%PDF-1.7${'x'.repeat(200)}`,
  ),
  answer('206 Partial Content', 'ETag: "a1"\r\nContent-Range: bytes 5-14/15\r\n', '0123456789'),
  answer('416 Range Not Satisfiable', 'Content-Range: bytes */15\r\n', ''),
  `HTTP/1.1 200 OK\r\n${HEAD}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"url\r\n3\r\n":1\r\n1\r\n}\r\n0\r\n\r\n`,
];

/** A server whose next answer is given; it puts the state of the request in the place of `{state}`, and hangs up. */
async function startServer() {
  let next = '';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let asked = '';
    socket.on('data', (piece) => {
      const answered = asked !== '';
      asked += piece.toString('latin1');
      if (answered) return;
      const state = /state=([\w-]+)/.exec(asked)?.[1] ?? '';
      socket.end(next.replaceAll('{state}', state), 'latin1');
    });
  });
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const giveNext = (answer: Buffer) => {
    next = answer.toString('latin1');
  };
  return { origin, giveNext };
}

/** Redirects lead nowhere but here: nobody's name is looked up. */
class LoopbackConnection extends Connection {
  readonly #origin: string;

  constructor(origin: string) {
    super({ role: 'api', trust: [], limits: { connect: 5_000, head: 5_000, silence: 5_000, call: 10_000 } });
    this.#origin = origin;
  }

  override stream<T>(options: CallOptions, read: (answer: StreamAnswer) => Promise<T>): Promise<T> {
    if (options.origin === this.#origin) return super.stream(options, read);
    return Promise.reject(new TripKitError('network', 'A redirect that is not followed here.'));
  }
}

let opened: ReturnType<typeof open> | undefined;

async function open() {
  const server = await startServer();
  const own = { auth_url: `${server.origin}/as`, base_url: server.origin };
  const byHeader = parseServiceProfile(JSON.stringify(PROFILE));
  const byPointer = parseServiceProfile(JSON.stringify({ ...PROFILE, request: {} }));
  return { ...server, profile: { ...byHeader, ...own }, byPointer: { ...byPointer, ...own } };
}

/** Takes everything and keeps nothing. @param received bytes that are said to be here already */
function sink(received: number) {
  const take = async () => {};
  return { received, etag: received > 0 ? '"a1"' : null, total: null, begin: take, write: take };
}

async function readFromConnection(input: Buffer): Promise<void> {
  opened ??= open();
  const { giveNext, origin, profile, byPointer } = await opened;
  giveNext(input);
  const connection = new LoopbackConnection(origin);
  const common = { connection, now: () => NOW };
  const bearer = { ...common, token: 'TOKEN' };
  const trip = { origin: 'EHAM', destination: 'KJFK' };
  const storage = { ...common, url: `${origin}/kit.pdf`, insecure_hosts: ['127.0.0.1'], user_agent: 'demo' };
  const results = await Promise.allSettled([
    authenticate({ transport: connection, now: common.now, profile, scopes: ['a'] }),
    requestTripKit({ ...bearer, profile, trip }),
    requestTripKit({ ...bearer, profile: byPointer, trip }),
    getTripKitPdf({ ...bearer, profile, tripkit_id: 'TK-1' }),
    downloadDocument({ ...storage, sink: sink(0), onStored: () => {} }),
    downloadDocument({ ...storage, sink: sink(5), onStored: () => {} }),
  ]);
  await connection.close();
  for (const result of results) {
    if (result.status === 'rejected' && !(result.reason instanceof TripKitError)) throw result.reason;
  }
}

/** Every reader of a whole answer, as it is when it has come. @param input its status, headers and body as JSON */
function readWholeAnswer(input: string): void {
  const read = parsedJson(input);
  if (typeof read !== 'object' || read === null) return;
  const { status, headers, body } = read as { status?: unknown; headers?: unknown; body?: unknown };
  const named = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  const answer = {
    status: typeof status === 'number' ? status : 200,
    headers: Object.fromEntries(
      named.map(([name, value]) => [name.toLowerCase(), String(value).slice(0, MAX_HEADERS)]),
    ),
    text: typeof body === 'string' ? body : (JSON.stringify(body) ?? ''),
  };
  const origin = 'https://api.example';
  captivePortal(answer, { role: 'auth', origin });
  captivePortal(answer, { role: 'api', origin });
  readMessages(parsedJson(answer.text));
  answerFailure(answer, { host: 'api.example', now: NOW });
  servedAt(answer.headers, NOW);
  storedAt(answer.headers, NOW);
  readGrant(answer, { state: 'STATE', host: 'auth.example', now: NOW });
}

const whole = (status: number, headers: object, body: unknown) => JSON.stringify({ status, headers, body });

export const targets = [
  defineTarget({
    name: 'service-connection',
    domain: bytes((random, input) =>
      Buffer.from(mutateText(random, input.toString('latin1'), ANSWERS), 'latin1'),
    ),
    seeds: () => ANSWERS.map((one) => Buffer.from(one, 'latin1')),
    run: readFromConnection,
    // Six calls, and the server's own part.
    limits: { cpu_ms: 250 },
    cost: 40,
  }),
  defineTarget({
    name: 'service-answers',
    domain: text(),
    seeds: () => [
      whole(
        302,
        { location: 'https://app/#access_token=T&state=STATE&token_type=Bearer&expires_in=899' },
        '',
      ),
      whole(302, { location: 'https://app/?error=server_error&error_description=Try+again.+Later.' }, ''),
      whole(302, { location: 'https://hotel.example/?error=x' }, '<html>'),
      whole(400, { date: 'Sun, 22 Nov 2026 12:00:00 GMT', age: '1' }, MESSAGES),
      whole(404, { 'content-type': 'text/html', 'retry-after': '7' }, '<!doctype html>'),
      whole(
        429,
        { 'retry-after': 'Sun, 22 Nov 2026 12:01:00 GMT', 'last-modified': 'Sunday, 22-Nov-26 12:00:00 GMT' },
        '',
      ),
    ],
    run: readWholeAnswer,
    cost: 2,
  }),
  defineTarget({
    name: 'http-headers',
    domain: text(),
    seeds: () => [
      'Sun, 06 Nov 1994 08:49:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
      '120',
      'https://app.example/cb?a=%20&b=c#access_token=x&state=%ff',
    ],
    run: (input) => {
      const header = input.slice(0, MAX_HEADERS);
      readHttpDate(header, NOW);
      readRetryAfter(header, NOW);
      readLocation(header);
    },
  }),
];
