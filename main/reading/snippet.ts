import type { SearchHit } from '../../preload/contract.ts';

// A person's query as words to search for, and as an FTS5 query (sqlite.org/fts5.html, "Full-text Query Syntax").

/** A typed word; `tokens` as in the index. Several tokens (ILS/DME) must be adjacent. */
export interface SearchWord {
  tokens: string[];
  /** Whether the last token is only the beginning of a word. */
  prefix: boolean;
}

/** Maximum number of words, more than anybody types; each costs an index look-up. */
const MAX_WORDS = 16;

/** A token of the index's tokenizer (unicode61: letters, numbers, private use, with their accents). */
const token = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu;

/** Lower case without accents, as `unicode61 remove_diacritics 2` stores a token. */
function foldToken(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The tokens of a text with their positions (UTF-16 code units). */
export function* tokensOf(text: string): Generator<{ text: string; begin: number; end: number }> {
  for (const found of text.matchAll(token)) {
    const [word] = found;
    yield { text: foldToken(word), begin: found.index, end: found.index + word.length };
  }
}

/**
 * The words of a query. The last one is treated as a prefix, because the person may still be typing. A single letter or
 * digit would match nearly everything as a prefix: it is left out if there are other words, and matched exactly if
 * it is the only one.
 */
export function searchWords(query: string): SearchWord[] {
  const typed = query.split(/\s+/u).map((part) => [...tokensOf(part)].map(({ text }) => text));
  const words = typed.filter((tokens) => tokens.length > 0).slice(0, MAX_WORDS);
  const last = words.at(-1);
  if (last === undefined) return [];
  const finished = /\s$/u.test(query);
  const short = last.length === 1 && (last[0]?.length ?? 0) < 2;
  if (short && !finished && words.length > 1) {
    return words.slice(0, -1).map((tokens) => ({ tokens, prefix: false }));
  }
  return words.map((tokens) => ({ tokens, prefix: tokens === last && !short }));
}

/** A word in FTS5 syntax: always quoted, so none of it is parsed as syntax. */
function quoted({ tokens, prefix }: SearchWord): string {
  return `"${tokens.join(' ').replaceAll('"', '""')}"${prefix ? ' *' : ''}`;
}

/** The queries of one search, most specific first. */
interface PageQueries {
  /** For `heading_search`: every word is in the heading. */
  heading: string;
  /** For `heading_search`: every word is in the heading or in the kit's own words, at least one in the heading. */
  headingOrKit: string;
  /** For `page_search`: every word is in the text, the heading or the kit's own words. */
  page: string;
  /** As `page`, with at least one word in the text. */
  pageByText: string;
}

/** Null if there is no word. */
export function pageQueries(words: readonly SearchWord[]): PageQueries | null {
  if (words.length === 0) return null;
  const each = words.map(quoted);
  const all = `(${each.join(' AND ')})`;
  const any = `(${each.join(' OR ')})`;
  return {
    heading: `{heading} : ${all}`,
    headingOrKit: `${all} AND {heading} : ${any}`,
    page: all,
    pageByText: `${all} AND {text} : ${any}`,
  };
}

/** Whether a text (a kit's own words) contains all words, the last one as a prefix. */
export function holdsAll(text: string, words: readonly SearchWord[]): boolean {
  if (words.length === 0) return false;
  const all = [...tokensOf(text)].map(({ text: word }) => word);
  return words.every((word) => all.some((_, index) => matchesAt(all, index, word)));
}

/** Whether the tokens from `index` on match the word. */
function matchesAt(all: readonly string[], index: number, { tokens, prefix }: SearchWord): boolean {
  return tokens.every((wanted, offset) => {
    const there = all[index + offset];
    if (there === undefined) return false;
    return prefix && offset === tokens.length - 1 ? there.startsWith(wanted) : there === wanted;
  });
}

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
