/** Marks matches by the CSS Custom Highlight API: no element of the text layer is touched. */
import type { TextRun } from '../engine/pdf-engine.ts';
import { type Match, placeInRuns } from './find.ts';

const ALL = 'find';
const NOW = 'find-now';

/** The ranges of matches in a page's text layer; matches that have no text there are left out. */
export function rangesOf(
  elements: readonly HTMLElement[],
  runs: readonly TextRun[],
  matches: readonly Match[],
): Map<Match, Range> {
  const ranges = new Map<Match, Range>();
  for (const match of matches) {
    const begin = placeInRuns(runs, match.begin);
    const end = placeInRuns(runs, match.end - 1);
    const from = begin && elements[begin.run]?.firstChild;
    const to = end && elements[end.run]?.firstChild;
    if (!from || !to) continue;
    const range = new Range();
    range.setStart(from, begin.offset);
    range.setEnd(to, Math.min(end.offset + 1, to.textContent?.length ?? 0));
    ranges.set(match, range);
  }
  return ranges;
}

/** Shows the ranges of one page in addition to those of others. Returns a function that removes them. */
export function showRanges(ranges: Iterable<Range>, now: Range | null): () => void {
  const registry = CSS.highlights;
  const all = registry.get(ALL) ?? new Highlight();
  const current = registry.get(NOW) ?? new Highlight();
  current.priority = 1;
  registry.set(ALL, all);
  registry.set(NOW, current);
  const mine = [...ranges];
  for (const range of mine) all.add(range);
  if (now) current.add(now);
  return () => {
    for (const range of mine) all.delete(range);
    if (now) current.delete(now);
  };
}
