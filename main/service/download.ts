import type { IncomingHttpHeaders } from 'node:http';
import { TripKitError } from '../common/errors.ts';
import { answered, CallFailure, isWebPage, type ServerRole, type StreamAnswer } from './answer.ts';
import type { Connection } from './connection.ts';
import { storedAt } from './http-date.ts';
import { nameServer, SIGN_IN_FIRST } from './network-failure.ts';

/** Receives the bytes: an unfinished file that knows what it has (main/documents/part-file.ts). */
export interface DocumentSink {
  /** Bytes in the file. */
  readonly received: number;
  /** The strong ETag under which the download can be resumed; null if it can't. */
  readonly etag: string | null;
  /** Length of the whole document, bytes; null if the storage did not say. */
  readonly total: number | null;
  /** Starts from the beginning. */
  begin(document: { etag: string | null; total: number | null }): Promise<void>;
  write(piece: Uint8Array): Promise<void>;
}

/** The options of a download. */
export interface DownloadOptions {
  connection: Connection;
  /** The URL from get-PDF. A secret: never part of a message. */
  url: string;
  insecure_hosts: readonly string[];
  user_agent: string;
  /** The server in sentences; by default the service's storage. */
  role?: ServerRole;
  /** Headers that let the call in. Sent to the server of `url` alone, never to one that it redirects to. */
  authorization?: Record<string, string>;
  sink: DocumentSink;
  /** Called before the first byte of a document that starts from the beginning; may refuse it. */
  onBegin?: (total: number | null) => Promise<void>;
  /**
   * Called with the time when the storage received the document, ms since 1970 UTC; null if the answer with the first byte
   * gives none, or none that is credible (http-date.ts).
   */
  onStored?: (at: number | null) => void;
  /** Called after each written piece. */
  onProgress?: (received: number, total: number | null) => void;
  now: () => number;
  signal?: AbortSignal | undefined;
}

const MAX_REDIRECTS = 5;
/** Larger than any real kit; a storage that never stops sending must not fill the disk. Bytes. */
const MAX_DOCUMENT_BYTES = 4 * 1024 ** 3;

/** The storage no longer accepts the URL: get a fresh one from get-PDF. */
export class UrlRefused extends CallFailure {}

/**
 * Reads the whole document into `sink`, resuming where it is while the ETag is the same (RFC 9110 section 13.1.5). One try:
 * after a failure the sink keeps its bytes, and the next call resumes. The bearer token is never sent to the storage.
 *
 * @throws UrlRefused (403, 404, 410 and the like); CallFailure of kind `network` or `service`; TripKitError of kind
 * `document` for an unacceptable URL, `disk` from the sink
 */
export async function downloadDocument(options: DownloadOptions): Promise<void> {
  let url = checkDocumentUrl(options.url, options.insecure_hosts);
  for (let redirects = 0; ; redirects += 1) {
    const next = await readOnce(url, options);
    if (next === null) return;
    if (redirects === MAX_REDIRECTS) {
      throw new TripKitError(
        'document',
        `The document storage redirected more than ${MAX_REDIRECTS} times. Tell the service's operator.`,
        { condition: 'too_many_redirects' },
      );
    }
    url = checkDocumentUrl(next, options.insecure_hosts, url);
  }
}

/**
 * Checks the URL of a PDF, or of a redirect on the way to it: https, or plain http from the hosts in the profile
 * (`storage.insecure_hosts`).
 *
 * @param base the URL that redirected here; absent for the service's own answer, which must be absolute
 * @throws TripKitError of kind `document`; its message contains at most the host
 */
export function checkDocumentUrl(text: string, insecure_hosts: readonly string[], base?: URL): URL {
  const refuse = (condition: string, why: string) =>
    new TripKitError(
      'document',
      `The address of the PDF that the service gave was refused: ${why}. Tell the service's operator.`,
      { condition },
    );
  const url = URL.parse(text, base?.href);
  if (!url) throw refuse('url_unreadable', 'it is no complete web address');
  const host = url.hostname.toLowerCase();
  if (url.protocol !== 'https:') {
    const named = url.protocol === 'http:' && insecure_hosts.some((name) => name.toLowerCase() === host);
    if (!named) {
      throw url.protocol === 'http:'
        ? refuse(
            'url_insecure',
            `plain http from ${host}, which the profile's storage.insecure_hosts does not name`,
          )
        : refuse('url_scheme', 'it is neither https nor http');
    }
  }
  if (url.username || url.password) throw refuse('url_credentials', 'it carries a user name or password');
  return url;
}

