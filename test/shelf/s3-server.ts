/**
 * A small S3 server in memory over TLS: one bucket, objects with ETags, ranges, conditional PUT and a listing in pages. It checks signatures by the rules of
 * AWS’s documentation (“Signature Version 4”, “Authenticating requests: using the Authorization header”), written out here.
 */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { S3Place } from '../../main/profile/profile.ts';
import { createAuthority, issueServer } from '../demo-service/pki.ts';
import { listen, stop } from '../demo-service/servers.ts';

export const KEY = { user: 'AKIDEXAMPLE', password: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const MAX_SKEW_MS = 15 * 60_000;

interface Signed {
  method: string;
  /** As it was sent, with a query if there is one. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The names of the signed headers, joined by semicolons. */
  names: string;
  /** As 20130524/us-east-1/s3/aws4_request. */
  scope: string;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The signature of a request: its canonical form, the string to sign, the signing key. */
export function signatureOf({ method, url, headers, names, scope }: Signed, secret: string): string {
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query
      .split('&')
      .map((pair) => (pair === '' || pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = scope
    .split('/')
    .reduce(hmac as (key: Buffer, part: string) => Buffer, Buffer.from(`AWS4${secret}`));
  return hmac(key, text).toString('hex');
}

/** What a test has the server do instead of its work. */
export type Fault = { status: number; code: string; headers?: Record<string, string> } | 'cut';

export interface S3Server {
  place: S3Place;
  /** PEM of its authority. */
  authority: string;
  /** Objects of the bucket by their keys. */
  objects: Map<string, Buffer>;
  /** Method, key and headers of each request. */
  requests: { method: string; key: string; headers: IncomingHttpHeaders }[];
  /** Asked for each request; null: it does its work. */
  fault: (method: string, key: string) => Fault | null;
  /** Whether everybody may read. */
  isPublic: boolean;
  /** Whether a PUT that has to make its object may replace one, as on servers before 2024. */
  ignoresConditions: boolean;
  /** How many objects it lists at once. */
  page: number;
  stop(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const authority = await createAuthority('Storage authority', 'Demo Air');
  const server = createServer(await issueServer(authority, 's3.example'));
  const endpoint = `https://127.0.0.1:${await listen(server, 0)}`;
  const s3: S3Server = {
    place: { endpoint, bucket: 'kits', region: 'eu-west-1', prefix: 'demo/air' },
    authority: authority.pem,
    ...{ objects: new Map(), requests: [], fault: () => null, isPublic: false, ignoresConditions: false },
    page: 1000,
    stop: () => stop(server),
  };
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const [, bucket = '', key = ''] = /^\/([^/]+)\/(.*)$/.exec(url) ?? [];
    s3.requests.push({ method, key, headers });
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const fault =
      s3.fault(method, key) ??
      refusal(s3, bucket, { method, url, headers }, body) ??
      work(s3, { method, key, headers }, body, response);
    if (fault === 'cut') response.destroy();
    else if (fault !== null) refuse(response, fault);
  });
  return s3;
}

function refuse(response: ServerResponse, { status, code, headers }: Exclude<Fault, 'cut'>): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`;
  response
    .writeHead(status, { 'content-type': 'application/xml', ...headers })
    .end(status === 304 ? '' : text);
}

/** Why a request is not let in; null: it is. */
function refusal(
  s3: S3Server,
  bucket: string,
  request: Pick<Signed, 'method' | 'url' | 'headers'>,
  body: Buffer,
): Fault | null {
  const { headers, method } = request;
  const no = (code: string, status = 403): Fault => ({ status, code });
  if (bucket !== s3.place.bucket) return no('NoSuchBucket', 404);
  if (headers.authorization === undefined) return s3.isPublic && method === 'GET' ? null : no('AccessDenied');
  const parts =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8}\/([\w-]+)\/s3\/aws4_request), SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization,
    );
  const [, id, scope = '', region, names = '', signature] = parts ?? [];
  if (region !== s3.place.region) return no('AuthorizationHeaderMalformed', 400);
  if (id !== KEY.user) return no('InvalidAccessKeyId');
  const needed = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (needed.some((name) => !names.split(';').includes(name))) return no('AccessDenied');
  if (signatureOf({ ...request, names, scope }, KEY.password) !== signature)
    return no('SignatureDoesNotMatch');
  const date = String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:');
  if (!(Math.abs(Date.parse(date) - Date.now()) <= MAX_SKEW_MS)) return no('RequestTimeTooSkewed');
  return headers['x-amz-content-sha256'] === hash(body) ? null : no('XAmzContentSHA256Mismatch', 400);
}

/** Answers a request that was let in. @returns what keeps it from that */
function work(
  { objects, ignoresConditions, page }: S3Server,
  { method, key, headers }: S3Server['requests'][number],
  body: Buffer,
  response: ServerResponse,
): Fault | null {
  if (method === 'GET' && key.startsWith('?')) {
    const listed = listing(objects, new URLSearchParams(key), page);
    response.writeHead(200, { 'content-type': 'application/xml' }).end(listed);
    return null;
  }
  const there = objects.get(key);
  if (method === 'PUT') {
    if (there && headers['if-none-match'] === '*' && !ignoresConditions)
      return { status: 412, code: 'PreconditionFailed' };
    objects.set(key, body);
    response.writeHead(200, { etag: etagOf(body) }).end();
    return null;
  }
  if (method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
    return null;
  }
  if (!there) return { status: 404, code: 'NoSuchKey' };
  const etag = etagOf(there);
  if (headers['if-none-match'] === etag) return { status: 304, code: '' };
  const from =
    headers['if-range'] === etag ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0;
  const rest = there.subarray(from);
  const range = { 'content-range': `bytes ${from}-${there.length - 1}/${there.length}` };
  response
    .writeHead(from > 0 ? 206 : 200, { etag, 'content-length': rest.length, ...(from > 0 && range) })
    .end(rest);
  return null;
}

/** The answer of ListObjectsV2. Its tokens have signs that XML and URLs escape. */
function listing(objects: Map<string, Buffer>, query: URLSearchParams, page: number): string {
  if (query.get('list-type') !== '2') throw new Error('Only ListObjectsV2 is known.');
  const after = query.get('continuation-token')?.slice('+&/='.length) ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
  const listed = keys.sort().slice(0, page);
  const contents = listed.map(
    (key) =>
      `<Contents><Key>${key}</Key><ETag>${escaped(etagOf(objects.get(key) as Buffer))}</ETag></Contents>`,
  );
  const rest =
    listed.length < keys.length
      ? `<NextContinuationToken>${escaped(`+&/=${listed.at(-1)}`)}</NextContinuationToken>`
      : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult>${rest}${contents.join('')}</ListBucketResult>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
