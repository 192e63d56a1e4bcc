/** Combines evidence on a page into one result, or none. */
import type { Found, IsoDay } from './chart.ts';

/** A fact with the words that show it. */
export function found<T>(value: T, ...words: string[]): Found<T> {
  return { value, words };
}

/** The value that all candidates agree on; null if there are none, or they differ. */
export function agreed<T>(candidates: readonly Found<T>[]): Found<T> | null {
  const [first, ...others] = candidates;
  if (first === undefined || others.some(({ value }) => value !== first.value)) return null;
  return { value: first.value, words: [...new Set(candidates.flatMap(({ words }) => words))] };
}

/** The day that all agree on; null also if one of them is ambiguous. */
export function oneDay(days: readonly Found<IsoDay | null>[]): Found<IsoDay> | null {
  const [first] = days;
  if (!first?.value || days.some(({ value }) => value !== first.value)) return null;
  return { value: first.value, words: [...new Set(days.flatMap(({ words }) => words))] };
}

/** The results of `read` for each item, without nulls. */
export function collect<T, R>(items: Iterable<T>, read: (item: T) => R | null): R[] {
  const all: R[] = [];
  for (const item of items) {
    const one = read(item);
    if (one !== null) all.push(one);
  }
  return all;
}
