/** A person's query as words to search for, and as an FTS5 query (sqlite.org/fts5.html, "Full-text Query Syntax"). */

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
export function foldToken(text: string): string {
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
export interface PageQueries {
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
export function matchesAt(all: readonly string[], index: number, { tokens, prefix }: SearchWord): boolean {
  return tokens.every((wanted, offset) => {
    const there = all[index + offset];
    if (there === undefined) return false;
    return prefix && offset === tokens.length - 1 ? there.startsWith(wanted) : there === wanted;
  });
}
