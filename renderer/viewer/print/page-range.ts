/** The pages that a person writes down. */
import { printWords } from './words.ts';

type PageRange = { ok: true; pages: readonly number[] } | { ok: false; problem: string };

/**
 * The pages that a person means by `1-3, 8`, `5-`, `-4` or `8-6`: in the order that they are written in, each once.
 * A problem is a sentence.
 */
export function parsePageRange(text: string, count: number): PageRange {
  const pages = new Set<number>();
  const parts = text
    .replace(/\s*[-–]\s*/gu, '-')
    .split(/[,;\s]+/u)
    .filter(Boolean);
  if (parts.length === 0) return { ok: false, problem: printWords.rangeEmpty };
  for (const part of parts) {
    const found = /^(\d{1,6})?(-)?(\d{1,6})?$/u.exec(part);
    const [, first, dash, last] = found ?? [];
    if (!found || (first === undefined && last === undefined) || (dash === undefined && last !== undefined)) {
      return { ok: false, problem: printWords.rangeBad(part) };
    }
    const from = first === undefined ? 1 : Number(first);
    const to = last === undefined ? (dash === undefined ? from : count) : Number(last);
    if (Math.min(from, to) < 1 || Math.max(from, to) > count) {
      return { ok: false, problem: printWords.rangeOutside(part, count) };
    }
    const step = from <= to ? 1 : -1;
    for (let page = from; page !== to + step; page += step) pages.add(page);
  }
  return { ok: true, pages: [...pages] };
}
