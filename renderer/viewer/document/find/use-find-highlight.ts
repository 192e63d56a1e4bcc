import { useEffect } from 'react';
import type { TextRun } from '../engine/pdf-engine.ts';
import { joinRuns, type Match } from './find.ts';
import { rangesOf, showRanges } from './find-highlight.ts';
import { useFind, useFindStore } from './use-find.ts';

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
