/** The airport that a page has as its title, `Marseille Provence (LFML)`, where name and code belong together. */
import lines from '../airport-names.json' with { type: 'json' };
import type { Cell } from '../cells.ts';
import { agreed, collect, type Found, found } from '../chart.ts';
import type { PageView } from './publisher.ts';

/** `(LFML)`, `(OMDB/DXB)` at the end of a title. */
const CODE = /^(.*?) ?\(([A-Z]{4})(?: ?[/-] ?[A-Z]{3})?\)$/;
/** Longer lines are sentences. */
const MAX_TITLE = 80;
/** A title is as large as the largest text of the header, but for rounding. */
const LARGEST = 0.95;
/** Headers of pages that name airports which they are not about. */
const OF_OTHERS =
  /\b(?:ALTERN\w*|DEGAGEMENTS?|DIVERSIONS?|NEARBY|NEAREST|ADJACENT|NEIGHBOU?R\w*|VIA|(?:EN-?)?ROUTES?|FLIGHTS?|ITINERARY|HOTELS?|CREW)\b/i;
/** Words that say nothing about which airport it is; shorter ones neither. */
const GENERIC = new Set(
  `AIRPORT AIRPORTS AERODROME AEROPUERTO AEROPORTO AEROPORT AIRFIELD AIRSTRIP AIRPARK AIR FIELD BASE FORCE FLUGHAFEN FLUGPLATZ
INTERNATIONAL INTERNACIONAL INTL INT NATIONAL NATL REGIONAL RGNL MUNICIPAL MUNI MEMORIAL MEML EXECUTIVE EXEC METROPOLITAN COUNTY
CITY THE AND DER DEL DES DAS DOS`.split(/\s+/),
);
const LEAST_WORD = 3;

/** The words of a name that tell its airport from others, in capitals without accents. */
export function wordsOfName(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  const words = plain.match(/[A-Z]+/g) ?? [];
  return [...new Set(words.filter((word) => word.length >= LEAST_WORD && !GENERIC.has(word)))];
}

interface Names {
  city: readonly string[];
  name: readonly string[];
}

let known: ReadonlyMap<string, Names> | null = null;

function namesOf(icao: string): Names | undefined {
  known ??= new Map(
    lines.map((line) => {
      const [ident = '', city = '', name = ''] = line.split('|');
      return [ident, { city: city.split(' ').filter(Boolean), name: name.split(' ').filter(Boolean) }];
    }),
  );
  return known.get(icao);
}

/**
 * The airport in the title of a page; null where another one is named beside it, or the header is about other airports. A sentence with a
 * code in brackets has words that are no name of that airport.
 */
export function readTitledAirport({ all, frame, upright }: PageView): Found<string> | null {
  const header = frame.filter(({ turn, down }) => turn === upright && down < 0.5);
  if (header.some(({ text }) => OF_OTHERS.test(text))) return null;
  const least = LARGEST * Math.max(0, ...header.map(({ size }) => size));
  const titles = all.filter(({ turn, size }) => turn === upright && size >= least);
  const named = agreed(collect(titles, readNamed));
  if (named === null || !header.some((cell) => cell.size >= least && readNamed(cell))) return null;
  const others = [...titles.map(codeOf), ...header.map(({ text }) => text)];
  return others.some((code) => code !== named.value && namesOf(code) !== undefined) ? null : named;
}

function codeOf({ text }: Cell): string {
  return CODE.exec(text)?.[2] ?? '';
}

/** A cell with a name and its code; the code can be set apart. */
function readNamed(cell: Cell): Found<string> | null {
  const { text, previous } = cell;
  const icao = codeOf(cell);
  const before = icao === '' ? '' : (CODE.exec(text)?.[1] ?? '');
  const name = before === '' ? (previous?.text ?? '') : before;
  if (name.length > MAX_TITLE || !isNameOf(name, namesOf(icao))) return null;
  return before === '' ? found(icao, name, text) : found(icao, text);
}

/** Whether a text is nothing but an airport's name: its city, its name, or what its name has besides the city. */
function isNameOf(text: string, names: Names | undefined): boolean {
  if (names === undefined) return false;
  const { city, name } = names;
  const words = wordsOfName(text);
  const own = name.filter((word) => !city.includes(word));
  const isWhole = [city, name, own].some(
    (wanted) => wanted.length > 0 && wanted.every((word) => words.includes(word)),
  );
  return isWhole && words.every((word) => city.includes(word) || name.includes(word));
}