/** Makes one request. Returns where it was redirected to, or null when the document is complete. */
function readOnce(url: URL, options: DownloadOptions): Promise<string | null> {
  const { sink } = options;
  const resume = sink.received > 0 && sink.etag !== null;
  const begin = async (document: { etag: string | null; total: number | null }) => {
    await sink.begin(document);
    await options.onBegin?.(document.total);
  };
  return options.connection.stream(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: {
        'user-agent': options.user_agent,
        accept: 'application/pdf, */*;q=0.1',
        // With a compressed transfer, byte positions would be meaningless.
        'accept-encoding': 'identity',
        ...(url.origin === new URL(options.url).origin ? options.authorization : {}),
        ...(resume ? { range: `bytes=${sink.received}-`, 'if-range': sink.etag ?? '' } : {}),
      },
      signal: options.signal,
    },
    async (answer) => {
      const { status, headers } = answer;
      if ([301, 302, 303, 307, 308].includes(status) && typeof headers.location === 'string') {
        return headers.location;
      }
      if (status === 200) {
        // Not for the service's storage: by the contract, its page is a document that is not sound.
        if (options.role === 'shelf' && isWebPage(answer)) throw webPage(answer, url, options);
        await begin({ etag: strongEtag(headers), total: length(headers['content-length']) });
        options.onStored?.(storedAt(headers, options.now()));
        await readBody(answer, options);
        return null;
      }
      if (status === 206 && resume) {
        const range = contentRange(headers['content-range']);
        if (range?.start === sink.received && etagHolds(headers, sink) && totalHolds(range.total, sink)) {
          // The rest of the same document: its headers may say less than those of the beginning.
          const stored = storedAt(headers, options.now());
          if (stored !== null) options.onStored?.(stored);
          await readBody(answer, options);
          return null;
        }
        await begin({ etag: null, total: null });
        throw storageFailure(answer, url, options, 'range_mismatch');
      }
      if (status === 416 && resume) {
        const total = contentRange(headers['content-range'])?.total;
        if (total !== undefined && total === sink.received && total === sink.total) return null;
        await begin({ etag: null, total: null });
      }
      throw storageFailure(answer, url, options, 'storage_status');
    },
  );
}

async function readBody(
  { body }: StreamAnswer,
  { sink, onProgress, signal }: DownloadOptions,
): Promise<void> {
  onProgress?.(sink.received, sink.total);
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    await sink.write(piece);
    if (sink.received > MAX_DOCUMENT_BYTES || (sink.total !== null && sink.received > sink.total)) {
      throw new TripKitError(
        'document',
        'The document storage sent more than the document is long. Try again; if it stays so, tell the service’s operator.',
        { condition: 'too_long' },
      );
    }
    onProgress?.(sink.received, sink.total);
  }
  signal?.throwIfAborted();
  if (sink.total !== null && sink.received < sink.total) {
    throw new CallFailure(
      'network',
      'The document storage stopped before the end of the document. Try again.',
      { condition: 'cut', role: 'storage', remedy: 'wait', maybe_received: true },
    );
  }
}

function storageFailure(
  answer: StreamAnswer,
  url: URL,
  { role = 'storage', now }: Pick<DownloadOptions, 'role' | 'now'>,
  condition: string,
): CallFailure {
  const { status } = answer;
  const server = nameServer(role, url.host);
  if (status === 429 || status >= 500 || status === 206 || status === 416) {
    return new CallFailure(
      'service',
      `The ${server} could not hand out the document just now (HTTP ${status}). Try again later.`,
      { ...answered(answer, condition, now(), 'wait'), role },
    );
  }
  return new UrlRefused(
    'service',
    `The ${server} does not hand out the document (HTTP ${status}): its address may have expired. Try again; if it stays so, tell the service's operator.`,
    answered(answer, condition, now()),
  );
}

function webPage(answer: StreamAnswer, url: URL, { now }: Pick<DownloadOptions, 'now'>): CallFailure {
  return new CallFailure(
    'service',
    `Instead of the document, a web page came from the ${nameServer('shelf', url.host)}. ${SIGN_IN_FIRST}`,
    { ...answered(answer, 'captive_portal', now(), 'wait'), role: 'shelf' },
  );
}

/** A weak ETag does not promise the same bytes, so the download can't be resumed (RFC 9110 section 8.8.1). */
function strongEtag(headers: IncomingHttpHeaders): string | null {
  const { etag } = headers;
  return etag && /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(etag) ? etag : null;
}

function etagHolds(headers: IncomingHttpHeaders, sink: DocumentSink): boolean {
  return headers.etag === undefined || headers.etag === sink.etag;
}

function totalHolds(total: number | undefined, sink: DocumentSink): boolean {
  return total === undefined || sink.total === null || total === sink.total;
}

function length(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

// A range with the total, or for a 416 an asterisk and the total (RFC 9110 section 14.4).
function contentRange(header: string | undefined): { start?: number; total?: number } | null {
  const match = /^bytes (?:(\d{1,15})-\d{1,15}|\*)\/(\d{1,15}|\*)$/.exec(header ?? '');
  if (!match) return null;
  return {
    ...(match[1] === undefined ? {} : { start: Number(match[1]) }),
    ...(match[2] === undefined || match[2] === '*' ? {} : { total: Number(match[2]) }),
  };
}
