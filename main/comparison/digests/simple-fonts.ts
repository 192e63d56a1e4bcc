/** Letters of the plainest fonts (ISO 32000-1, 9.6): of one byte each, whose signs and widths the document itself or the standard tells. */

import {
  Irregular,
  integer,
  isName,
  type PdfDict,
  PdfName,
  type PdfValue,
} from '../../documents/pdf/values.ts';
import { SIGN_OF_NAME, standardWidths } from './standard-widths.ts';

/** A letter. */
export interface SimpleGlyph {
  /** One sign. */
  unicode: string;
  fontChar: string;
  /** 1/1000 of the font's size. */
  width: number;
  isSpace: boolean;
}

/** Letters by their code; null for a code of which too little is known. */
export type SimpleFont = readonly (SimpleGlyph | null)[];

/** What is behind references. */
export type Resolve = (value: PdfValue | undefined) => Promise<PdfValue | undefined>;

/** Codes of StandardEncoding within ASCII that are other signs there. */
const STANDARD: ReadonlyMap<number, string> = new Map([
  [0x27, '’'],
  [0x60, '‘'],
]);
/** The only code without a letter in StandardEncoding that charts use (their hidden texts): pdf.js takes it as a space. */
const UNNAMED = 0xb0;
/** Codes of WinAnsiEncoding beyond ASCII. */
const WIN_ANSI: ReadonlyMap<number, string> = new Map([
  [0x91, '‘'],
  [0x92, '’'],
  [0x93, '“'],
  [0x94, '”'],
  [0x95, '•'],
  [0x96, '–'],
  [0x97, '—'],
  [0xa7, '§'],
  [0xa9, '©'],
  [0xae, '®'],
  [0xb0, '°'],
  [0xb1, '±'],
]);

/**
 * The letters of a font that is no more than this: a standard font that the document does not bring along, or a TrueType font in
 * WinAnsiEncoding.
 *
 * @throws Irregular for every other font
 */
export async function simpleFont(dict: PdfDict, resolve: Resolve): Promise<SimpleFont> {
  if (dict.has('ToUnicode')) throw new Irregular('a font with signs of its own');
  const named = await signsOf(dict, resolve);
  const width = await widthsOf(dict, resolve);
  const hasUnnamed = !dict.has('Encoding') && !isFixed(dict);
  return named.map((sign, code) => {
    if (code === UNNAMED && sign === null && hasUnnamed)
      return { unicode: ' ', fontChar: ' ', width: width(code, ' ') ?? 0, isSpace: false };
    const wide = sign === null ? null : width(code, sign);
    return sign === null || wide === null
      ? null
      : { unicode: sign, fontChar: sign, width: wide, isSpace: code === 0x20 };
  });
}

function isFixed(dict: PdfDict): boolean {
  const name = dict.get('BaseFont');
  return name instanceof PdfName && name.name.startsWith('Courier');
}

async function signsOf(dict: PdfDict, resolve: Resolve): Promise<(string | null)[]> {
  const encoding = await resolve(dict.get('Encoding'));
  const isTrueType = isName(dict.get('Subtype'), 'TrueType');
  if (isName(encoding, 'WinAnsiEncoding')) return signs(WIN_ANSI);
  if (isTrueType || !isName(dict.get('Subtype'), 'Type1')) throw new Irregular('no simple font');
  if (encoding === undefined || encoding === null) return signs(STANDARD);
  if (!(encoding instanceof Map)) throw new Irregular('another encoding');
  const base = await resolve(encoding.get('BaseEncoding'));
  const isWinAnsi = isName(base, 'WinAnsiEncoding');
  if (base !== undefined && base !== null && !isWinAnsi) throw new Irregular('another encoding');
  const all = signs(isWinAnsi ? WIN_ANSI : STANDARD);
  const differences = (await resolve(encoding.get('Differences'))) ?? [];
  if (!Array.isArray(differences)) throw new Irregular('another encoding');
  let code = 0;
  for (const one of differences) {
    if (typeof one === 'number') code = integer(one, 0, 255);
    else if (one instanceof PdfName && code <= 255) {
      all[code] = SIGN_OF_NAME.get(one.name) ?? null;
      code += 1;
    } else throw new Irregular('another encoding');
  }
  return all;
}

/** The signs of all codes: ASCII, but for what is said. */
function signs(others: ReadonlyMap<number, string>): (string | null)[] {
  return Array.from({ length: 256 }, (_, code) => {
    const isAscii = code >= 0x20 && code <= 0x7e;
    return others.get(code) ?? (isAscii ? String.fromCharCode(code) : null);
  });
}

async function widthsOf(
  dict: PdfDict,
  resolve: Resolve,
): Promise<(code: number, sign: string) => number | null> {
  const widths = await resolve(dict.get('Widths'));
  const descriptor = await resolve(dict.get('FontDescriptor'));
  if (widths === undefined || widths === null) {
    const name = dict.get('BaseFont');
    const standard = name instanceof PdfName ? standardWidths(name.name) : null;
    if (standard === null || (descriptor !== undefined && descriptor !== null))
      throw new Irregular('a font without widths');
    return (_code, sign) => standard.get(sign) ?? null;
  }
  // A standard font with widths is drawn with them or with its own: readers differ.
  if (!isName(dict.get('Subtype'), 'TrueType') || !Array.isArray(widths) || !(descriptor instanceof Map))
    throw new Irregular('no simple font');
  const flags = integer(descriptor.get('Flags'), 0, 2 ** 32);
  if ((flags & 4) !== 0) throw new Irregular('a font of symbols');
  const first = integer(await resolve(dict.get('FirstChar')), 0, 255);
  return (code) => {
    const width = widths[code - first];
    return typeof width === 'number' ? width : null;
  };
}
