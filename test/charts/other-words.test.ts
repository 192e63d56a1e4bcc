/** What stands in the frame of a page and is of something else: notes, lists, references, words like indicators. */
import { describe, expect, it } from 'vitest';
import type { TextRun } from '../../main/charts/rules/page-text.ts';
import { at, margin, read, values } from './page.ts';

const body = Array.from({ length: 20 }, (_, n) => at(0.1 + 0.02 * n, 0.3 + 0.012 * n, '2100 D8.0 IFXX'));
const NO_DATE = { revised: null, effective_from: null, effective_to: null };

/** A chart of a national publication, that says nothing of its date itself. */
const aip = (...runs: TextRun[]) => [
  at(0.05, 0.03, 'AIP NEVERLAND'),
  at(0.7, 0.03, 'AD 2 EZZZ 5-1'),
  at(0.2, 0.07, 'INSTRUMENT APPROACH CHART - ICAO', 9),
  ...body,
  ...runs,
];
const lido = (...runs: TextRun[]) => [
  at(0.3, 0.03, 'NST-EDXX', 10),
  at(0.5, 0.03, '7-10'),
  at(0.6, 0.03, 'IAC'),
  at(0.4, 0.98, '© Lido'),
  ...body,
  ...runs,
];
/** A chart of a publisher that is not known. */
const other = (...runs: TextRun[]) => [
  at(0.05, 0.03, 'EZZZ', 15),
  at(0.05, 0.05, '11-2'),
  at(0.6, 0.04, 'ILS Rwy 09', 11),
  ...body,
  ...runs,
];

describe('a day that a sentence of the frame calls effective', () => {
  it.each([
    'ILS U/S FROM 0600 UNTIL FURTHER NOTICE, EFFECTIVE 20 JUN 2024',
    'TEMP: GP U/S, EFFECTIVE 13 JUN 2024 TO 20 JUN 2024',
    'Summer schedule valid from 31 MAR 2024 to 26 OCT 2024',
    'SUPERSEDES CHART EFFECTIVE 16 MAY 2024',
    'REPLACES AD 2 EZZZ 5-1 WEF 16 MAY 2024',
    'WIP WEF 16 MAY 2024',
    'WEF 16 MAY 2024 TWY B CLOSED',
    'Noise quota effective 16 May 2024',
  ])('is not the page’s: %s', (words) => {
    for (const page of [aip, lido, other])
      expect(values(read(page(at(0.05, 0.955, words, 7))))).toMatchObject(NO_DATE);
  });

  it('is not the page’s where the sentence began a line or two above', () => {
    for (const page of [aip, lido, other]) {
      const lines = [
        at(0.05, 0.94, 'CHANGES: Runway 09/27 renamed 08/26, frequency of the ILS,', 7),
        at(0.05, 0.952, 'coordinates of the stands of the terminal in the north,', 7),
        at(0.05, 0.964, 'effective 13 JUN 2024', 7),
      ];
      expect(values(read(page(...lines)))).toMatchObject(NO_DATE);
    }
  });

  it('is the page’s under a note that has ended', () => {
    const lines = [at(0.05, 0.952, 'CHANGE: VAR.', 7), at(0.05, 0.964, 'EFFECTIVE 13 JUN 2024', 7)];
    expect(read(aip(...lines)).effective_from?.value).toBe('2024-06-13');
  });

  it.each([
    'AIRAC EFFECTIVE DATE 13 JUN 2024',
    'AIP NEVERLAND WEF 13 JUN 2024',
    'PUBL 02 MAY 2024 WEF 13 JUN 2024',
    'WEF 13 JUN 2024 (AIRAC AMDT 06/24)',
    'EFF 13 JUN 24 CHANGE: RWY 09 renamed',
    'Effective : 1600UTC, 13 JUN 2024',
    'Effective 0901Z 13 June 2024',
    'IN VIGORE DAL 13 GIUGNO 2024',
    'EN VIGOR DESDE 13 JUNIO 2024',
  ])('is the page’s after words of the publication: %s', (words) => {
    expect(read(aip(at(0.05, 0.955, words, 7))).effective_from?.value).toBe('2024-06-13');
  });

  it('can stand under its label', () => {
    const label = at(0.7, 0.95, 'EFFECTIVE DATE', 7);
    expect(read(aip(label, at(0.7, 0.962, '13 JUN 2024', 7))).effective_from?.value).toBe('2024-06-13');
    expect(read(aip(label, at(0.05, 0.962, '13 JUN 2024', 7))).effective_from).toBeNull();
  });
});

