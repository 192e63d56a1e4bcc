/** Which pages a reader comes to next. */

/** The way a reader goes through the pages: 1 onward, -1 back. */
export type Direction = 1 | -1;

/** The way from the pages that were in sight to those that are; as before where that is not known. */
export function directionOf(
  before: readonly number[],
  now: readonly number[],
  travelling: Direction,
): Direction {
  const [from, to] = [before[0], now[0]];
  if (from === undefined || to === undefined || from === to) return travelling;
  return to > from ? 1 : -1;
}

/** The pages to paint ahead, the soonest wanted first: the next one, the one before, and up to `ahead` in the direction of travel. */
export function pagesAhead(
  visible: readonly number[],
  direction: Direction,
  pageCount: number,
  ahead: number,
): number[] {
  const first = Math.min(...visible);
  const last = Math.max(...visible);
  if (!Number.isFinite(first)) return [];
  const front = direction === 1 ? last : first;
  const back = direction === 1 ? first : last;
  const pages: number[] = [];
  for (let step = 1; step <= ahead; step += 1) {
    pages.push(front + step * direction);
    if (step === 1) pages.push(back - direction);
  }
  return pages.filter((page) => page >= 1 && page <= pageCount);
}
