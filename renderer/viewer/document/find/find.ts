/** Finding text in the pages of one document. Pure. */
import type { TextRun } from '../engine/pdf-engine.ts';

/** A match: page, and the place in the page's text. */
export interface Match {
  page: number;
  begin: number;
  end: number;
}

export interface FindOptions {
  /** Distinguishes upper and lower case, and letters with and without accents. */
  matchCase: boolean;
  /** The query must not be a part of a longer word or number. */
  wholeWords: boolean;
}

/** The text of a page as one string; `\n` where a line ends, as in the stored text of the contract (reading.text). */
export function joinRuns(runs: readonly TextRun[]): string {
  return runs.map((run) => (run.lineEnd ? `${run.text}\n` : run.text)).join('');
}

const ASCII = /^[\0-\x7f]*$/;

/** Lower case without accents; every character keeps its place. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (const char of text) {
    const plain = char.normalize('NFD').replace(/\p{M}+/u, '') || char;
    const lower = plain.toLowerCase();
    folded += lower.length === char.length ? lower : char;
  }
  return folded;
}

/** The query as a pattern for (folded) texts; null if there is nothing to search for. */
export function patternOf(query: string, { matchCase, wholeWords }: FindOptions): RegExp | null {
  const words = (matchCase ? query : fold(query)).trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const body = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('\\s+');
  const source = wholeWords ? `(?<![\\p{L}\\p{N}_])${body}(?![\\p{L}\\p{N}_])` : body;
  return new RegExp(source, 'gu');
}

/**
 * At most `most` matches of the pattern in a page, without overlap; white space in the query matches any white space.
 *
 * @param text folded unless `matchCase` is set
 */
export function matchesOf(page: number, text: string, pattern: RegExp, most = Infinity): Match[] {
  const matches: Match[] = [];
  for (const found of text.matchAll(pattern)) {
    if (matches.length >= most) break;
    matches.push({ page, begin: found.index, end: found.index + found[0].length });
  }
  return matches;
}

/** A line of a page with a match in it. */
export interface MatchContext {
  before: string;
  match: string;
  after: string;
}

/** The number of characters shown before the match, and after it. */
const BEFORE = 32;
const AFTER = 80;

/** The words around a match, on its line; a long line is cut between words, with an ellipsis. */
export function contextOf(text: string, { begin, end }: Pick<Match, 'begin' | 'end'>): MatchContext {
  const lineBegin = text.lastIndexOf('\n', begin - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  let before = text.slice(lineBegin, begin).trimStart();
  let after = text.slice(end, lineEnd < 0 ? undefined : lineEnd).trimEnd();
  if (before.length > BEFORE) before = `…${before.slice(-BEFORE).replace(/^\S*\s+(?=\S)/, '')}`;
  if (after.length > AFTER) after = `${after.slice(0, AFTER).replace(/(?<=\S)\s+\S*$/, '')}…`;
  return { before, match: text.slice(begin, end).replace(/\s+/g, ' '), after };
}

/** Which run a place in the joined text is in, and where in it. Null past the end. */
export function placeInRuns(
  runs: readonly TextRun[],
  position: number,
): { run: number; offset: number } | null {
  let start = 0;
  for (const [index, run] of runs.entries()) {
    const length = run.text.length + (run.lineEnd ? 1 : 0);
    if (position < start + length) return { run: index, offset: Math.min(position - start, run.text.length) };
    start += length;
  }
  return null;
}

/** Pages in the order of the search: from `from` to the end, then from 1. */
export function searchOrder(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => ((from - 1 + index) % count) + 1);
}