describe('a date that stands alone', () => {
  const amendment = at(0.7, 0.97, 'AIRAC AMDT 06/2024');

  it.each(['Printed on', 'Survey date', 'DATE OF SURVEY', 'Downloaded:', 'VALID UNTIL', 'Issued on'])(
    'is another one beside or under "%s"',
    (label) => {
      for (const date of [at(0.05, 0.962, '13 JUN 2024', 7), at(0.5, 0.95, '13 JUN 2024', 7)]) {
        const runs = [at(0.05, 0.95, label, 7), date];
        expect(read(aip(amendment, ...runs)).effective_from).toBeNull();
        const high = runs.map((run) => ({ ...run, y: run.y * 0.1 }));
        expect(read(lido(...high)).revised).toBeNull();
      }
    },
  );

  it('is not the effective one where another is called so that can’t be read', () => {
    const alone = at(0.05, 0.97, '13 JUN 2024');
    expect(read(aip(amendment, alone)).effective_from?.value).toBe('2024-06-13');
    for (const words of ['EFFECTIVE DATE: 11th of July 2024', 'WEF 05/06/2024', 'WEF １１ JUL ２０２４'])
      expect(read(aip(amendment, alone, at(0.7, 0.05, words))).effective_from).toBeNull();
  });
});

describe('page numbers of national publications', () => {
  it.each([
    ['AD 2 - EKCH - 1', 'EKCH', 'AD 2 - EKCH - 1'],
    ['AD 2 LIRF 5 - 13', 'LIRF', 'AD 2 LIRF 5 - 13'],
    ['AD-2-WSSS-IAC-1', 'WSSS', 'AD-2-WSSS-IAC-1'],
    ['RKSI AD CHART 2-26', 'RKSI', 'RKSI AD CHART 2-26'],
    ['LSZH AD 2.24.10.7 - 1', 'LSZH', 'LSZH AD 2.24.10.7 - 1'],
  ])('%s', (words, airport, number) => {
    const runs = [at(0.05, 0.03, 'AIP NEVERLAND'), at(0.7, 0.03, words), ...body];
    expect(values(read(runs))).toMatchObject({ airport, number });
  });

  it.each(['Slots: see AD 2.EZZA-12', 'REFER TO AD 2.EZZA-12', 'AD 2-TEXT-1', 'AD 2 STAR 1'])(
    'say no airport where they lead to another page, or are none: %s',
    (words) => {
      const runs = [
        at(0.05, 0.03, 'AIP NEVERLAND'),
        at(0.8, 0.03, 'ENR 1.9-1'),
        at(0.05, 0.95, words),
        ...body,
      ];
      expect(read(runs).airport).toBeNull();
    },
  );

  it('are not needed in Australia, whose charts name the airport in brackets', () => {
    const runs = [
      at(0.05, 0.05, 'AIRSERVICES AUSTRALIA'),
      at(0.4, 0.03, 'ILS OR LOC RWY 16L', 10),
      at(0.4, 0.05, 'SYDNEY/KINGSFORD SMITH, NSW (YSSY)', 9),
      ...body,
    ];
    expect(values(read(runs))).toMatchObject({ airport: 'YSSY', kind: 'approach', ...NO_DATE });
  });
});

describe('texts of national publications', () => {
  it('that list the charts of an airport are no chart', () => {
    const names = [
      'Aerodrome Chart - ICAO',
      'Aircraft Parking/Docking Chart - ICAO',
      'Standard Departure Chart - Instrument (SID) - ICAO',
      'Instrument Approach Chart - ICAO',
    ];
    const runs = [
      at(0.72, 0.03, 'AD 2.EZZZ-37'),
      at(0.05, 0.08, 'EZZZ AD 2.24 CHARTS RELATED TO AN AERODROME', 9),
      ...names.map((name, n) => at(0.05, 0.1 + 0.015 * n, name)),
    ];
    expect(read(runs).kind?.value).toBe('text');
    const [number, , ...list] = runs;
    expect(read([...(number ? [number] : []), ...list]).kind).toBeNull();
  });

  it('have sentences that name procedures', () => {
    const runs = [
      at(0.72, 0.03, 'AD 2.EZZZ-21'),
      at(0.05, 0.08, 'Departing aircraft will follow the SID to 6000 ft.'),
      at(0.05, 0.095, 'Standard Instrument Departures are shown elsewhere.'),
      at(0.05, 0.3, 'Pilots are to read back all clearances.'),
    ];
    expect(read(runs).kind).toBeNull();
  });
});

