import { useAppearance } from '../design/appearance.ts';
import { useAirports } from './airports.ts';
import { departureText } from './departure-time.ts';

/** {@link departureText} for a component: written again when the airports are there, and when the setting of the hours changes. */
export function useDepartureText(): (trip: Parameters<typeof departureText>[1]) => string | null {
  const airports = useAirports();
  useAppearance();
  return (trip) => departureText(airports, trip);
}
