import type { AirportCodes } from './trip-file.ts';

/**
 * The codes and time zones of the app's list of airports.
 * @param text renderer/airports/airports.txt; other lines are ignored
 */
export function readAirportCodes(text: string): AirportCodes {
  const [head = '', ...lines] = text.split('\n');
  const zones = head.split(' ');
  const zoneOf = new Map<string, string | null>();
  const icaoOf = new Map<string, string>();
  for (const line of lines) {
    const [icao, iata, , , , , zone = ''] = line.split('\t');
    if (!icao || iata === undefined) continue;
    zoneOf.set(icao, zones[Number.parseInt(zone, 36)] || null);
    if (iata !== '') icaoOf.set(iata, icao);
  }
  return {
    icaoOf: (iata) => icaoOf.get(iata) ?? null,
    has: (icao) => zoneOf.has(icao),
    zoneOf: (icao) => zoneOf.get(icao) ?? null,
  };
}
