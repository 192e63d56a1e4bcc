import { useMemo } from 'react';
import { useCharts } from '../charts/charts-context.ts';
import { type FlightAirports, inFlightOrder, inOwnOrder } from '../charts/pin-order.ts';
import { useViewer } from '../viewer/document/viewer-context.tsx';
import { useMarks } from './marks-context.ts';

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
