/** Pins, of pages and of charts of a sheet: their names, and their order, that of the flight or the person's own. Pure. */
import type { ChartKind } from '../../main/charts/rules/chart.ts';
import { indexNumber } from '../../main/charts/rules/chart-dates.ts';
import { pinOf } from '../../main/marks/rules/pin-names.ts';
import type { PinName, Trip } from '../../preload/contract.ts';
import { chartOfPart, nameOfSheet, type PagesOfCharts, partInView, type ShownPage } from './shown-chart.ts';

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

export function pageOfPin(pin: PinName): number {
  return typeof pin === 'number' ? pin : pin[0];
}

function partOfPin(pin: PinName): number | null {
  return typeof pin === 'number' ? null : pin[1];
}

export function isSamePin(one: PinName | null, other: PinName | null): boolean {
  return String(one) === String(other);
}

/** The place of a pin among others; -1 if it is not there. */
export function placeOfPin(pins: readonly PinName[], pin: PinName | null): number {
  return pins.findIndex((one) => isSamePin(one, pin));
}

/** Its page, with its chart alone if it has one; undefined if nothing is known about the page. */
export function shownPin(pages: PagesOfCharts, pin: PinName): ShownPage | undefined {
  return chartOfPart(pages.get(pageOfPin(pin)), partOfPin(pin));
}

/** `EGLL › ILS 27L`; a chart of a sheet with its number, which the other may differ in alone: `EGLL › 11-2 ILS 27L`. */
export function pinTitle(pages: PagesOfCharts, pin: PinName): string | null {
  const shown = shownPin(pages, pin);
  const number = shown && partOfPin(pin) !== null ? indexNumber(shown.page) : undefined;
  if (!shown?.page.title || shown.others.length > 0 || !number) return nameOfSheet(shown);
  return [shown.page.airport?.value, `${number} ${shown.page.title.value}`].filter(Boolean).join(' › ');
}

/** Where a pin leads: arguments of the viewer's `goTo`. */
export function placeOf(pages: PagesOfCharts, pin: PinName) {
  const region = partOfPin(pin) === null ? null : (shownPin(pages, pin)?.page.region ?? null);
  return [pageOfPin(pin), 0, region] as const;
}

type InView = { page: number; part: Parameters<typeof partInView>[1] };

/** What the key of pins pins: the chart of a sheet that a person went to, else all of the page in view. */
export function pinInView(pages: PagesOfCharts, { page, part }: InView): PinName {
  return pinOf({ page, part: partInView(pages.get(page) ?? null, part) });
}

/** The pin that is in view: of what would be pinned, else of its page, else the only one on the page if a person went to none of its charts. */
export function currentPin(pinned: readonly PinName[], pages: PagesOfCharts, view: InView): PinName | null {
  const own = pinInView(pages, view);
  const ofPage = pinned.filter((pin) => pageOfPin(pin) === view.page);
  const found = ofPage.find((pin) => isSamePin(pin, own)) ?? ofPage.find((pin) => partOfPin(pin) === null);
  return found ?? (partOfPin(own) === null && ofPage.length === 1 ? (ofPage[0] ?? null) : null);
}

/**
 * The pins in the order in which the flight needs them: departure, en route, destination, alternates in their order; of
 * the same rank by page, and on a sheet in its order.
 *
 * @param trip null if the flight is not known: then only by page
 */
export function inFlightOrder(
  pinned: readonly PinName[],
  pages: PagesOfCharts,
  trip: FlightAirports | null,
): readonly PinName[] {
  const ranked = new Map(
    pinned.map((pin) => [
      String(pin),
      { pin, order: [rankOf(pin, pages, trip), pageOfPin(pin), partOfPin(pin) ?? -1] as const },
    ]),
  );
  return [...ranked.values()]
    .sort(({ order: [a, b, c] }, { order: [x, y, z] }) => a - x || b - y || c - z)
    .map(({ pin }) => pin);
}

/**
 * The pins in the person's own order. One that was pinned since then comes after its predecessor in the flight's order.
 *
 * @param flight the pins in the order of the flight
 * @param own null: that order
 */
export function inOwnOrder(flight: readonly PinName[], own: readonly PinName[] | null): readonly PinName[] {
  if (!own) return flight;
  const keys = flight.map(String);
  const order = [...new Set(own.map(String))].filter((key) => keys.includes(key));
  const placed = new Set(order);
  for (const [index, key] of keys.entries()) {
    if (placed.has(key)) continue;
    const before = keys[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
    placed.add(key);
  }
  return order.map((key) => flight[keys.indexOf(key)] as PinName);
}

/** The order with a pin at another place, an index within it. */
export function movedTo(order: readonly PinName[], pin: PinName, place: number): readonly PinName[] {
  const others = order.filter((one) => !isSamePin(one, pin));
  const at = Math.min(others.length, Math.max(0, place));
  return [...others.slice(0, at), pin, ...others.slice(at)];
}

function rankOf(pin: PinName, pages: PagesOfCharts, trip: FlightAirports | null): number {
  const chart = shownPin(pages, pin)?.chart;
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
