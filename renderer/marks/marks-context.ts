import { useMemo } from 'react';
import { useStore } from 'zustand';
import { pinOf } from '../../main/marks/rules/pin-names.ts';
import type { PinName } from '../../preload/contract.ts';
import { chartsOf, useCharts } from '../charts/charts-store.ts';
import { type FlightAirports, inFlightOrder, inOwnOrder, pinInView, placeOf } from '../charts/pin-order.ts';
import { nameAt } from '../charts/shown-chart.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { readOutline } from '../viewer/document/place/outline.ts';
import { beside, useViewer, useViewerFields, useViewerStore } from '../viewer/document/viewer-context.tsx';
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
    goToPin: (pin) => viewer.getState().goTo(...placeOf(chartsOf(viewer, bridge).getState().pages, pin)),
    tell: (sentence) => viewer.getState().tell(sentence),
  }),
);

export function useMarksStore(): MarksStore {
  return marksOf(useViewerStore(), useBridge());
}

export function useMarks<T>(select: (state: MarksState) => T): T {
  return useStore(useMarksStore(), select);
}

/** The pins for the flight, in its order or as a person has put them. */
export function usePins(trip: FlightAirports | null): readonly PinName[] {
  const marks = useMarks((state) => state.marks);
  const pages = useCharts((state) => state.pages);
  const own = useViewer((state) => state.pinOrder);
  return useMemo(() => {
    const pinned: PinName[] = [];
    for (const { mark } of marks)
      if (mark.draft.kind === 'pin' && !mark.outdated) pinned.push(pinOf(mark.draft));
    return inOwnOrder(inFlightOrder(pinned, pages, trip), own);
  }, [marks, pages, trip, own]);
}

/** What the key of pins pins now. */
export function usePinInView(): PinName {
  const { page, part } = useViewerFields('page', 'part');
  const pages = useCharts((state) => state.pages);
  return pinInView(pages, { page, part });
}
