/** Pages of many publishers: what each is, and its dates. */
import { describe, expect, it } from 'vitest';
import type { TextRun } from '../../main/charts/rules/page-text.ts';
import { at, margin, read, values } from './page.ts';

type CellOf = readonly [x: number, y: number, text: string, size?: number];
type Facts = Readonly<Record<string, string | null>>;

const lay = (cells: readonly CellOf[]): TextRun[] => cells.map(([x, y, text, size]) => at(x, y, text, size));
/** What the middle of a chart is full of. */
const body = Array.from({ length: 30 }, (_, n) => at(0.1 + 0.02 * n, 0.3 + 0.012 * n, '2100 D8.0 IFXX'));

/** The heading of a Jeppesen chart of 12 April 2019. */
const jeppesen = (number: string, ...cells: CellOf[]): CellOf[] => [
  [0.05, 0.04, 'KDEN/DEN', 10],
  [0.05, 0.055, 'DENVER INTL'],
  [0.4, 0.04, 'JEPPESEN'],
  [0.4, 0.06, '12 APR 19'],
  [0.55, 0.06, number],
  [0.05, 0.97, 'CHANGES: Note, minimums 01 MAR 19.'],
  [0.4, 0.97, '© JEPPESEN, 1999, 2019. ALL RIGHTS RESERVED.'],
  ...cells,
];
const lido = (...cells: CellOf[]): CellOf[] => [
  [0.7, 0.03, 'Eff 15-AUG-2024'],
  [0.7, 0.05, '08-AUG-2024'],
  [0.1, 0.97, 'Change: WPT added'],
  [0.4, 0.98, '© Lido 2024'],
  ...cells,
];
/** A page of the FAA's. */
const faa = (...cells: CellOf[]): CellOf[] => [
  [0.6, 0.06, 'AL-999 (FAA)', 5],
  [0.75, 0.05, 'SPRINGFIELD INTL (SGF)(KSGF)', 6],
  [0.75, 0.07, 'SPRINGFIELD, MISSOURI', 5],
  ...cells,
];

