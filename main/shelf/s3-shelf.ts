/**
 * A shelf in S3-compatible storage: AWS, Ceph, MinIO and others. A name is claimed by a PUT that has to make the file (If-None-Match: *),
 * and each PUT takes effect as a whole. The bucket stands in the path: in the host name, a storage of one’s own would need DNS and a
 * certificate for each bucket.
 */

import type { Readable } from 'node:stream';
import aws4 from 'aws4';
import type { S3Place } from '../profile/profile.ts';
import { CallFailure } from '../service/answer.ts';
import { CLOCKS_APART_MS, servedAt } from '../service/http-date.ts';
import {
  FULL,
  HttpShelf,
  type HttpShelfOptions,
  isDone,
  LISTED_BYTES,
  type Meaning,
  type ShelfAnswer,
  type ShelfCall,
  xmlParts,
  xmlText,
} from './http-shelf.ts';
import { sha256Of } from './shelf-index.ts';
import type { ListedFile } from './shelf-place.ts';

/** The most files that a server lists at once. */
const PAGE = 1000;
/** Longer than the error of any server, in characters. */
const MAX_ERROR = 65_536;
/** A server that knows no conditional PUT. */
const UNCONDITIONAL: Meaning = {
  kind: 'service',
  condition: 'shelf_turns',
  advice:
    'It knows no conditional PUT (If-None-Match), by which desks take turns. Use a newer version of it, or another storage: ask your airline’s IT.',
};
const OTHER_REGION: Meaning = {
  kind: 'service',
  condition: 'shelf_region',
  advice: 'The bucket is in another region: correct “region” and “endpoint” in the profile.',
};
const NO_BUCKET: Meaning = {
  kind: 'service',
  condition: 'shelf_folder',
  advice: 'The bucket is not there: make it, or correct its name in the profile.',
};
const WRONG_CLOCK: Meaning = {
  kind: 'authentication',
  condition: 'shelf_clock',
  advice: 'The clock of this computer is wrong: set it, and try again.',
};
/** Codes of errors whose HTTP status says too little. */
const meanings: ReadonlyMap<string, Meaning> = new Map([
  ['NoSuchBucket', NO_BUCKET],
  ['PermanentRedirect', OTHER_REGION],
  ['AuthorizationHeaderMalformed', OTHER_REGION],
  ['RequestTimeTooSkewed', WRONG_CLOCK],
  // Ceph's and MinIO's, each with a status of its own.
  ['QuotaExceeded', FULL],
  ['XMinioAdminBucketQuotaExceeded', FULL],
  ['EntityTooLarge', FULL],
  ['NotImplemented', UNCONDITIONAL],
]);

export class S3Shelf extends HttpShelf {
  readonly #place: S3Place;
  /** How far the server's clock is ahead of ours, ms. Signatures hold for some minutes only. */
  #clockOff = 0;
  /** Whether this server was seen to refuse a name that is taken. */
  #refusesTaken = false;

  constructor(place: S3Place, options: HttpShelfOptions) {
    const { endpoint, bucket, prefix } = place;
    super(`${endpoint}/${bucket}/${prefix === '' ? '' : `${prefix}/`}`, options);
    this.#place = place;
  }

  /** There are no folders. */
  async prepare(): Promise<void> {}

  /** Page by page (ListObjectsV2). */
  async list(folder: string, { most, signal }: { most: number; signal: AbortSignal }): Promise<ListedFile[]> {
    const { prefix } = this.#place;
    const above = prefix === '' ? '' : `${prefix}/`;
    const before = `${above}${folder}/`;
    const bucket = this.url.pathname.slice(0, this.url.pathname.length - above.length);
    const files: ListedFile[] = [];
    for (let token: string | null = null; files.length < most; ) {
      const query: Record<string, string> = { 'list-type': '2', prefix: before, 'max-keys': String(PAGE) };
      if (token !== null) query['continuation-token'] = token;
      const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
      const call = { method: 'GET', name: '', path: `${bucket}?${pairs.join('&')}`, signal };
      const xml: string = await this.send(call, async (answer) => {
        if (!isDone(answer)) throw this.failure(answer, 'could not be listed');
        return (await this.bytesOf(answer.body, PAGE * LISTED_BYTES)).toString('utf8');
      });
      const found = xmlParts(xml, 'Contents');
      for (const one of found) {
        const key = xmlText(one, 'Key') ?? '';
        if (key.startsWith(before))
          files.push({ name: key.slice(before.length), version: xmlText(one, 'ETag') });
      }
      token = found.length === 0 ? null : plainXml(xmlText(xml, 'NextContinuationToken'));
      if (token === null) break;
    }
    return files.slice(0, most);
  }

