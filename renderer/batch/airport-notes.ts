/** What the list of airports says of a row: codes and names that stand for another code, and codes that it does not know. Pure. */

import type { Airport, AirportIndex } from '../airports/airport-index.ts';
import { airportWords } from '../airports/words.ts';
import { batchWords } from './words.ts';

/** Another text for a cell, in ICAO codes. */
export interface AirportFix {
  column: number;
  /** As the cell has it. */
  from: string;
  /** What the cell becomes. */
  to: string;
  /** What is said of it: `AMS → EHAM, Amsterdam Airport Schiphol (NL)`. */
  text: string;
  /** Whether it can mean nothing else, so that all such are converted at once. */
  isSure: boolean;
}

const nameOf = ({ name, city, country }: Airport) => airportWords.known(name, city, country);
const isCode = (text: string) => /^[A-Z]{4}$/.test(text);

/** The conversion of a cell that holds one airport; null where there is none. */
export function airportFix(airports: AirportIndex, column: number, cell: string): AirportFix | null {
  const found = airports.resolve(cell);
  if (!found) return null;
  const { airport, isSure } = found;
  const text = batchWords.fix(cell, airport.icao, nameOf(airport));
  return { column, from: cell, to: airport.icao, text, isSure };
}

/** The conversion of a cell of alternates, of which each IATA code is known; null where there is none. */
export function alternatesFix(airports: AirportIndex, column: number, cell: string): AirportFix | null {
  const codes = cell.trim().split(/[\s,;/]+/);
  const found = codes.map((code) => (code.length === 3 ? airports.resolve(code) : null));
  if (found.every((one) => one === null)) return null;
  const to = codes.map((code, at) => found[at]?.airport.icao ?? code).join(' ');
  const names = found.flatMap((one) => (one ? [nameOf(one.airport)] : []));
  return { column, from: cell, to, text: batchWords.fix(cell, to, names.join('; ')), isSure: true };
}

/** The ICAO codes among these that the list does not know, each once. */
export function unknownCodes(airports: AirportIndex, codes: readonly string[]): string[] {
  return [...new Set(codes.filter((code) => isCode(code) && airports.get(code) === null))];
}

/** What is shown beside the codes of a cell: the city of one airport, `Boston, Philadelphia` of alternates; '' where none is known. */
export function placesOf(airports: AirportIndex, codes: readonly string[]): string {
  return codes
    .flatMap((code) => {
      const airport = airports.get(code);
      return airport ? [airport.city.replace(/\s*\(.*$/, '') || airport.name] : [];
    })
    .join(', ');
}
