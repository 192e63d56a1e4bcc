/** Finding within one document: pages are read one after the other, from the page in view on. Pure but for reading. */
import type { TextRun } from './engine/pdf-engine.ts';

/** A match: page, and the place in the page's text. */
export interface Match {
  page: number;
  begin: number;
  end: number;
}

/** The text of a page as one string; a line end counts as a space. */
export function joinRuns(runs: readonly TextRun[]): string {
  return runs.map((run) => (run.lineEnd ? `${run.text} ` : run.text)).join('');
}

/** Lower case that keeps every character's place. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : [...text]
        .map((char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char))
        .join('');
}

/** All places of the query in a page, without overlap; white space of the query matches any white space. */
export function matchesIn(page: number, text: string, query: string): Match[] {
  const words = fold(query).trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  return [...fold(text).matchAll(new RegExp(pattern, 'gu'))].map((found) => ({
    page,
    begin: found.index,
    end: found.index + found[0].length,
  }));
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
