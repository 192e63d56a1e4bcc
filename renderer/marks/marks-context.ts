import { useMemo } from 'react';
import { useStore } from 'zustand';
import { chartsOf, useCharts } from '../charts/charts-store.ts';
import { type FlightAirports, inFlightOrder, inOwnOrder } from '../charts/pin-order.ts';
import { nameAt } from '../charts/shown-chart.ts';
import type { Bridge } from '../shell/state/bridge.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { readOutline } from '../viewer/document/place/outline.ts';
import { useViewer, useViewerStore } from '../viewer/document/viewer-context.tsx';
import type { ViewerStore } from '../viewer/document/viewer-state.ts';
import { createMarksStore, type MarksState, type MarksStore } from './marks-store.ts';

/** One slice of marks beside the slice of each open document; it goes with it. */
const slices = new WeakMap<ViewerStore, MarksStore>();

function sliceOf(viewer: ViewerStore, bridge: Bridge): MarksStore {
  const known = slices.get(viewer);
  if (known) return known;
  const made = createMarksStore({
    bridge: bridge.marks,
    outline: async () => {
      const { outline, document } = viewer.getState();
      return outline ?? (document ? await readOutline(document) : []);
    },
    nameAt: (page) => nameAt(chartsOf(viewer, bridge).getState().pages, page),
    goTo: (page, down) => viewer.getState().goTo(page, down),
    tell: (sentence) => viewer.getState().tell(sentence),
  });
  slices.set(viewer, made);
  return made;
}

export function useMarksStore(): MarksStore {
  const viewer = useViewerStore();
  const bridge = useBridge();
  return sliceOf(viewer, bridge);
}

export function useMarks<T>(select: (state: MarksState) => T): T {
  return useStore(useMarksStore(), select);
}

/** The pages that are pinned for the flight, in its order or as a person has put them. */
export function usePinnedPages(trip: FlightAirports | null): readonly number[] {
  const marks = useMarks((state) => state.marks);
  const pages = useCharts((state) => state.pages);
  const own = useViewer((state) => state.pinOrder);
  return useMemo(() => {
    const pinned = marks.filter(({ mark }) => mark.draft.kind === 'pin' && !mark.outdated);
    const flight = inFlightOrder(
      pinned.map(({ mark }) => mark.draft.page),
      pages,
      trip,
    );
    return inOwnOrder(flight, own);
  }, [marks, pages, trip, own]);
}
