/** Sets of page numbers as ranges, `[[first, last], …]`, ascending. For most documents it is a single range. */

export type PageRanges = [number, number][];

export function toRanges(pages: Iterable<number>): PageRanges {
  const ranges: PageRanges = [];
  for (const page of [...pages].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && page <= last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges;
}

export function fromRanges(ranges: PageRanges): Set<number> {
  const pages = new Set<number>();
  for (const [first, last] of ranges) for (let page = first; page <= last; page += 1) pages.add(page);
  return pages;
}

/** Number of pages in the ranges. */
export function pagesIn(ranges: PageRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}
