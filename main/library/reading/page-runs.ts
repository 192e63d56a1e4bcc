/** Sets of page numbers as runs, `[[first, last], …]`, ascending: those of most documents are one run. */

export type PageRuns = [number, number][];

export function toRuns(pages: Iterable<number>): PageRuns {
  const runs: PageRuns = [];
  for (const page of [...pages].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last && page <= last[1] + 1) last[1] = Math.max(last[1], page);
    else runs.push([page, page]);
  }
  return runs;
}

export function fromRuns(runs: PageRuns): Set<number> {
  const pages = new Set<number>();
  for (const [first, last] of runs) for (let page = first; page <= last; page += 1) pages.add(page);
  return pages;
}

/** How many pages they are. */
export function pagesIn(runs: PageRuns): number {
  return runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}
