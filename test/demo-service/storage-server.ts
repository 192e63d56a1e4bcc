/** Object storage with presigned URLs: entity tags, byte ranges (RFC 9110, 13 and 14), signature and expiry. */
import { type Answer, htmlPage } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { DemoKit, KitFile, KitRegistry } from './kits.ts';

/** The handler of the storage servers, https and plain http alike. */
export function storageHandler(kits: KitRegistry): (exchange: Exchange) => Promise<Answer> {
  return async (exchange) => {
    exchange.is('storage');
    const verdict = kits.verify(exchange.entry.path, exchange.query);
    if ('kit' in verdict) exchange.is('storage', verdict.kit.tripkit_id);
    if (exchange.req.headers.authorization !== undefined) {
      exchange.violation('authorization_at_storage', 'The bearer token was sent to storage.');
    }
    exchange.requireMethod('GET');
    exchange.requireNoBody();
    if ('refused' in verdict) return refusals[verdict.refused];
    const { kit } = verdict;
    const fault = await exchange.fault('storage');
    if (fault?.action === 'expire') {
      kit.epoch += 1;
      return refusals.expired;
    }
    if (fault?.action === 'change_etag') kit.version += 1;
    if (fault?.action === 'wrong_content' && fault.what === 'html') return htmlPage();
    const file = kit.file;
    if (!file) return refusals.missing;
    if (fault?.action === 'wrong_content' && fault.what === 'truncated_pdf') {
      return whole(kits, kit, { ...file, bytes: Math.max(1, Math.floor(file.bytes / 2)) });
    }
    return serve(kits, kit, file, exchange);
  };
}

function refusal(status: number, code: string, message: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

const refusals = {
  signature: refusal(403, 'SignatureDoesNotMatch', 'The signature of the URL does not match.'),
  expired: refusal(403, 'AccessDenied', 'Request has expired'),
  missing: refusal(404, 'NoSuchKey', 'The specified key does not exist.'),
};

function headersOf(kits: KitRegistry, kit: DemoKit, file: KitFile): Record<string, string> {
  return {
    'content-type': 'application/pdf',
    'accept-ranges': 'bytes',
    etag: kits.etag(kit, file),
    'last-modified': file.last_modified,
  };
}

/** A document's later versions differ from the first in the binary comment behind the PDF header. */
function patchOf(kit: DemoKit, file: KitFile): { offset: number; bytes: Buffer } | undefined {
  if (kit.version === 1 || file.comment_at === null) return undefined;
  return { offset: file.comment_at, bytes: Buffer.alloc(4, 0x80 + (kit.version % 127)) };
}

function whole(kits: KitRegistry, kit: DemoKit, file: KitFile): Answer {
  const headers = headersOf(kits, kit, file);
  if (file.bytes === 0) return { status: 200, headers };
  const body = { file: file.path, from: 0, to: file.bytes - 1, patch: patchOf(kit, file) };
  return { status: 200, headers, body };
}

function serve(kits: KitRegistry, kit: DemoKit, file: KitFile, exchange: Exchange): Answer {
  const { headers } = exchange.req;
  const etag = kits.etag(kit, file);
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined && !listed(ifMatch, etag)) {
    return refusal(412, 'PreconditionFailed', 'The document has changed.');
  }
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined && listed(ifNoneMatch, etag)) return { status: 304, headers: { etag } };
  if (!rangeHolds(headers['if-range'], etag, file.last_modified)) return whole(kits, kit, file);
  const range = parseRange(headers.range, file.bytes);
  if (range === 'whole') return whole(kits, kit, file);
  if (range === 'unsatisfiable') {
    const answer = refusal(416, 'InvalidRange', 'The requested range is not satisfiable.');
    return { ...answer, headers: { ...answer.headers, 'content-range': `bytes */${file.bytes}` } };
  }
  exchange.entry.range = { ...range, total: file.bytes };
  return {
    status: 206,
    headers: {
      ...headersOf(kits, kit, file),
      'content-range': `bytes ${range.from}-${range.to}/${file.bytes}`,
    },
    body: { file: file.path, ...range, patch: patchOf(kit, file) },
  };
}

function listed(header: string, etag: string): boolean {
  return header.split(',').some((item) => item.trim() === '*' || item.trim() === etag);
}

/** RFC 9110, 13.1.5: a strong tag that is the same, or exactly the date of the last change. */
function rangeHolds(ifRange: string | string[] | undefined, etag: string, last_modified: string): boolean {
  if (ifRange === undefined) return true;
  return ifRange === etag || ifRange === last_modified;
}

/** RFC 9110, 14.1.2. What can't be understood and lists of ranges get the whole document, which is allowed. */
export function parseRange(
  header: string | undefined,
  bytes: number,
): { from: number; to: number } | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Number(last);
    if (length === 0 || bytes === 0) return 'unsatisfiable';
    return { from: Math.max(0, bytes - length), to: bytes - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return 'whole';
  if (from >= bytes) return 'unsatisfiable';
  return { from, to: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
