/** Trips from files and spreadsheets. */

import { readTripsCsv, readTripsJson } from '../../../main/trips/read-trips.ts';
import { readTripText } from '../../../main/trips/rules/read-trip-file.ts';
import { readAirportCodes } from '../../../main/trips/rules/trip-file.ts';
import { provenOrder, readRow } from '../../../main/trips/rules/trip-rows.ts';
import { readOds } from '../../../main/trips/rules/workbook/read-ods.ts';
import { UnreadableZip } from '../../../main/trips/rules/workbook/zip.ts';
import { readTable } from '../../trips/fixtures.ts';
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
  'Alle Zeiten Ortszeit\nFlug-Nr.;Datum;Von;Nach;Abflugzeit;STD (UTC)\nOS 1;29.03.2027;AMS;LHR;0045 (+1);2245\n',
  'Flight,Departure,,Arrival,\nNo,Airport,LT,Airport,LT\nSunday 28MAR27,,,,\nKL1,EHAM/AMS,1005L,LHR,1100\n',
];

const AIRPORTS = readAirportCodes(
  'Europe/Amsterdam Europe/London\nEHAM\tAMS\tNL\tSchiphol\tAmsterdam\tL\t0\nEGLL\tLHR\tGB\tHeathrow\tLondon\tL\t1',
);
const ODS = `<office:document-content><style:style style:name="ro2" style:family="table-row"><style:table-row-properties style:row-height="0cm"/></style:style>
<office:body><table:table table:name="Plan"><table:table-column table:number-columns-repeated="9" table:visibility="collapse"/>
<table:table-row table:style-name="ro2" table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="4" table:number-rows-spanned="2">
<office:annotation><text:p>a</text:p></office:annotation><text:p>KL<text:s text:c="2"/>1</text:p></table:table-cell><table:covered-table-cell/>
<table:table-cell office:value-type="date" office:date-value="2027-03-28T02:30:00"><text:p>02:30</text:p></table:table-cell>
<table:table-cell office:value-type="time" office:time-value="PT25H30M00S"/></table:table-row></table:table></office:body></office:document-content>`;
/** One of each format that is a text. */
const FILES = [
  `BEGIN:VCALENDAR
BEGIN:VTIMEZONE
TZID:Crew
BEGIN:STANDARD
DTSTART:16011028T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:1
SEQUENCE:1
SUMMARY:KLM1007 AMS-LHR
DTSTART;TZID="Crew":20270328T023000
DESCRIPTION:From: AMS\\nTo:
  LHR
END:VEVENT
BEGIN:VEVENT
SUMMARY:Day off
DTSTART;VALUE=DATE:20270329
END:VEVENT
END:VCALENDAR
`,
  `ZCZC
(FPL-KLM1007-IS
-B738/M-SDE2/LB1
-EHAM2330
-N0450F350 SULUT Y70
-EGLL0100 EGKK
-DOF/270328)
(DLA-KLM1007-EHAM0030-EGLL-DOF/270328)
(CHG-KLM1007-EHAM0030-EGLL-DOF/270328-16/EGKK0100 EGSS-18/DOF/270329)
(CNL-KLM1008-EHAM0030-EGLL-0)
`,
  `1AIRLINE STANDARD SCHEDULE DATA SET
2LKL      S27 28MAR2730OCT27
3 KL 10070101J28MAR2704APR27123456 2AMS07100710+0200  LHR07300730+0100  73H
5 KL
`,
  `KLM1007   28MAR2027    EHAM-EGLL   B738 PH-BXA
28MAR2027 PHBXA        1045/1057   1148/1156
ALTN EGKK
ROUTE: SULUT Y70
`,
  '<OFP><general><icao_airline>KLM</icao_airline><flight_number>1007</flight_number></general><origin><icao_code>EHAM</icao_code></origin><destination><icao_code>EGLL</icao_code></destination><times><sched_out>1806201000</sched_out></times></OFP>',
  ...CSV,
];

export const targets = [
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
    // No window waits for it; a line of odd length costs it some 20 µs.
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
        for (const row of rows) readRow(row, columns, order, NOW, AIRPORTS);
      }
    },
    // Three readings, in the page's thread.
    limits: { cpu_ms: 300 },
    cost: 8,
  }),
  defineTarget({
    name: 'trip-file',
    domain: text(),
    seeds: () => FILES,
    run: (input) => readTripText(input.slice(0, 50_000), AIRPORTS, NOW),
    limits: { cpu_ms: 300 },
    cost: 8,
  }),
  defineTarget({
    name: 'trip-ods',
    domain: text(),
    seeds: () => [ODS],
    run: async (input) => {
      const file = async (name: string) =>
        name === 'content.xml' ? new TextEncoder().encode(input.slice(0, 50_000)) : null;
      await readOds(file, { rows: 2000, columns: 60 }).catch((error: unknown) => {
        if (!(error instanceof UnreadableZip)) throw error;
      });
    },
    limits: { cpu_ms: 300 },
    cost: 4,
  }),
];
