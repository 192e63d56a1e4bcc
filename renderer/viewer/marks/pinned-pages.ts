import { useMemo } from 'react';
import { useCharts } from '../charts/charts-context.ts';
import { type FlightAirports, inFlightOrder } from '../charts/pin-order.ts';
import { useMarks } from './marks-context.ts';

/** The pages that are pinned for the flight, in its order. */
export function usePinnedPages(trip: FlightAirports | null): readonly number[] {
  const marks = useMarks((state) => state.marks);
  const pages = useCharts((state) => state.pages);
  return useMemo(() => {
    const pinned = marks.filter(({ mark }) => mark.draft.kind === 'pin' && !mark.outdated);
    return inFlightOrder(
      pinned.map(({ mark }) => mark.draft.page),
      pages,
      trip,
    );
  }, [marks, pages, trip]);
}
