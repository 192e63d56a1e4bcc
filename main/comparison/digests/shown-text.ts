/** What operators show as text (ISO 32000-1, 9.4.3): where it is in a content stream, and what its bytes are. */

import { Irregular } from '../../documents/pdf/values.ts';
import { ContentScanner, operatorCode } from './content-scanner.ts';

/** Operators that show text; it is their last operand. */
export const SHOW = {
  string: operatorCode('Tj'),
  array: operatorCode('TJ'),
  nextLine: operatorCode("'"),
  spacedNextLine: operatorCode('"'),
} as const;
const SHOWING: ReadonlySet<number> = new Set(Object.values(SHOW));

/**
 * The bytes of a content stream without what its operators show as text: equal for streams that draw the same but for the letters
 * of these operators.
 *
 * @returns pieces, each one followed by a text but the last one
 * @throws Irregular
 */
export function piecesAroundText(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  const scanner = new ContentScanner(bytes);
  let from = 0;
  while (scanner.next()) {
    if (!SHOWING.has(scanner.operator) || scanner.count === 0) continue;
    const last = scanner.count - 1;
    pieces.push(bytes.subarray(from, scanner.start(last)));
    from = scanner.end(last);
  }
  pieces.push(bytes.subarray(from));
  return pieces;
}

/** Strings and distances of `TJ`, or the string of another operator. */
export type ShownItem = Buffer | number;

/** What an operand in these bytes shows. @throws Irregular */
export function shownItems(bytes: Buffer, from: number, to: number): ShownItem[] {
  if (bytes[from] !== 0x5b) {
    const [string, end] = stringAt(bytes, from);
    if (end !== to) throw new Irregular('no text');
    return [string];
  }
  const items: ShownItem[] = [];
  for (let at = from + 1; at < to - 1; ) {
    const code = bytes[at] as number;
    if (code === 0x28 || code === 0x3c) {
      const [string, end] = stringAt(bytes, at);
      items.push(string);
      at = end;
    } else if (/[\s\0]/.test(String.fromCharCode(code))) at += 1;
    else {
      const [written] = /^[-+.0-9]+/.exec(bytes.toString('latin1', at, Math.min(to, at + 40))) ?? [''];
      const value = Number(written);
      if (written === '' || !Number.isFinite(value)) throw new Irregular('no text');
      items.push(value);
      at += written.length;
    }
  }
  return items;
}

const ESCAPES: ReadonlyMap<number, number> = new Map(
  ([...'nrtbf'] as const).map((sign, index) => [sign.charCodeAt(0), [10, 13, 9, 8, 12][index] as number]),
);

/** A string (7.3.4), and where it ends. */
function stringAt(bytes: Buffer, from: number): [Buffer, number] {
  if (bytes[from] === 0x3c) {
    const end = bytes.indexOf(0x3e, from);
    const digits = bytes.toString('latin1', from + 1, end).replace(/[\s\0]/g, '');
    if (end < 0 || /[^0-9a-f]/i.test(digits)) throw new Irregular('a bad hexadecimal string');
    return [Buffer.from(digits.length % 2 === 1 ? `${digits}0` : digits, 'hex'), end + 1];
  }
  if (bytes[from] !== 0x28) throw new Irregular('no string');
  const codes: number[] = [];
  let open = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const code = bytes[at] as number;
    if (code === 0x28) open += 1;
    if (code === 0x29) open -= 1;
    if (open === 0) return [Buffer.from(codes), at + 1];
    if (code !== 0x5c) {
      // A line end in a string is a line feed.
      const isPair = code === 0x0d && bytes[at + 1] === 0x0a;
      if (at > from && !isPair) codes.push(code === 0x0d ? 0x0a : code);
      continue;
    }
    at += 1;
    const escaped = bytes[at] as number;
    if (escaped >= 0x30 && escaped <= 0x37) {
      const [octal = '0'] = /^[0-7]{1,3}/.exec(bytes.toString('latin1', at, at + 3)) ?? [];
      codes.push(Number.parseInt(octal, 8) & 255);
      at += octal.length - 1;
    } else if (escaped === 0x0d || escaped === 0x0a) {
      if (escaped === 0x0d && bytes[at + 1] === 0x0a) at += 1;
    } else codes.push(ESCAPES.get(escaped) ?? escaped);
  }
  throw new Irregular('an unfinished string');
}
