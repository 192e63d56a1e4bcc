/** Weighs what a page says: one answer, or none. */
import type { Found, IsoDay } from './chart.ts';

/** A fact with the words that say so. */
export function found<T>(value: T, ...words: string[]): Found<T> {
  return { value, words };
}

/** The value that all candidates agree on; null where there are none, or where they contradict each other. */
export function agreed<T>(candidates: readonly Found<T>[]): Found<T> | null {
  const [first, ...others] = candidates;
  if (first === undefined || others.some(({ value }) => value !== first.value)) return null;
  return { value: first.value, words: [...new Set(candidates.flatMap(({ words }) => words))] };
}

/** The one day that all agree on; null where one of them is doubtful, too. */
export function oneDay(days: readonly Found<IsoDay | null>[]): Found<IsoDay> | null {
  const [first] = days;
  if (!first?.value || days.some(({ value }) => value !== first.value)) return null;
  return { value: first.value, words: [...new Set(days.flatMap(({ words }) => words))] };
}

/** What `read` makes of each item, without the nulls. */
export function collect<T, R>(items: Iterable<T>, read: (item: T) => R | null): R[] {
  const all: R[] = [];
  for (const item of items) {
    const one = read(item);
    if (one !== null) all.push(one);
  }
  return all;
}