const PAGES: readonly (readonly [name: string, cells: readonly CellOf[], facts: Facts])[] = [
  [
    'Jeppesen, approach',
    jeppesen('11-1', [0.63, 0.06, 'Eff 25 Apr'], [0.75, 0.06, 'ILS or LOC Rwy 16R', 10]),
    {
      airport: 'KDEN',
      kind: 'approach',
      title: 'ILS or LOC Rwy 16R',
      number: '11-1',
      revised: '2019-04-12',
      effective_from: '2019-04-25',
    },
  ],
  [
    'Jeppesen, the heading in one line',
    [
      [0.05, 0.04, 'KDEN/DEN', 10],
      [0.4, 0.04, 'JEPPESEN 12 APR 19 10-9 Eff 25 Apr'],
    ],
    { airport: 'KDEN', kind: 'airport', number: '10-9', revised: '2019-04-12', effective_from: '2019-04-25' },
  ],
  [
    'Jeppesen, airport',
    jeppesen('10-9'),
    { kind: 'airport', number: '10-9', revised: '2019-04-12', effective_from: null },
  ],
  ['Jeppesen, a page of the airport', jeppesen('10-9A'), { kind: 'airport', number: '10-9A' }],
  ['Jeppesen, parking', jeppesen('10-9C', [0.3, 0.1, 'PARKING GATE COORDINATES']), { kind: 'parking' }],
  ['Jeppesen, hot spots', jeppesen('10-9B', [0.3, 0.1, 'HOT SPOTS']), { kind: 'hotspot', airport: 'KDEN' }],
  ['Jeppesen, minimums', jeppesen('10-9X', [0.3, 0.08, 'JAA MINIMUMS']), { kind: 'minimums' }],
  [
    'Jeppesen, briefing',
    jeppesen('10-1P', [0.7, 0.06, '.AIRPORT.BRIEFING.']),
    { kind: 'text', title: 'AIRPORT BRIEFING' },
  ],
  [
    'Jeppesen, SID',
    jeppesen(
      '10-3A',
      [0.63, 0.06, '.Eff.25.Apr.'],
      [0.8, 0.06, '.SID.'],
      [0.4, 0.1, 'BROOKMANS PARK 7F (BPK 7F)'],
    ),
    { kind: 'sid', title: 'BROOKMANS PARK 7F (BPK 7F)', effective_from: '2019-04-25' },
  ],
  [
    'Jeppesen, STAR',
    jeppesen('10-2C', [0.8, 0.06, '.RNAV.STAR.'], [0.4, 0.1, 'PURRL TWO RNAV ARRIVAL (PURRL.PURRL2)']),
    { kind: 'star', title: 'PURRL TWO RNAV ARRIVAL (PURRL.PURRL2)' },
  ],
  ['Jeppesen, departure', jeppesen('10-3B', [0.8, 0.06, '.DEPARTURE.']), { kind: 'sid', title: 'DEPARTURE' }],
  [
    'Jeppesen, printed on a day',
    jeppesen('11-1', [0.05, 0.985, 'Printed on 03 May 2019'], [0.75, 0.06, 'VOR Rwy 26', 10]),
    { kind: 'approach', revised: '2019-04-12', effective_from: null },
  ],
  [
    'Lido, approach',
    lido([0.05, 0.03, 'LSZH-ZRH', 10], [0.3, 0.03, '7-30'], [0.45, 0.03, 'ILS 14']),
    {
      airport: 'LSZH',
      kind: 'approach',
      title: 'ILS 14',
      number: '7-30',
      revised: '2024-08-08',
      effective_from: '2024-08-15',
    },
  ],
  [
    'Lido, codes in the other order',
    lido([0.05, 0.03, 'ZRH / LSZH', 10], [0.3, 0.03, '2-20'], [0.45, 0.03, 'AGC']),
    { airport: 'LSZH', kind: 'airport', number: '2-20' },
  ],
  [
    'Lido, SID',
    lido([0.05, 0.03, 'ZRH-LSZH', 10], [0.3, 0.03, '5-10'], [0.45, 0.03, 'SIDPT']),
    { kind: 'sid' },
  ],
  [
    'Lido, STAR',
    lido([0.05, 0.03, 'ZRH-LSZH', 10], [0.3, 0.03, '6-10 STAR RNAV 14']),
    { kind: 'star', title: 'STAR RNAV 14' },
  ],
  [
    'Lido, parking',
    lido([0.05, 0.03, 'ZRH-LSZH', 10], [0.3, 0.03, '3-20'], [0.45, 0.03, 'APC']),
    { kind: 'parking' },
  ],
  [
    'Lido, text',
    lido([0.05, 0.03, 'ZRH-LSZH', 10], [0.3, 0.03, '1-10'], [0.45, 0.03, 'AOI']),
    { kind: 'text' },
  ],
  [
    'United Kingdom',
    [
      [0.05, 0.03, 'UK AIP'],
      [0.7, 0.03, 'AD 2.EGLL-8-1'],
      [0.2, 0.08, 'INSTRUMENT APPROACH CHART - ICAO', 10],
      [0.6, 0.12, 'ILS/DME/NDB(L) RWY 27L'],
      [0.05, 0.97, 'AIRAC AMDT 11/2016'],
      [0.8, 0.97, '13 Oct 2016'],
      [0.05, 0.985, 'AERO INFO DATE 01 AUG 16'],
    ],
    {
      airport: 'EGLL',
      kind: 'approach',
      title: 'ILS/DME/NDB(L) RWY 27L',
      number: 'AD 2.EGLL-8-1',
      revised: null,
      effective_from: '2016-10-13',
    },
  ],
  [
    'United Kingdom, some years ago',
    [
      [0.6, 0.03, 'AD 2-EGLL-8-1 (15 Dec 11)'],
      [0.2, 0.08, 'Instrument Approach Chart - ICAO', 10],
      [0.05, 0.97, 'AMDT 13/11'],
    ],
    { airport: 'EGLL', kind: 'approach', effective_from: '2011-12-15' },
  ],
  [
    'a day that begins no cycle',
    [
      [0.05, 0.03, 'AIP'],
      [0.7, 0.03, 'AD 2 EGLL-8-1'],
      [0.7, 0.05, '12 JUL 2024'],
      [0.05, 0.97, 'AIRAC AMDT 05/24'],
    ],
    { airport: 'EGLL', kind: null, effective_from: null },
  ],
  [
    'Germany',
    [
      [0.05, 0.03, 'LUFTFAHRTHANDBUCH DEUTSCHLAND'],
      [0.7, 0.03, 'AD 2 EDDF 4-2-1'],
      [0.7, 0.045, 'Effective: 15 JUN 2023'],
      [0.2, 0.08, 'INSTRUMENTENANFLUGKARTE - ICAO'],
    ],
    { airport: 'EDDF', kind: 'approach', effective_from: '2023-06-15' },
  ],
  [
    'Germany, in German',
    [
      [0.05, 0.03, 'LUFTFAHRTHANDBUCH DEUTSCHLAND'],
      [0.7, 0.03, 'AD 2 EDDF 2-5'],
      [0.7, 0.045, 'gültig ab 15. JUN 2023'],
      [0.2, 0.08, 'FLUGPLATZKARTE - ICAO'],
    ],
    { airport: 'EDDF', kind: 'airport', effective_from: '2023-06-15' },
  ],
  [
    'France',
    [
      [0.05, 0.03, 'AIP FRANCE'],
      [0.7, 0.03, 'AD 2 LFPG IAC 01'],
      [0.7, 0.045, '08 AOÛT 2024'],
      [0.1, 0.08, 'APPROCHE AUX INSTRUMENTS', 10],
      [0.6, 0.1, 'ILS RWY 27L'],
      [0.1, 0.97, 'AIRAC AMDT 08/24'],
    ],
    { airport: 'LFPG', kind: 'approach', title: 'ILS RWY 27L', effective_from: '2024-08-08' },
  ],
  [
    'France, by the page number',
    [
      [0.05, 0.03, 'AIP FRANCE'],
      [0.7, 0.03, 'AD 2 LFPG APDC 01'],
    ],
    { kind: 'parking', title: null },
  ],
  [
    'France, airport',
    [
      [0.05, 0.03, 'AIP FRANCE'],
      [0.7, 0.03, 'AD 2 LFPG ADC 01'],
      [0.1, 0.08, "CARTE D'AÉRODROME"],
    ],
    { kind: 'airport' },
  ],
  [
    'Spain',
    [
      [0.05, 0.03, 'AIP ESPAÑA'],
      [0.7, 0.03, 'AD 2-LEMD IAC/1'],
      [0.7, 0.045, 'WEF 08-AUG-24'],
      [0.1, 0.08, 'CARTA DE APROXIMACIÓN POR INSTRUMENTOS-OACI', 9],
      [0.7, 0.97, '27-JUN-24'],
    ],
    { airport: 'LEMD', kind: 'approach', number: 'AD 2-LEMD IAC/1', effective_from: '2024-08-08' },
  ],
  [
    'Spain, SID',
    [
      [0.7, 0.03, 'AD 2-LEMD SID 1.1'],
      [0.1, 0.08, 'CARTA DE SALIDA NORMALIZADA - VUELO POR INSTRUMENTOS'],
    ],
    { kind: 'sid' },
  ],
  [
    'Spain, STAR',
    [
      [0.7, 0.03, 'AD 2-LEMD STAR 1.1'],
      [0.1, 0.08, 'CARTA DE LLEGADA NORMALIZADA - VUELO POR INSTRUMENTOS'],
    ],
    { kind: 'star' },
  ],
  [
    'Peru',
    [
      [0.7, 0.03, 'AD 2 SPJC IAC 1'],
      [0.7, 0.05, '29-DEC-2022'],
      [0.1, 0.97, 'AMDT 013/2022'],
    ],
    { airport: 'SPJC', kind: 'approach', effective_from: '2022-12-29' },
  ],
  [
    'Japan',
    [
      [0.7, 0.03, 'RJTT AD2.24-IAC-1'],
      [0.2, 0.08, 'INSTRUMENT APPROACH CHART'],
      [0.3, 0.03, 'EFF: 1503Z'],
      [0.05, 0.97, 'Civil Aviation Bureau,Japan(EFF:31 OCT 2024)'],
      [0.8, 0.97, '5/9/24'],
    ],
    { airport: 'RJTT', kind: 'approach', revised: '2024-09-05', effective_from: '2024-10-31' },
  ],
  [
    'Japan, a time alone',
    [
      [0.7, 0.03, 'RJTT AD2.24-IAC-1'],
      [0.3, 0.03, 'EFF: 1503Z'],
    ],
    { effective_from: null, revised: null },
  ],
  [
    'China',
    [
      [0.1, 0.03, 'ZBAA AD2.24-10A'],
      [0.4, 0.03, '2024-12-15'],
      [0.7, 0.03, 'EFF2501221600'],
      [0.3, 0.07, 'STANDARD DEPARTURE CHART-INSTRUMENT', 10],
    ],
    {
      airport: 'ZBAA',
      kind: 'sid',
      number: 'ZBAA AD2.24-10A',
      revised: '2024-12-15',
      effective_from: '2025-01-22',
    },
  ],
  [
    'China, in one line',
    [
      [0.1, 0.03, 'ZBAA AD2.24-20A 2024-12-15 EFF2501221600'],
      [0.3, 0.07, 'INSTRUMENT APPROACH CHART-ICAO', 10],
    ],
    { airport: 'ZBAA', number: 'ZBAA AD2.24-20A', revised: '2024-12-15', effective_from: '2025-01-22' },
  ],
  [
    'Japan, by the name of the airport',
    [
      [0.05, 0.03, 'RJAA / NARITA INTL'],
      [0.7, 0.05, 'ILS Z RWY 16R'],
      [0.4, 0.97, 'Civil Aviation Bureau,Japan (EFF:31 OCT 2024)'],
    ],
    { airport: 'RJAA', kind: 'approach', effective_from: '2024-10-31' },
  ],
  [
    'Japan, the type of a chart after the number of its section',
    [
      [0.05, 0.03, 'RJTT AD2.24-PATC-1'],
      [0.2, 0.08, 'PRECISION APPROACH TERRAIN CHART'],
      [0.05, 0.97, 'Civil Aviation Bureau,Japan(EFF:31 OCT 2024)'],
    ],
    { airport: 'RJTT', number: 'RJTT AD2.24-PATC-1' },
  ],
  [
    'Japan, the type alone is no airport',
    [
      [0.05, 0.03, 'AD2.24-PATC-1'],
      [0.05, 0.97, 'Civil Aviation Bureau,Japan(EFF:31 OCT 2024)'],
    ],
    { airport: null },
  ],
  [
    'France, text of an airport that names a procedure',
    [
      [0.05, 0.03, 'AIP FRANCE'],
      [0.7, 0.03, 'AD 2 LFXX TXT 01'],
      [0.7, 0.05, '24 MAR 22'],
      [0.05, 0.08, 'with IFR arrival and reported to ATC who delivered traffic'],
      [0.05, 0.97, "SERVICE DE L'INFORMATION AERONAUTIQUE, FRANCE"],
      [0.7, 0.97, 'AMDT 04/22'],
    ],
    { airport: 'LFXX', kind: 'text', title: null, number: 'AD 2 LFXX TXT 01', effective_from: '2022-03-24' },
  ],
  [
    'Finland, text of an airport that names charts',
    [
      [0.05, 0.03, 'AIP FINLAND'],
      [0.7, 0.03, 'EFXX AD 2.1 - 23'],
      [0.7, 0.05, '24 MAR 2022'],
      [0.05, 0.08, 'AIRCRAFT STANDS', 9],
      [0.05, 0.97, 'FINAVIA'],
    ],
    { airport: 'EFXX', kind: 'text', title: null, effective_from: '2022-03-24' },
  ],
  [
    'China, text of an airport, and a day of one digit',
    [
      [0.1, 0.03, 'ZYXX AD2-23'],
      [0.4, 0.03, '2021-11-1'],
      [0.7, 0.03, 'EFF2112011600'],
      [0.1, 0.1, 'Taxi route for departure aircraft'],
    ],
    { airport: 'ZYXX', kind: 'text', title: null, revised: '2021-11-01', effective_from: '2021-12-01' },
  ],
  [
    'Switzerland, text of an airport that names NOTAMs',
    [
      [0.7, 0.03, 'LSXX AD 2 - 5'],
      [0.05, 0.1, 'LSXX AD 2.10 AERODROME OBSTACLES', 9],
      [0.05, 0.2, 'A0123/22 NOTAMN'],
      [0.05, 0.22, 'B0456/22 NOTAMR'],
    ],
    { airport: 'LSXX', kind: 'text', title: 'LSXX AD 2.10 AERODROME OBSTACLES' },
  ],
  [
    'a title that is a part of a sentence',
    [
      [0.05, 0.03, 'AIP NEVERLAND'],
      [0.7, 0.03, 'AD 2.EZZZ-12'],
      [0.05, 0.08, 'clearance for departure has been issued'],
      [0.05, 0.1, 'Another RNAV STAR on en-'],
    ],
    { airport: 'EZZZ', kind: null, title: null },
  ],
  [
    'the day of a publisher that is not known to print that of effect',
    [
      [0.05, 0.03, 'AIP NEVERLAND'],
      [0.7, 0.03, 'AD 2.EZZZ-8-1'],
      [0.7, 0.05, '24 MAR 22'],
      [0.2, 0.08, 'INSTRUMENT APPROACH CHART - ICAO', 10],
      [0.7, 0.97, 'AMDT 04/22'],
    ],
    { kind: 'approach', effective_from: null },
  ],
  [
    'Denmark, a day that begins no cycle',
    [
      [0.7, 0.03, 'AD 2 - EKXX - 5'],
      [0.7, 0.05, '25 MAR 22'],
      [0.2, 0.08, 'INSTRUMENT APPROACH CHART - ICAO', 10],
      [0.05, 0.97, '© NAVIAIR'],
    ],
    { kind: 'approach', effective_from: null },
  ],
  [
    'a page number and a date in one line',
    [
      [0.6, 0.03, 'AD 2-EGLL-8-1 13 OCT 2016'],
      [0.05, 0.97, 'AIRAC AMDT 11/2016'],
    ],
    { airport: 'EGLL', number: 'AD 2-EGLL-8-1', effective_from: '2016-10-13' },
  ],
  [
    'Canada',
    [
      [0.05, 0.03, 'CANADA AIR PILOT'],
      [0.3, 0.03, 'CYYZ-IAP-3A'],
      [0.2, 0.07, 'ILS RWY 05', 12],
      [0.8, 0.97, 'EFF 13 JUN 24'],
    ],
    { airport: 'CYYZ', kind: 'approach', effective_from: '2024-06-13' },
  ],
  [
    'the text of an airport',
    [
      [0.05, 0.03, 'UK AIP'],
      [0.7, 0.03, 'AD 2.EGLL-1'],
      [0.1, 0.2, 'EGLL AD 2.1 AERODROME LOCATION INDICATOR AND NAME'],
      [0.1, 0.4, 'EGLL AD 2.2 AERODROME GEOGRAPHICAL AND ADMINISTRATIVE DATA'],
    ],
    { airport: 'EGLL', kind: 'text', number: 'AD 2.EGLL-1' },
  ],
  [
    'an obstacle chart',
    [
      [0.7, 0.03, 'AD 2.EGLL-4-1'],
      [0.2, 0.08, 'AERODROME OBSTACLE CHART - ICAO TYPE A', 10],
    ],
    { kind: 'other' },
  ],
  ['FAA, airport', faa([0.03, 0.07, 'AIRPORT DIAGRAM', 10]), { airport: 'KSGF', kind: 'airport' }],
  ['FAA, SID', faa([0.03, 0.07, 'LIBRARY THREE DEPARTURE (RNAV)', 9]), { kind: 'sid' }],
  ['FAA, STAR', faa([0.03, 0.07, 'LIBRARY THREE ARRIVAL', 9]), { kind: 'star' }],
  [
    'FAA, obstacle departure',
    faa([0.03, 0.07, 'LIBRARY THREE DEPARTURE (OBSTACLE)', 9]),
    { kind: 'departure' },
  ],
  ['FAA, visual approach', faa([0.6, 0.09, 'QUIET BRIDGE VISUAL RWY 28L', 10]), { kind: 'approach' }],
  [
    'FAA, minimums',
    [
      [0.08, 0.06, 'RADAR MINS', 12],
      [0.08, 0.08, '16259'],
      [0.08, 0.98, '16259'],
    ],
    { kind: 'minimums', airport: null, revised: '2016-09-15' },
  ],
  ['FAA, form', [[0.05, 0.03, 'FAA FORM 8260 - 3']], { kind: 'other' }],
  [
    'flight plan',
    [
      [0.05, 0.03, '[ OFP ]'],
      [0.05, 0.05, 'ABC123 04JUL25 EGLL-KJFK'],
      [0.5, 0.05, 'PRTD 03JUL25 0657.06UTC'],
    ],
    { kind: 'flight_plan', revised: '2025-07-03', effective_from: null },
  ],
  [
    'flight plan, computed',
    [
      [0.05, 0.03, 'OPERATIONAL FLIGHT PLAN'],
      [0.05, 0.05, 'STD 04JUL25 0800Z'],
      [0.5, 0.05, 'COMPUTED 03 JUL 2025 06:57 UTC'],
    ],
    { kind: 'flight_plan', revised: '2025-07-03' },
  ],
  [
    'NOTAMs of an airport',
    [
      [0.05, 0.03, 'NOTAM'],
      [0.05, 0.06, 'EGLL LONDON HEATHROW'],
      [0.05, 0.09, 'A1234/23 VALIDITY: 2304241223-2306012100'],
    ],
    { kind: 'notam', revised: null, effective_from: null, effective_to: null },
  ],
  [
    'flight plan by Lido, with airports',
    [
      [0.05, 0.03, 'LIDO/FLIGHT OPERATIONAL FLIGHT PLAN'],
      [0.05, 0.05, 'EGLL/LHR'],
      [0.3, 0.05, '04JUL25'],
      [0.5, 0.05, 'PRTD 03JUL25 0657.06UTC'],
    ],
    { kind: 'flight_plan', airport: null, revised: '2025-07-03' },
  ],
  [
    'flight plan by Jeppesen, with airports',
    [
      [0.05, 0.03, 'JEPPESEN JETPLAN FLIGHT PLAN'],
      [0.05, 0.05, 'KDEN/DEN'],
      [0.3, 0.05, '04 JUL 25'],
    ],
    { kind: 'flight_plan', airport: null, revised: null },
  ],
  [
    'NOTAMs of a period',
    [
      [0.05, 0.03, 'NOTAM EGLL KJFK 2304241223-2306012100'],
      [0.05, 0.2, 'A1234/23 2305011223-2305012100'],
    ],
    { kind: 'notam', effective_from: '2023-04-24', effective_to: '2023-06-01' },
  ],
  [
    'bulletin',
    [
      [0.05, 0.03, 'PRE-FLIGHT INFORMATION BULLETIN'],
      [0.05, 0.05, 'VALIDITY 2304241223-2306012100'],
    ],
    { kind: 'notam', effective_from: '2023-04-24', effective_to: '2023-06-01' },
  ],
  [
    'bulletin of two periods',
    [
      [0.05, 0.03, 'PRE-FLIGHT INFORMATION BULLETIN'],
      [0.05, 0.05, 'VALIDITY 2304241223-2306012100'],
      [0.05, 0.07, 'VALIDITY 2304251223-2306012100'],
    ],
    { kind: 'notam', effective_from: null, effective_to: '2023-06-01' },
  ],
  [
    'bulletin in which a NOTAM has begun',
    [
      [0.05, 0.03, 'PRE-FLIGHT INFORMATION BULLETIN'],
      [0.05, 0.05, 'A1234/23 NOTAMN'],
      [0.05, 0.07, 'VALIDITY 2304241223-2306012100'],
    ],
    { kind: 'notam', effective_from: null, effective_to: null },
  ],
  [
    'weather',
    [
      [0.05, 0.03, 'WEATHER BRIEFING'],
      [0.05, 0.06, 'TAF EGLL 091130Z 0912/1018 24010KT'],
    ],
    { kind: 'weather', revised: null, effective_from: null, effective_to: null },
  ],
  [
    'weather chart',
    [
      [0.05, 0.03, 'WIND/TEMPERATURE FL340'],
      [0.5, 0.05, 'VALID 06 UTC SAT 10 JUL 2021'],
    ],
    { kind: 'weather', effective_from: '2021-07-10' },
  ],
  [
    'contents',
    [
      [0.1, 0.05, 'TABLE OF CONTENTS', 16],
      [0.1, 0.1, 'EGLL 11-1 ILS 27L'],
      [0.1, 0.12, 'NOTAM 12 APR 2024'],
    ],
    { kind: 'contents', airport: null, revised: null, effective_from: null },
  ],
  [
    'cover',
    [
      [0.1, 0.1, 'TRIP KIT', 30],
      [0.1, 0.2, 'EGLL - KJFK 04 JUL 2025'],
      [0.1, 0.3, 'PRINTED ON 03 JUL 2025'],
    ],
    { kind: 'cover', airport: null, revised: null, effective_from: null },
  ],
];

describe('pages of many publishers', () => {
  it.each(PAGES.map(([name, cells, facts]) => ({ name, cells, facts })))(
    '$name',
    ({ name, cells, facts }) => {
      const isChart = !/plan|NOTAM|bulletin|weather|contents|cover|text/i.test(name);
      expect(values(read([...lay(cells), ...(isChart ? body : [])]))).toMatchObject(facts);
    },
  );

  it('have every kind', () => {
    const kinds = new Set(PAGES.map(([, , { kind }]) => kind));
    for (const kind of [
      'airport',
      'parking',
      'sid',
      'star',
      'approach',
      'departure',
      'minimums',
      'hotspot',
      'text',
      'flight_plan',
      'notam',
      'weather',
      'cover',
      'contents',
      'other',
    ])
      expect(kinds).toContain(kind);
  });

  it('say of a printed Jeppesen chart until when its data were valid', () => {
    const words =
      'Terminal chart data cycle 01-2021 (Expired); Notice: After 21 Jan 2021, 0000Z, this chart may no longer be valid';
    expect(read([...lay(jeppesen('11-1')), margin(words), ...body])).toMatchObject({
      print_valid_to: { value: '2021-01-21' },
      effective_from: null,
      effective_to: null,
    });
  });
});
