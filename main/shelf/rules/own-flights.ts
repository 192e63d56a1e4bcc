/** Own flights: those of the roster that a person has read, and which kits of a shelf are for them. Pure. */
import type { OwnFlight, ShelfWants } from '../../../preload/contract.ts';

/** What of a kit on a shelf tells its flight. */
interface KitOnShelf {
  trip: { origin: string; destination: string; flight?: string | undefined; departure?: string | undefined };
  /** ISO 8601, UTC. */
  requested_at: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How far the departure of a kit may be from the roster's where that is on another day, ms: a flight may be late over midnight. */
const MOVED_MS = 12 * HOUR_MS;
/** How long before its day the kit of a flight may be requested, days. */
const EARLY_DAYS = 3;
/** No kit is on a shelf for longer after its departure, ms (shelf-desk.ts). */
export const KEPT_MS = 6 * DAY_MS;

/** How much may be wanted of a shelf (preload/contract/shelf.ts). */
export const MAX_WANTED = 500;

/** Whether the list of a day may have a kit of the flight: that of its departure, else that of its request. @param day `2027-03-28` */
export function isNearDay(day: string, { departure }: Pick<OwnFlight, 'departure'>): boolean {
  const days = (Date.parse(departure.slice(0, 10)) - Date.parse(day)) / DAY_MS;
  return days >= -1 && days <= EARLY_DAYS;
}

/**
 * Whether a kit is for the flight; one too many is better than one's own missed. A roster has `KL1001` where a kit may have `KLM1001`:
 * - the same number, origin and time; of the airlines, where both are of one kind (IATA, ICAO), the same. As in same-flight.ts the
 *   destination may be another
 * - where one of them has no such number: the same airports and time
 * - the same airports and minute of departure, whatever the flight is called: kits may have call signs, `KLM73K`
 */
export function isForFlight({ trip, requested_at }: KitOnShelf, own: OwnFlight): boolean {
  if (trip.origin !== own.origin || !isNearTime(trip.departure, requested_at, own)) return false;
  const isSameWay = trip.destination === own.destination;
  const [kit, wanted] = [numberOf(trip.flight), numberOf(own.flight)];
  if (kit === null || wanted === null) return isSameWay;
  const isOtherAirline = kit.airline.length === wanted.airline.length && kit.airline !== wanted.airline;
  if (kit.number === wanted.number && !isOtherAirline) return true;
  const off = Math.abs(Date.parse(trip.departure ?? '') - Date.parse(own.departure));
  return isSameWay && off < MINUTE_MS;
}

function isNearTime(departure: string | undefined, requested_at: string, own: OwnFlight): boolean {
  const at = Date.parse(departure ?? '');
  if (departure === undefined || Number.isNaN(at)) return isNearDay(requested_at.slice(0, 10), own);
  const isSameDay = departure.slice(0, 10) === own.departure.slice(0, 10);
  return isSameDay || Math.abs(at - Date.parse(own.departure)) <= MOVED_MS;
}

/** The airline of a flight, as it is written, and its number without zeros before it; null if it has no such number. */
function numberOf(flight: string | undefined): { airline: string; number: string } | null {
  const text = (flight ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
  const found = /^([A-Z]{3}|[A-Z]{2}|[A-Z]\d|\d[A-Z]|)0*([1-9]\d*[A-Z]{0,2})$/.exec(text);
  return found && { airline: found[1] ?? '', number: found[2] ?? '' };
}

/** What is wanted with these flights, too, each once, without those that are over. @param now ms since 1970 UTC */
export function withOwnFlights(
  wants: ShelfWants,
  flights: readonly OwnFlight[],
  now: number,
): Exclude<ShelfWants, 'all'> {
  const own = new Map(
    [...ownFlightsOf(wants), ...flights]
      .filter(({ departure }) => Date.parse(departure) > now - KEPT_MS)
      .map((flight) => [
        JSON.stringify([flight.flight, flight.origin, flight.departure.slice(0, 10)]),
        flight,
      ]),
  );
  const sorted = [...own.values()].sort((a, b) => Date.parse(a.departure) - Date.parse(b.departure));
  return [...namesOf(wants), ...sorted];
}

/** The own flights among what is wanted. */
export function ownFlightsOf(wants: ShelfWants): OwnFlight[] {
  return wants === 'all' ? [] : wants.filter((one) => typeof one !== 'string');
}

/** The flight numbers and airports among what is wanted. */
export function namesOf(wants: ShelfWants): string[] {
  return wants === 'all' ? [] : wants.filter((one) => typeof one === 'string');
}
