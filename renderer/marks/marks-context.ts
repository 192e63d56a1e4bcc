import { useMemo } from 'react';
import { useStore } from 'zustand';
import { chartsOf, useCharts } from '../charts/charts-store.ts';
import { type FlightAirports, inFlightOrder, inOwnOrder } from '../charts/pin-order.ts';
import { nameAt } from '../charts/shown-chart.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { readOutline } from '../viewer/document/place/outline.ts';
import { beside, useViewer, useViewerStore } from '../viewer/document/viewer-context.tsx';
import { createMarksStore, type MarksState, type MarksStore } from './marks-store.ts';

const marksOf = beside((viewer, bridge) =>
  createMarksStore({
    bridge: bridge.marks,
    outline: async () => {
      const { outline, document } = viewer.getState();
      return outline ?? (document ? await readOutline(document) : []);
    },
    nameAt: (page) => nameAt(chartsOf(viewer, bridge).getState().pages, page),
    goTo: (page, down) => viewer.getState().goTo(page, down),
    tell: (sentence) => viewer.getState().tell(sentence),
  }),
);

export function useMarksStore(): MarksStore {
  return marksOf(useViewerStore(), useBridge());
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