describe('words of four capitals', () => {
  it.each(['STAR', 'FUEL', 'CREW', 'RNAV', 'ICAO', 'PERF'])('are no airport: %s', (word) => {
    const heading = [at(0.05, 0.03, word, 14), at(0.8, 0.03, '10-2'), at(0.4, 0.03, 'DEPARTURE', 9)];
    const day = at(0.05, 0.06, 'EFFECTIVE 13 JUN 2024');
    expect(values(read([...heading, day, ...body]))).toMatchObject({ airport: null, effective_from: null });
    const outline = [{ title: `${word} ABC 1`, level: 0, page: 1 }];
    expect(read([...heading, ...body], outline).airport).toBeNull();
  });

  it.each(['PACK', 'UNIT'])('are one where ICAO gave them to an airport: %s', (word) => {
    const runs = [at(0.05, 0.03, word, 14), at(0.8, 0.03, '10-3'), at(0.4, 0.03, 'RNAV SID', 9), ...body];
    expect(read(runs).airport?.value).toBe(word);
  });

  it('are no airport of a page that names no kind of chart', () => {
    const runs = [at(0.05, 0.03, 'EZZZ', 14), at(0.8, 0.03, '10-2'), at(0.1, 0.2, 'Fuel policy'), ...body];
    expect(read(runs).airport).toBeNull();
  });

  it('are one with the code of IATA, too', () => {
    const runs = [
      at(0.05, 0.03, 'EZZZ / NVL', 11),
      at(0.4, 0.03, 'ILS Z RWY 18R', 11),
      at(0.8, 0.03, '20-3'),
      at(0.8, 0.05, 'Effective: 22-APR-2021'),
      at(0.8, 0.07, 'Revised: 15-APR-2021'),
      ...body,
    ];
    expect(values(read(runs))).toMatchObject({
      airport: 'EZZZ',
      kind: 'approach',
      revised: '2021-04-15',
      effective_from: '2021-04-22',
    });
  });
});

describe('Jeppesen', () => {
  const heading = (...runs: TextRun[]) => [
    at(0.05, 0.03, 'EDXX/XXX', 12),
    at(0.42, 0.03, 'JEPPESEN'),
    ...body,
    ...runs,
  ];

  it.each([
    ['one cell', [at(0.3, 0.05, '20 DEC 19 20-3B Eff 2 Jan RNAV SID')]],
    [
      'cells beside each other',
      [at(0.3, 0.05, '20 DEC 19'), at(0.4, 0.05, '20-3B', 10), at(0.48, 0.05, 'Eff 2 Jan RNAV SID')],
    ],
  ])('reads a line with its title in %s', (_what, runs) => {
    expect(values(read(heading(...runs)))).toMatchObject({
      number: '20-3B',
      kind: 'sid',
      title: 'RNAV SID',
      revised: '2019-12-20',
      effective_from: '2020-01-02',
    });
  });

  it('takes no number or day at the beginning of a sentence', () => {
    const line = [at(0.3, 0.05, '20 DEC 19'), at(0.4, 0.05, '11-2', 10)];
    const notes = [at(0.05, 0.1, '18-36 GRASS ONLY'), at(0.05, 0.12, 'Eff 12 Jan GP unserviceable')];
    expect(values(read(heading(...line, ...notes)))).toMatchObject({
      number: '11-2',
      revised: '2019-12-20',
      effective_from: null,
    });
  });

  it('takes no list of pages for one of them', () => {
    const runs = [
      at(0.05, 0.03, 'Trip Kit Index', 12),
      at(0.05, 0.045, 'Printed on 03 Jan 2021'),
      at(0.1, 0.1, 'List of pages in this Trip Kit', 10),
      at(0.1, 0.15, 'Airport Information For EZZZ'),
      at(0.3, 0.97, '(c) JEPPESEN SANDERSON, INC., 2021, ALL RIGHTS RESERVED'),
    ];
    expect(values(read(runs))).toMatchObject({ airport: null, kind: 'contents', ...NO_DATE });
  });
});

describe('NOTAMs', () => {
  it('of the FAA are known by their form', () => {
    const runs = [
      at(0.05, 0.2, '!BOS 07/123 BOS RWY 04L/22R CLSD 2507041200-2507051800'),
      at(0.05, 0.23, '!FDC 5/1234 BOS IAP GENERAL EDWARD LAWRENCE LOGAN INTL, BOSTON, MA.'),
    ];
    expect(values(read(runs))).toMatchObject({ kind: 'notam', ...NO_DATE });
  });

  it('have no date by the day of printing', () => {
    const runs = [at(0.05, 0.03, 'NOTAM EZZZ', 10), at(0.5, 0.03, 'Printed on 28 Sep 2023')];
    expect(values(read([...runs, margin('Printed on 28 Sep 2023')]))).toMatchObject({
      kind: 'notam',
      ...NO_DATE,
    });
  });
});