  async claim(name: string, signal: AbortSignal): Promise<boolean> {
    if (!(await this.#create(name, signal))) return false;
    if (this.#refusesTaken) return true;
    // A server that ignores the condition would give the turn to every desk, and kits would be lost.
    this.#refusesTaken = !(await this.#create(name, signal));
    if (this.#refusesTaken) return true;
    await this.release(name, signal);
    throw new CallFailure('service', `The shelf ${this.where} can’t be written. ${UNCONDITIONAL.advice}`, {
      ...{ condition: UNCONDITIONAL.condition, role: 'shelf', remedy: 'none', maybe_received: true },
    });
  }

  release(name: string, signal: AbortSignal): Promise<void> {
    return this.remove(name, signal);
  }

  /** @returns false if there is such a file */
  #create(name: string, signal: AbortSignal): Promise<boolean> {
    const headers = { 'if-none-match': '*', 'content-length': '0' };
    return this.send({ method: 'PUT', name, headers, body: Buffer.alloc(0), signal }, async (answer) => {
      // 409: another desk is just taking it or giving it back.
      if (answer.status === 412 || answer.status === 409) return false;
      if (isDone(answer)) return true;
      throw this.failure(answer, 'did not take a file');
    });
  }

  protected override send<T>(call: ShelfCall, read: (answer: ShelfAnswer) => Promise<T>): Promise<T> {
    return super.send(call, async (answer) => {
      if (isDone(answer) || answer.status === 304) return read(answer);
      const code = await codeOf(answer.body);
      if (code === 'RequestTimeTooSkewed' && this.#followClock(answer)) return this.send(call, read);
      return read({ ...answer, code });
    });
  }

  /** Takes over the clock of the server that refused ours. @returns false if that changes nothing */
  #followClock({ headers }: ShelfAnswer): boolean {
    const now = this.options.now();
    const off = (servedAt(headers, now) ?? now) - now;
    if (Math.abs(off - this.#clockOff) < CLOCKS_APART_MS) return false;
    this.#clockOff = off;
    return true;
  }

  /** Signs a call (AWS Signature Version 4), its body included. */
  protected override authorize({
    method,
    name,
    path = this.url.pathname + name,
    headers,
    body,
  }: Omit<ShelfCall, 'signal'>): Record<string, string> {
    const { now } = this.options;
    const login = this.options.login();
    // A bucket that everybody may read.
    if (login === null) return {};
    const at = new Date(now() + this.#clockOff).toISOString();
    const own = {
      'x-amz-date': at.replace(/[:-]|\.\d+/g, ''),
      'x-amz-content-sha256':
        body === undefined || Buffer.isBuffer(body) ? sha256Of(body ?? Buffer.alloc(0)) : body.sha256,
    };
    const signed = aws4.sign(
      {
        ...{ service: 's3', region: this.#place.region, host: this.url.host },
        ...{ method, path, headers: { ...headers, ...own } },
      },
      { accessKeyId: login.user, secretAccessKey: login.password },
    );
    return { ...own, authorization: String(signed.headers?.Authorization) };
  }

  protected override isMissing(answer: ShelfAnswer): boolean {
    return super.isMissing(answer) && answer.code !== 'NoSuchBucket';
  }

  protected override meaningOf(answer: ShelfAnswer): Meaning {
    const { status, code = '' } = answer;
    const known = meanings.get(code);
    if (known !== undefined) return known;
    if (status !== 401 && status !== 403) return super.meaningOf(answer);
    const isWrong = code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch';
    const refused = isWrong
      ? 'It does not accept the access key or its secret'
      : 'The access key may not do that';
    const who = this.options.login() === null ? 'It asks for an access key' : refused;
    return { kind: 'authentication', condition: 'shelf_login', advice: `${who}: ask your airline’s IT.` };
  }
}

/** The code of an error, which is XML; empty if there is none. */
async function codeOf(body: Readable): Promise<string> {
  let text = '';
  for await (const piece of body as AsyncIterable<Buffer>) {
    text += piece.toString('latin1');
    if (text.length > MAX_ERROR) break;
  }
  return /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? '';
}

/** A text of XML with its escapes resolved; those that a token of base64 can have. */
function plainXml(text: string | null): string | null {
  const escapes: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text?.replace(/&(\w+);/g, (all, name: string) => escapes[name] ?? all) ?? null;
}
