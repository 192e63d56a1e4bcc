/** One file in the strict storage, and how badly its server behaves. */
import type http from 'node:http';
import type { Call } from './strict-service.ts';

/** A file with its validator (RFC 9110, 8.8) and its faults. */
export interface StoredFile {
  content: Buffer;
  /** The ETag header as written (`W/"…"` is weak); empty: none. */
  etag: string;
  /** Whether Range is honoured (RFC 9110, 14). */
  ranges: boolean;
  /** Answers a download its own way; returns true when it has answered. */
  answer?: (download: Download) => boolean;
  /** Sends this many bytes of the nth answer's body and drops the connection; undefined sends all. */
  cut?: (nth: number) => number | undefined;
  /** Leaves Content-Length out (chunked). */
  chunked?: boolean;
  asked?: number;
}

/** A call for a file, with the response to answer it on. */
export interface Download {
  readonly file: StoredFile;
  readonly call: Call;
  readonly nth: number;
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  /** The first byte asked for: 0 without Range. */
  readonly from: number;
}

/** Serves a file strictly by RFC 9110: a Range holds only while If-Range equals a strong ETag. */
export function serveFile(
  file: StoredFile,
  call: Call,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  file.asked = (file.asked ?? 0) + 1;
  const nth = file.asked;
  const [, first] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
  const from = first === undefined ? 0 : Number(first);
  if (file.answer?.({ file, call, nth, request, response, from })) {
    call.answered ||= String(response.statusCode);
    return;
  }
  const ifRange = request.headers['if-range'];
  const holds = ifRange === undefined || (ifRange === file.etag && !ifRange.startsWith('W/'));
  const part = file.ranges && first !== undefined && holds;
  const total = file.content.length;
  const validators: Record<string, string> = file.etag ? { etag: file.etag } : {};
  if (part && from >= total) {
    call.answered = '416';
    response
      .writeHead(416, { ...validators, 'content-range': `bytes */${total}`, 'content-length': '0' })
      .end();
    return;
  }
  const body = part ? file.content.subarray(from) : file.content;
  call.answered = part ? '206' : '200';
  response.writeHead(part ? 206 : 200, {
    'content-type': 'application/pdf',
    ...(file.ranges ? { 'accept-ranges': 'bytes' } : {}),
    ...(part ? { 'content-range': `bytes ${from}-${total - 1}/${total}` } : {}),
    ...(file.chunked ? {} : { 'content-length': String(body.length) }),
    ...validators,
  });
  const cut = file.cut?.(nth);
  if (request.method === 'HEAD') response.end();
  else if (cut !== undefined && cut < body.length) sendThenDrop(response, body.subarray(0, cut));
  else response.end(body);
}

/** Sends some bytes of a body and then drops the connection, once they are out. */
export function sendThenDrop(response: http.ServerResponse, bytes: Buffer): void {
  // Not `destroy`, which may throw bytes away that the client was to get.
  response.write(bytes, () => response.socket?.destroySoon());
}
