/** Pinned pages in the order of the flight, or in the person's own order. Pure. */
import type { ChartKind } from '../../main/charts/rules/chart.ts';
import type { Trip } from '../../preload/contract.ts';
import type { PagesOfCharts } from './shown-chart.ts';

/** The airports of a flight. */
export type FlightAirports = Pick<Trip, 'origin' | 'destination' | 'alternates'>;

/** At the airport of departure: out of the gate, into the air, and back in if need be. */
const leaving: readonly (readonly ChartKind[])[] = [
  ['parking'],
  ['airport', 'hotspot'],
  ['sid', 'departure'],
  ['approach'],
  ['star', 'arrival'],
];
/** At the airport of destination, and at an alternate: from the air to the gate. */
const arriving: readonly (readonly ChartKind[])[] = [
  ['star', 'arrival'],
  ['approach'],
  ['airport', 'hotspot'],
  ['parking'],
  ['sid', 'departure'],
];

/** Where the ranks begin: pages of none of the flight's airports are en route. */
const DEPARTURE = 0;
const EN_ROUTE = 100;
const DESTINATION = 200;
const ALTERNATES = 300;
const EACH = 100;

/**
 * The pages in the order in which the flight needs them: departure, en route, destination, alternates in their order; of
 * the same rank by page.
 *
 * @param trip null if the flight is not known: then only by page
 */
export function inFlightOrder(
  pinned: readonly number[],
  pages: PagesOfCharts,
  trip: FlightAirports | null,
): readonly number[] {
  const rank = new Map(pinned.map((page) => [page, rankOf(page, pages, trip)]));
  return [...rank.keys()].sort((one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0) || one - other);
}

/**
 * The pinned pages in the person's own order. A page pinned since then comes after its predecessor in the flight's order.
 *
 * @param flight the pinned pages in the order of the flight
 * @param own null: that order
 */
export function inOwnOrder(flight: readonly number[], own: readonly number[] | null): readonly number[] {
  if (!own) return flight;
  const pinned = new Set(flight);
  const order = [...new Set(own)].filter((page) => pinned.has(page));
  const placed = new Set(order);
  for (const [index, page] of flight.entries()) {
    if (placed.has(page)) continue;
    const before = flight[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, page);
    placed.add(page);
  }
  return order;
}

/** The order with a page at another place, an index within it. */
export function movedTo(order: readonly number[], page: number, place: number): readonly number[] {
  const others = order.filter((one) => one !== page);
  const at = Math.min(others.length, Math.max(0, place));
  return [...others.slice(0, at), page, ...others.slice(at)];
}

function rankOf(page: number, pages: PagesOfCharts, trip: FlightAirports | null): number {
  const chart = pages.get(page)?.chart;
  if (!trip || !chart?.airport) return EN_ROUTE;
  const { airport, kind } = chart;
  const alternate = trip.alternates?.indexOf(airport) ?? -1;
  // If a flight returns to its departure airport, only arrival pages rank as destination.
  const arrives =
    trip.origin === trip.destination && (kind === 'star' || kind === 'arrival' || kind === 'approach');
  if (airport === trip.origin && !arrives) return DEPARTURE + phase(leaving, kind);
  if (airport === trip.destination) return DESTINATION + phase(arriving, kind);
  if (alternate >= 0) return ALTERNATES + alternate * EACH + phase(arriving, kind);
  return EN_ROUTE;
}

function phase(phases: readonly (readonly ChartKind[])[], kind: ChartKind | null): number {
  const at = phases.findIndex((kinds) => kind !== null && kinds.includes(kind));
  return at < 0 ? phases.length : at;
}
