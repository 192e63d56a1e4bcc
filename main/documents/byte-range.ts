/** Parses the Range header (RFC 9110, section 14), for a single range of bytes. */

/** First and last byte, both inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part that a Range header asks for, of a representation with `length` bytes. `whole`: no header, or one to ignore
 * (another unit, malformed, several ranges: 14.2 allows this). `unsatisfiable`: the response is 416.
 */
export function parseRange(header: string | null, length: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  if (match === null) return 'whole';
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const suffix = Number(to);
    if (suffix === 0 || length === 0) return 'unsatisfiable';
    return { first: Math.max(0, length - suffix), last: length - 1 };
  }
  const first = Number(from);
  const last = to === '' ? Number.POSITIVE_INFINITY : Number(to);
  if (last < first) return 'whole';
  if (first >= length) return 'unsatisfiable';
  return { first, last: Math.min(last, length - 1) };
}
