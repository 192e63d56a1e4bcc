/**
 * The airport of an FAA chart: by its identifiers (`(BOS)`, `(BOS)(KBOS)`), else by the city and a name on the page.
 * Arrivals only name the city in their corners, and the airports by the frequencies of their ATIS.
 */

import type { Cell } from '../cells.ts';
import { agreed, collect, type Found, found } from '../chart.ts';
import lines from '../us-airports.json' with { type: 'json' };

/** `(BOS)`, `(BOS)(KBOS)`: the FAA's, and the location indicator. */
export const IDENTIFIER = /\(([A-Z]{3})\)(?:\(([A-Z]{4})\))?$/;
/** Other words in brackets in titles that look like airport identifiers. */
const NO_IDENTIFIER = new Set(['FAA', 'USN', 'USA', 'GPS', 'RNP', 'PRM', 'DME', 'MSL', 'IAF', 'FAF', 'VOR']);

/** As printed; in the order of the codes below. */
const STATES = new Map(
  `AL ALABAMA|AK ALASKA|AZ ARIZONA|AR ARKANSAS|CA CALIFORNIA|CO COLORADO|CT CONNECTICUT|DE DELAWARE|DC DISTRICT OF COLUMBIA|DC DC|
FL FLORIDA|GA GEORGIA|GU GUAM|HI HAWAII|ID IDAHO|IL ILLINOIS|IN INDIANA|IA IOWA|KS KANSAS|KY KENTUCKY|LA LOUISIANA|ME MAINE|MD MARYLAND|
MA MASSACHUSETTS|MI MICHIGAN|MN MINNESOTA|MS MISSISSIPPI|MO MISSOURI|MT MONTANA|NE NEBRASKA|NV NEVADA|NH NEW HAMPSHIRE|NJ NEW JERSEY|
NM NEW MEXICO|NY NEW YORK|NC NORTH CAROLINA|ND NORTH DAKOTA|OH OHIO|OK OKLAHOMA|OR OREGON|PA PENNSYLVANIA|PR PUERTO RICO|RI RHODE ISLAND|
SC SOUTH CAROLINA|SD SOUTH DAKOTA|TN TENNESSEE|TX TEXAS|UT UTAH|VT VERMONT|VA VIRGINIA|VI VIRGIN ISLANDS|WA WASHINGTON|WV WEST VIRGINIA|
WI WISCONSIN|WY WYOMING`
    .split(/\|\s*/)
    .map((line): [string, string] => [line.slice(3), line.slice(0, 2)]),
);
/** States where the location indicator is not K plus the FAA's own three letters. */
const BEYOND = new Set(['AK', 'GU', 'HI', 'PR', 'VI']);
const PLACE = /^([A-Z][A-Z .'/-]{1,40}), ([A-Z ]{2,25})$/;

interface Airport {
  icao: string;
  local: string;
  state: string;
  /** Squashed. */
  cities: readonly string[];
  name: string;
}

let known: readonly Airport[] | null = null;

function airports(): readonly Airport[] {
  known ??= lines.map((line) => {
    const [icao = '', local = '', state = '', city = '', name = ''] = line.split('|');
    return { icao, local, state, cities: city.split('/').map(squash), name: squash(name) };
  });
  return known;
}

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/INTERNATIONAL/g, 'INTL'],
  [/REGIONAL/g, 'RGNL'],
  [/MUNICIPAL/g, 'MUNI'],
  [/MEMORIAL/g, 'MEML'],
  [/NATIONAL/g, 'NATL'],
  [/EXECUTIVE/g, 'EXEC'],
  [/METROPOLITAN/g, 'METRO'],
  [/AIRFORCEBASE/g, 'AFB'],
  [/NAVALAIRSTATION/g, 'NAS'],
  [/FIELD$/g, 'FLD'],
  [/AIRPORT$/g, ''],
];

/** The letters of a name, abbreviated as the FAA does; the text sometimes has gaps between the letters of a word. */
function squash(text: string): string {
  const letters = text
    .normalize('NFD')
    .toUpperCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[^A-Z]/g, '');
  return ABBREVIATIONS.reduce((word, [long, short]) => word.replace(long, short), letters);
}

/** Names that could belong to any city's airport. */
const GENERIC = /^(?:INTL|RGNL|MUNI|MEML|NATL|EXEC|METRO|COUNTY|CITY|FLD)*$/;
const SERVICE = /(?:DATIS|ATIS|TOWER)/;
/** Longer cells are sentences. */
const MAX_NAME = 80;

/** @param corners the cells of the corners, where a chart names its airport @param all cells of the whole page */
export function readAirport(corners: readonly Cell[], all: readonly Cell[]): Found<string> | null {
  const places = collect(corners, readPlace);
  const identified = collect(corners, (cell) => readIdentifier(cell, places[0] ?? null));
  if (identified.length > 0)
    return agreed(identified.filter(({ value }) => value !== null) as Found<string>[]);
  const [place] = places;
  if (place === undefined || places.some(({ city, state }) => city !== place.city || state !== place.state))
    return null;
  return namedAirport(place, corners, all);
}

interface Place {
  /** Squashed. */
  city: string;
  state: string;
  words: string;
}

function readPlace({ text }: Cell): Place | null {
  const [words, city = '', name = ''] = PLACE.exec(text) ?? [];
  const state = STATES.get(name);
  return words === undefined || state === undefined ? null : { city: squash(city), state, words };
}

/** Null inside: an identifier whose indicator is not known. */
function readIdentifier({ text }: Cell, place: Place | null): Found<string | null> | null {
  const [, local, indicator] = IDENTIFIER.exec(text) ?? [];
  if (local === undefined || NO_IDENTIFIER.has(local)) return null;
  if (indicator !== undefined) return found(indicator, text);
  if (place === null) return found(null, text);
  if (!BEYOND.has(place.state)) return found(`K${local}`, text, place.words);
  const [airport, other] = airports().filter((one) => one.local === local && one.state === place.state);
  return found(other === undefined ? (airport?.icao ?? null) : null, text, place.words);
}

function namedAirport(place: Place, corners: readonly Cell[], all: readonly Cell[]): Found<string> | null {
  const { city, state } = place;
  const near = airports().filter((one) => one.state === state && one.cities.includes(city));
  if (near.length === 0) return null;
  const isCorner = new Set(corners);
  const named = collect(all, (cell) => {
    if (cell.text.length > MAX_NAME) return null;
    const letters = squash(cell.text);
    const airport = near.find(({ name }) => isNamed(name, letters, isCorner.has(cell)));
    return airport === undefined ? null : found(airport.icao, place.words, cell.text);
  });
  if (named.length > 0) return agreed(named);
  // A city's name alone identifies the airport only if no other airport belongs to the city.
  const [only] = near;
  const isOnly = airports().every(
    (one) => one === only || (!one.cities.some((name) => name.includes(city)) && !one.name.includes(city)),
  );
  const service = all.find(({ text }) => {
    const letters = squash(text);
    return letters.startsWith(city) && letters.slice(city.length).search(SERVICE) === 0;
  });
  return isOnly && only && service ? found(only.icao, place.words, service.text) : null;
}

/** In a corner a longer name may end like this (`GENERAL EDWARD LAWRENCE LOGAN INTL`); elsewhere it names a service of the airport. */
function isNamed(name: string, letters: string, isCorner: boolean): boolean {
  if (name.length < 8 || GENERIC.test(name)) return false;
  const at = letters.indexOf(name);
  if (at < 0) return false;
  const rest = letters.slice(at + name.length);
  return rest === '' ? isCorner || at === 0 : rest.search(SERVICE) === 0;
}
