import { useMemo } from 'react';
import type { Trip } from '../../preload/contract.ts';
import { useKits } from '../kits/kits-store.ts';
import { strings } from '../strings/strings.ts';
import { recentTrips } from './recent-trips.ts';

/** How many recent trips are offered; Alt+1 is the newest. */
export const RECENT = 4;

/** The trips that were requested lately. */
export function useRecentTrips(): readonly Trip[] {
  const kits = useKits((state) => state.kits);
  return useMemo(() => recentTrips(kits, RECENT), [kits]);
}

/** One button for each recent trip. */
export function RecentList(props: { trips: readonly Trip[]; onPick: (trip: Trip) => void }) {
  if (props.trips.length === 0) return null;
  return (
    <fieldset className="recent">
      <legend className="recent__legend">{strings.request.recent}</legend>
      {props.trips.map((trip, index) => {
        const pair = `${trip.origin} ${strings.app.arrow} ${trip.destination}`;
        const spoken = [trip.flight, pair].filter(Boolean).join(' ');
        return (
          <button
            key={JSON.stringify(trip)}
            type="button"
            className="recent__trip"
            title={strings.request.recentLabel(spoken, index + 1)}
            aria-label={strings.request.recentLabel(spoken, index + 1)}
            onClick={() => props.onPick(trip)}
          >
            <kbd className="recent__key">{index + 1}</kbd>
            {trip.flight ? <span className="code">{trip.flight}</span> : null}
            <span className="code">{pair}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