describe('what a flight plan tells of other things', () => {
  const plan = (...runs: TextRun[]) => [at(0.05, 0.03, 'OPERATIONAL FLIGHT PLAN', 10), ...runs];

  it.each([
    'NAV DATABASE AIRAC 2506 VALID 12JUN25',
    'CHARTS VALID UNTIL 09JUL25',
    'AOC ISSUED 12 JAN 2020',
    'WX FORECAST ISSUED 02JUL25 1800Z',
    'NOTAMS PRINTED 02JUL25',
  ])('has no date of its own: %s', (words) => {
    expect(values(read(plan(at(0.05, 0.05, words))))).toMatchObject({ kind: 'flight_plan', ...NO_DATE });
    const [label = '', ...rest] = words.split(/ (?=VALID|ISSUED|PRINTED)/);
    const apart = [at(0.05, 0.05, label), at(0.5, 0.05, rest.join(' '))];
    const near = apart.map((run, n) =>
      n === 0 ? run : { ...run, x: 0.05 * 595 + (apart[0]?.width ?? 0) + 20 },
    );
    expect(values(read(plan(...near)))).toMatchObject(NO_DATE);
    expect(read(plan(at(0.5, 0.03, 'PRTD 03JUL25 2257UTC'), at(0.05, 0.05, words))).revised?.value).toBe(
      '2025-07-03',
    );
  });
});

describe('pages that continue a briefing', () => {
  it.each([
    ['notam', ['1A2345/25 VALIDITY: 2507041200-2507051800', '1B0123/25 VALIDITY: 04-JUL-25 0600']],
    ['notam', ['A1234/25', 'A1250/25']],
    ['weather', ['SA 040650 24010KT 9999 SCT030', 'FT 040500 0406/0512 24010KT 9999']],
    ['weather', ['EGTT SIGMET 01 VALID 040600/041000 EGRR-', 'LFFF SIGMET 3 VALID 040600/041000 LFPW-']],
  ])('are known as %s by their form', (kind, lines) => {
    const runs = lines.map((text, n) => at(0.05, 0.2 + 0.1 * n, text));
    expect(values(read(runs))).toMatchObject({ kind, ...NO_DATE });
    expect(read(runs.slice(1)).kind).toBeNull();
  });
});

describe('pages that are no charts', () => {
  it.each([
    'Departure',
    'FIVE STAR HOTEL',
    'Parking: free',
    'MINIMUM CREW REST',
    'Minimum fuel uplift 2000 L',
    'Boarding 30 MINS before departure',
    'AIRPORT',
  ])('are of no kind: %s', (words) => {
    expect(read([at(0.05, 0.03, words, 12), at(0.1, 0.2, 'Hotel: 5 nights')]).kind).toBeNull();
  });

  it('are what the outline calls them', () => {
    const outline = [{ title: 'Departure', level: 0, page: 1 }];
    expect(read([at(0.05, 0.03, 'Departure', 12)], outline).kind?.value).toBe('departure');
  });

  it('have no date by the cycle of which they speak', () => {
    const runs = [
      at(0.05, 0.03, 'COMPANY NOTICE', 12),
      at(0.05, 0.06, 'New charts from AIRAC 2612 effective 26 NOV 2026'),
    ];
    expect(values(read(runs))).toMatchObject(NO_DATE);
  });
});

describe('titles of charts of minimum altitudes', () => {
  it.each([
    ['MINIMUM VECTORING ALTITUDE CHART', 'other'],
    ['MINIMUM RADAR VECTORING CHART - ICAO', 'other'],
    ['RADAR MINIMUM ALTITUDES', 'other'],
    ['AERODROME OPERATING MINIMA', 'minimums'],
    ['STANDARD STRAIGHT-IN RWY MINIMUMS', 'minimums'],
  ])('%s: %s', (title, kind) => {
    const runs = [at(0.7, 0.03, 'AD 2 EZZZ 9-1'), at(0.2, 0.07, title, 9), ...body];
    expect(read(runs).kind?.value).toBe(kind);
  });
});

describe('the Chart Supplement of the FAA', () => {
  it('has a cycle of its region, and airports of which the page is not', () => {
    const runs = [
      margin('NE, 22 JAN 2026 to 19 MAR 2026'),
      at(0.4, 0.04, 'MASSACHUSETTS', 9),
      at(0.05, 0.06, 'BOSTON, MASSACHUSETTS'),
      at(0.05, 0.08, 'GENERAL EDWARD LAWRENCE LOGAN INTL (BOS)(KBOS)'),
      ...body,
    ];
    expect(values(read(runs))).toMatchObject({
      airport: null,
      revised: null,
      effective_from: '2026-01-22',
      effective_to: '2026-03-19',
    });
  });
});
