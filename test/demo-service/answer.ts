/** What servers send, and the ways to make it. */
import { createReadStream } from 'node:fs';
import { pipeline as chain, type Readable, Transform } from 'node:stream';
import type { FaultAction } from './faults.ts';

/** Bytes `from` to `to` (included) of a file; `patch` replaces bytes at absolute offsets on the way out. */
export interface FileSlice {
  file: string;
  from: number;
  to: number;
  patch?: { offset: number; bytes: Buffer } | undefined;
}

/** What a handler wants sent. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer | FileSlice;
}

/** JSON with the interface's content type. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** A page such as a captive portal or a proxy sends. */
export function htmlPage(status = 200): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><title>Welcome</title><h1>Welcome to the hotel network</h1><p>Please sign in.</p>',
  };
}

/** A path segment, decoded; undefined where its percent-encoding is broken. */
export function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The bytes of a slice, patched where it says so. */
export function readSlice(slice: FileSlice): Readable {
  const stream = createReadStream(slice.file, { start: slice.from, end: slice.to });
  const patch = slice.patch;
  if (!patch) return stream;
  let at = slice.from;
  const patching = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let i = 0; i < patch.bytes.length; i += 1) {
        const index = patch.offset + i - at;
        if (index >= 0 && index < chunk.length) chunk[index] = patch.bytes[i] ?? 0;
      }
      at += chunk.length;
      done(null, chunk);
    },
  });
  // An error of either stream destroys both, and so reaches the reader.
  return chain(stream, patching, () => undefined);
}

/** The answer of a fault rule that asks for a status. */
export function statusAnswer(action: Extract<FaultAction, { action: 'status' }>): Answer {
  const headers: Record<string, string> = { 'content-type': action.content_type ?? 'text/plain' };
  if (action.status === 401) headers['www-authenticate'] = 'Bearer error="invalid_token"';
  if (action.retry_after !== undefined) {
    headers['retry-after'] =
      action.retry_after_form === 'date'
        ? new Date(Date.now() + action.retry_after * 1000).toUTCString()
        : String(action.retry_after);
  }
  return {
    status: action.status,
    headers,
    body: action.body ?? `Status ${action.status} by the fault script.`,
  };
}
