import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { TextRun } from '../engine/pdf-engine.ts';
import { useViewer } from '../viewer-context.tsx';
import { joinRuns, type Match, placeInRuns } from './find.ts';
import type { FindState, FindStore } from './find-store.ts';

/** Finding in the document of this view. */
export function useFindStore(): FindStore {
  return useViewer((state) => state.find);
}

export function useFind<T>(select: (state: FindState) => T): T {
  return useStore(useFindStore(), select);
}

/** The text layer of a page: one element for each run. */
export interface TextLayer {
  elements: readonly HTMLElement[];
  runs: readonly TextRun[];
}

const none: readonly Match[] = [];

/** Highlights a page's matches in its text layer, and scrolls once to the match that the person went to. */
export function useFindHighlight(page: number, layer: TextLayer | null): void {
  const find = useFindStore();
  const matches = useFind((state) => state.byPage.get(page) ?? none);
  const current = useFind((state) => {
    const match = state.matches[state.current];
    return match?.page === page ? match : null;
  });
  const wanted = useFind((state) => (state.reveal?.page === page ? state.reveal : null));

  useEffect(() => {
    if (!layer || matches.length === 0) return;
    const places = find.getState().placesIn(page, joinRuns(layer.runs));
    const ranges = rangesOf(
      layer.elements,
      layer.runs,
      matches.flatMap((match) => places.get(match) ?? []),
    );
    const now = current && places.get(current);
    return showRanges(ranges.values(), now ? (ranges.get(now) ?? null) : null);
  }, [find, page, layer, matches, current]);

  useEffect(() => {
    if (!layer || !wanted) return;
    find.getState().revealed();
    const place = find.getState().placesIn(page, joinRuns(layer.runs)).get(wanted);
    const range = place && rangesOf(layer.elements, layer.runs, [place]).get(place);
    const element = range?.startContainer.parentElement;
    if (range && element && !isVisible(range, element)) {
      element.scrollIntoView({ block: 'center', inline: 'nearest' });
    }
  }, [page, layer, wanted, find]);
}

/** Whether the words are completely inside the scrolled region. */
function isVisible(range: Range, element: Element): boolean {
  const view = element.closest('.scroller')?.getBoundingClientRect();
  if (!view) return false;
  const words = range.getBoundingClientRect();
  return (
    words.top >= view.top &&
    words.bottom <= view.bottom &&
    words.left >= view.left &&
    words.right <= view.right
  );
}

const ALL = 'find';
const NOW = 'find-now';

/** The ranges of matches in a page's text layer; matches that have no text there are left out. */
function rangesOf(
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
function showRanges(ranges: Iterable<Range>, now: Range | null): () => void {
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
