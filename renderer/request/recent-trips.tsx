import { useMemo } from 'react';
import type { Kit, Trip } from '../../preload/contract.ts';
import { keyTable } from '../design/keys.ts';
import { appWords } from '../design/words.ts';
import { useKits } from '../kits/kits-store.ts';
import { requestWords } from './words.ts';

const DAY_MS = 86_400_000;

/** The last `count` different trips, the newest first; two that differ in their departure only are the same. */
export function recentTrips(kits: readonly Pick<Kit, 'trip' | 'created_at'>[], count: number): Trip[] {
  const newestFirst = [...kits].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  const found = new Map<string, Trip>();
  for (const { trip } of newestFirst) {
    if (found.size === count) break;
    if (!trip) continue;
    const { departure: _, ...rest } = trip;
    const key = JSON.stringify([rest.origin, rest.destination, rest.alternates, rest.route, rest.flight]);
    if (!found.has(key)) found.set(key, trip);
  }
  return [...found.values()];
}

/** The same trip at its next time of day after `now` (ms): a flight number flies again at the same hour. */
export function nextTrip(trip: Trip, now: number): Trip {
  const departure = Date.parse(trip.departure ?? '');
  if (Number.isNaN(departure)) return trip;
  const days = Math.max(0, Math.ceil((now - departure) / DAY_MS));
  return { ...trip, departure: new Date(departure + days * DAY_MS).toISOString().replace('.000Z', 'Z') };
}

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
    <fieldset className="recent row">
      <legend className="recent__legend">{requestWords.recent}</legend>
      {props.trips.map((trip, index) => {
        const pair = `${trip.origin} ${appWords.arrow} ${trip.destination}`;
        const spoken = [trip.flight, pair].filter(Boolean).join(' ');
        return (
          <button
            key={JSON.stringify(trip)}
            type="button"
            className="recent__trip"
            title={requestWords.recentLabel(spoken, index + 1)}
            aria-keyshortcuts={keyTable.request.numbered[index]}
            onClick={() => props.onPick(trip)}
          >
            <kbd className="recent__key">{index + 1}</kbd>{' '}
            {trip.flight ? <span className="code">{`${trip.flight} `}</span> : null}
            <span className="code">{pair}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
