/** Trips from files and spreadsheets. */
import { readTripsCsv, readTripsJson } from '../../../main/kits/trip-file.ts';
import { provenOrder, readRow } from '../../../preload/trip-files/trip-rows.ts';
import { readTable } from '../../../preload/trip-files/trip-table.ts';
import { defineTarget } from '../define-target.ts';
import { text } from '../mutators/text.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const LIMITS = { max_alternates: 3 };
const TRIP = {
  origin: 'EHAM',
  destination: 'KJFK',
  alternates: ['KBOS', 'KEWR'],
  route: 'EHAM N0450F350 BERGI5S BERGI UL602 SUPUR/M082F370 DCT 52N020W KJFK',
  flight: 'KLM641',
  departure: '2026-11-23T10:45:00Z',
};
const CSV = [
  `origin,destination,alternates,route,flight,departure\nEHAM,KJFK,KBOS KEWR,"DCT ""A"" B",KLM641,${TRIP.departure}\n`,
  'sep=;\r\norigin;destination\r\nEGLL;EHAM\r\n',
  '\ufeffFlight No\tFrom\tTo\tDate\tSTD\nKL641\tEHAM\tKJFK\t23/11/2026\t10:45\n\t\n',
  'EHAM KJFK',
  'EHAM,KJFK,23 Nov,1045Z\nEGLL,LFPG,03.04.2026,10.45\n',
];

export const tripTargets = [
  defineTarget({
    name: 'trip-json',
    domain: text(),
    seeds: () => [JSON.stringify([TRIP, { origin: 'EGLL', destination: 'EHAM' }])],
    run: (input) => readTripsJson(input, LIMITS, NOW),
    cost: 2,
  }),
  defineTarget({
    name: 'trip-csv',
    domain: text(),
    seeds: () => CSV,
    // The command line's alone, which has no window to keep waiting; a line of odd length costs it some 20 µs.
    run: (input) => readTripsCsv(input.slice(0, 50_000), LIMITS, NOW),
    limits: { cpu_ms: 3_000 },
    cost: 4,
  }),
  defineTarget({
    name: 'trip-table',
    domain: text(),
    seeds: () => CSV,
    run: (given) => {
      // Longer ones take in proportion: a page that somebody pastes a megabyte into may think about it.
      const input = given.slice(0, 50_000);
      for (const first of ['unknown', 'header', 'flight'] as const) {
        const table = readTable(input, first);
        if ('problem' in table) continue;
        const { rows, columns } = table;
        const order = provenOrder(rows.flat());
        for (const row of rows) readRow(row, columns, order, NOW);
      }
    },
    // Three readings, in the page's thread.
    limits: { cpu_ms: 300 },
    cost: 8,
  }),
];
