import type { SearchHit } from '../../preload/contract.ts';
import { matchesAt, type SearchWord, tokensOf } from './search-words.ts';

/** A part of a line of context. */
type SnippetPart = SearchHit['snippet'][number];

/** Approximate length of a snippet, UTF-16 code units. */
const LENGTH = 140;
/** Length shown before a hit in its own line. */
const BEFORE = 40;
/** Words within this distance belong together. */
const NEAR = LENGTH - BEFORE;
/** Maximum number of positions considered for each word. */
const PLACES = 40;

interface Place {
  at: number;
  word: number;
}

/**
 * How well a page's text matches, 0 and up: how many of the words are together, how close, and how often they occur
 * (repetitions count less and less, as in BM25). Fast but not exact: words are only found as they are spelled.
 */
export function closeness(text: string, words: readonly SearchWord[]): number {
  const places = placesOf(text, words);
  const counts = new Map<number, number>();
  for (const { word } of places) counts.set(word, (counts.get(word) ?? 0) + 1);
  let often = 0;
  for (const count of counts.values()) often += count / (count + 1.2);
  const { together, length } = stretchOf(places);
  return together + (1 - length / NEAR) / 2 + often / (words.length + 1) / 2;
}

/** The line of a page that contains most of the words; the page's beginning if it contains none. */
export function snippetOf(text: string, words: readonly SearchWord[]): SnippetPart[] {
  // Words spelled differently in the text, with accents, are only found by their tokens.
  const near = stretchOf(placesOf(text, words)).at ?? spansOf(text, words)[0]?.begin ?? null;
  const from = near === null ? 0 : startFor(text, near);
  const to = endFor(text, from);
  const parts: SnippetPart[] = [];
  let at = from;
  for (const { begin, end } of spansOf(text.slice(from, to), words)) {
    parts.push({ text: text.slice(at, from + begin), hit: false });
    parts.push({ text: text.slice(from + begin, from + end), hit: true });
    at = from + end;
  }
  parts.push({ text: text.slice(at, to), hit: false });
  return tidy(parts, from > 0, to < text.trimEnd().length);
}

/** Positions of words, by their first token, in text order. */
function placesOf(text: string, words: readonly SearchWord[]): Place[] {
  const lower = text.toLowerCase();
  const places: Place[] = [];
  for (const [word, { tokens, prefix }] of words.entries()) {
    const wanted = tokens[0] ?? '';
    const open = prefix && tokens.length === 1;
    let found = 0;
    for (let at = lower.indexOf(wanted); at >= 0 && found < PLACES; at = lower.indexOf(wanted, at + 1)) {
      if (isWordPart(lower.charCodeAt(at - 1)) || (!open && isWordPart(lower.charCodeAt(at + wanted.length))))
        continue;
      places.push({ at, word });
      found += 1;
    }
  }
  return places.sort((a, b) => a.at - b.at);
}

/** ASCII letters and digits, and everything beyond ASCII; false for NaN, outside the text. */
function isWordPart(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code > 127;
}

interface Stretch {
  /** Its position; null if no word was found. */
  at: number | null;
  /** Number of different words in it. */
  together: number;
  /** From the first word to the last, UTF-16 code units. */
  length: number;
}

/** The stretch with the most different words; if several, the shortest; then the first. */
function stretchOf(places: readonly Place[]): Stretch {
  let best: Stretch = { at: null, together: 0, length: 0 };
  for (const [index, first] of places.entries()) {
    const different = new Set<number>();
    for (let next = index; next < places.length; next += 1) {
      const place = places[next];
      const length = (place?.at ?? Infinity) - first.at;
      if (!place || length > NEAR) break;
      if (different.has(place.word)) continue;
      different.add(place.word);
      const better =
        different.size > best.together || (different.size === best.together && length < best.length);
      if (better) best = { at: first.at, together: different.size, length };
    }
  }
  return best;
}

function spansOf(text: string, words: readonly SearchWord[]): { begin: number; end: number }[] {
  const tokens = [...tokensOf(text)];
  const all = tokens.map((token) => token.text);
  const spans: { begin: number; end: number }[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const word = words.find((wanted) => matchesAt(all, index, wanted));
    const begin = tokens[index]?.begin;
    if (!word || begin === undefined) continue;
    index += word.tokens.length - 1;
    spans.push({ begin, end: tokens[index]?.end ?? text.length });
  }
  return spans;
}

/** The beginning of the hit's line, or of a word before the hit if the line is long. */
function startFor(text: string, hit: number): number {
  const line = text.lastIndexOf('\n', hit) + 1;
  if (hit - line <= BEFORE) return line;
  const space = text.slice(hit - BEFORE, hit).search(/\s/);
  return space < 0 ? hit : hit - BEFORE + space + 1;
}

/** The end of a word. */
function endFor(text: string, from: number): number {
  if (text.length <= from + LENGTH) return text.length;
  const space = text.slice(from, from + LENGTH).search(/\s\S*$/);
  const end = from + (space > LENGTH / 2 ? space : LENGTH);
  // Do not split a surrogate pair.
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}

function tidy(parts: readonly SnippetPart[], before: boolean, after: boolean): SnippetPart[] {
  const shown = parts
    .map((part) => ({ ...part, text: part.text.replace(/\s+/g, ' ') }))
    .filter((part) => part.text !== '');
  const [first] = shown;
  if (first && !first.hit) first.text = first.text.trimStart();
  const last = shown.at(-1);
  if (last && !last.hit) last.text = last.text.trimEnd();
  if (before) shown.unshift({ text: '… ', hit: false });
  if (after) shown.push({ text: ' …', hit: false });
  return shown.filter((part) => part.text !== '');
}
