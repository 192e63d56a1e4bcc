/** Decodes the streams of a document's structure: unfiltered or FlateDecode, PNG predictors (ISO 32000-1, 7.4.4). */
import { inflateSync } from 'node:zlib';
import { Irregular, integer, isName, type PdfDict, type PdfValue } from './values.ts';

interface Rows {
  /** Bytes of a row without its filter type. */
  row: number;
  /** Bytes of a pixel, at least 1. */
  pixel: number;
}

/**
 * The decoded bytes of a stream, at most `most`.
 *
 * @throws Irregular if there are more, the filters are unsupported, or the bytes are damaged
 */
export function decode(dict: PdfDict, bytes: Buffer, most: number): Buffer {
  // An external file, and abbreviations of inline images: readers treat them differently.
  if (dict.has('F') || dict.has('DP')) throw new Irregular('an unusual stream');
  const filter = only(dict.get('Filter'));
  const params = only(dict.get('DecodeParms'));
  if (filter === undefined) {
    if (params !== undefined || bytes.length > most) throw new Irregular('an unusual stream');
    return bytes;
  }
  if (!isName(filter, 'FlateDecode')) throw new Irregular('an unsupported filter');
  const rows = rowsOf(params);
  if (rows === null) return inflate(bytes, most);
  return unpredict(inflate(bytes, most + Math.ceil(most / rows.row)), rows);
}

/** The only filter, or its parameters. */
function only(value: PdfValue | undefined): PdfValue | undefined {
  if (!Array.isArray(value)) return value ?? undefined;
  if (value.length > 1) throw new Irregular('several filters');
  return value[0] ?? undefined;
}

function inflate(bytes: Buffer, most: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) });
  } catch {
    throw new Irregular('damaged or too large compressed data');
  }
}

/** Null if no predictor was used. */
function rowsOf(params: PdfValue | undefined): Rows | null {
  if (params === undefined) return null;
  if (!(params instanceof Map)) throw new Irregular('unusual filter parameters');
  const predictor = integer(params.get('Predictor') ?? 1, 1, 15);
  if (predictor === 1) return null;
  if (predictor < 10) throw new Irregular('an unsupported predictor');
  const colors = integer(params.get('Colors') ?? 1, 1, 32);
  const bits = integer(params.get('BitsPerComponent') ?? 8, 1, 16);
  const columns = integer(params.get('Columns') ?? 1, 1, 65_536);
  return { row: (columns * colors * bits + 7) >> 3, pixel: (colors * bits + 7) >> 3 };
}

/** The predictions from the bytes left, above, and above left (W3C PNG, 9.2), by filter type. */
const predictors: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => {
    const estimate = left + up - corner;
    const toLeft = Math.abs(estimate - left);
    const toUp = Math.abs(estimate - up);
    const toCorner = Math.abs(estimate - corner);
    if (toLeft <= toUp && toLeft <= toCorner) return left;
    return toUp <= toCorner ? up : corner;
  },
];

/** PNG filters: each row begins with its filter type. */
function unpredict(filtered: Buffer, { row, pixel }: Rows): Buffer {
  const count = filtered.length / (row + 1);
  if (!Number.isInteger(count)) throw new Irregular('an unfinished row');
  // With a row of zeros before the first.
  const all = Buffer.alloc((count + 1) * row);
  for (let number = 0; number < count; number += 1) {
    const from = number * (row + 1);
    const to = (number + 1) * row;
    const predict = predictors[filtered[from] ?? 0];
    if (predict === undefined) throw new Irregular('an unknown row filter');
    for (let i = 0; i < row; i += 1) {
      const left = i < pixel ? 0 : (all[to + i - pixel] ?? 0);
      const up = all[to + i - row] ?? 0;
      const corner = i < pixel ? 0 : (all[to + i - row - pixel] ?? 0);
      all[to + i] = (filtered[from + 1 + i] ?? 0) + predict(left, up, corner);
    }
  }
  return all.subarray(row);
}
