/** Sentences for people about the changes on a page. */
import { MAX_SENTENCE, MAX_SENTENCES } from './compared-page.ts';

/** Maximum length of a quoted text, characters. */
const MAX_QUOTE = 100;

/** A text of the document in quotation marks: it comes from outside, and must not contain control characters. */
export function quoted(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\uFFFD]/gu, '?')
    .replace(/\s+/gu, ' ')
    .replaceAll('"', '”');
  return plain.length > MAX_QUOTE ? `"${plain.slice(0, MAX_QUOTE).toWellFormed()}…"` : `"${plain}"`;
}

/** The differing words of two texts that are too long to be quoted in full. */
export function differingParts(old: string, newer: string): [string, string] {
  if (Math.max(old.length, newer.length) <= MAX_QUOTE) return [old, newer];
  let from = 0;
  while (from < old.length && from < newer.length && old[from] === newer[from]) from += 1;
  let back = 0;
  const least = Math.min(old.length, newer.length) - from;
  while (back < least && old[old.length - 1 - back] === newer[newer.length - 1 - back]) back += 1;
  const cut = (text: string) => {
    const [start, end] = [Math.max(0, from - 30), Math.min(text.length, text.length - back + 20)];
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  };
  return [cut(old), cut(newer)];
}

const FREQUENCY = /^(?:[^\d]*\s)?1(?:0[89]|1\d|2\d|3[0-6])\.\d{1,3}\b/;
const MINIMA_LABEL =
  /\b(?:S-?(?:ILS|LOC|VOR|NDB|[0-9]{1,2}[LRC]?)|CIRCLING|SIDESTEP|CATEGORY|CAT [IVX]+|LPV|LNAV|VNAV|DA|MDA|DH|MDH|RVR|MINIM(?:A|UM)S?|STRAIGHT-IN|OCA|OCH)\b/i;
const MINIMUM = /^\d{2,5}(?:[/-]\d|½|¼|¾)|^\d{2,5} ?(?:ft|m)?$|\(\d{2,4}(?:-[\d½¼¾]+)?\)/;
const NOTE = /\b(?:NOTES?|NA|NOT AUTHORI[ZS]ED|WHEN|WHERE|REQUIRED|CAUTION|WARNING)\b/i;

/** The subject of a text on a chart, as far as its own words and those before it in its line show it. */
export function kindOfText(texts: readonly string[], left: string): string {
  if (texts.every((text) => FREQUENCY.test(text))) return 'frequency';
  if (texts.every((text) => MINIMUM.test(text)) && MINIMA_LABEL.test(left)) return 'minimum';
  if (texts.some((text) => NOTE.test(text) && text.includes(' '))) return 'note';
  return 'text';
}

/** `1 line`, `3 lines`. */
export function count(number: number, word: string, plural = `${word}s`): string {
  return number === 1 ? `1 ${word}` : `${number} ${plural}`;
}

/** The sentences, limited in number and length. */
export function bounded(sentences: readonly string[]): string[] {
  const short = sentences.map((one) =>
    one.length > MAX_SENTENCE ? `${one.slice(0, MAX_SENTENCE - 1).toWellFormed()}…` : one,
  );
  if (short.length <= MAX_SENTENCES) return short;
  const rest = short.length - MAX_SENTENCES + 1;
  return [...short.slice(0, MAX_SENTENCES - 1), `${rest} more differences`];
}
