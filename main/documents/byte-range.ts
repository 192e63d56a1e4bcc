/** The Range header (RFC 9110, section 14), as far as one range of bytes goes. */

/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * What a Range header asks of a representation of `length` bytes: `whole` where there is none or one that is to be
 * ignored (another unit, malformed, several ranges: 14.2 allows to), `unsatisfiable` where 416 is the answer.
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
