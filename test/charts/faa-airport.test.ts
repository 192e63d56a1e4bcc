/** The airports of FAA charts, by what stands on the page; what could be another one is not found. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { airportRows } from '../../build/airports.ts';
import { usAirportList } from '../../build/us-airports.ts';
import { at, layouts, margin, read } from './page.ts';

/** An arrival that names no identifier. */
const arrival = (place: string, ...words: [x: number, y: number, text: string][]) => [
  at(0.05, 0.045, '(ABC.DEFGH6)12040'),
  at(0.05, 0.07, 'DEFGH SIX ARRIVAL', 9),
  at(0.5, 0.07, 'ST-375 (FAA)', 5),
  at(0.68, 0.07, place, 5),
  at(0.68, 0.94, place, 5),
  margin('SW-2, 03 APR 2014 to 01 MAY 2014'),
  ...words.map(([x, y, text]) => at(x, y, text, 5)),
];
const airport = (place: string, ...words: [number, number, string][]) =>
  read(arrival(place, ...words)).airport;

describe('the list of airports', () => {
  it('is that of the installed package', () => {
    const path = new URL('../../main/charts/rules/us-airports.json', import.meta.url);
    expect(readFileSync(path, 'utf8')).toBe(usAirportList(airportRows()));
  });
});

describe('an arrival that names a city', () => {
  it.each([
    [
      'its airport above the city',
      'BOSTON, MASSACHUSETTS',
      [0.57, 0.054, 'GENERAL EDWARD LAWRENCE LOGAN INTL'],
      'KBOS',
    ],
    ['its airport’s ATIS', 'SAN FRANCISCO, CALIFORNIA', [0.1, 0.16, 'SAN FRANCISCO INTL ATIS'], 'KSFO'],
    ['letters with gaps', 'SAN FRANCISCO, CALIFORNIA', [0.1, 0.16, 'SAN FRANCISCO INTLATI S 113.7'], 'KSFO'],
    [
      'the city’s ATIS, where no other airport has to do with the city',
      'SAN FRANCISCO, CALIFORNIA',
      [0.1, 0.16, 'SAN FRANCISCO ATIS'],
      'KSFO',
    ],
  ] as const)('is its airport’s, by %s', (_how, place, words, icao) => {
    const found = airport(place, [...words]);
    expect(found?.value).toBe(icao);
    expect(found?.words).toEqual([place, words[2]]);
  });

  it.each([
    ['nothing else', 'SAN FRANCISCO, CALIFORNIA', []],
    ['a navigation aid of that name', 'SAN FRANCISCO, CALIFORNIA', [[0.4, 0.6, 'SAN FRANCISCO']]],
    ['an approach control', 'BOSTON, MASSACHUSETTS', [[0.1, 0.1, 'BOSTON APP CON']]],
    [
      'a sentence about the airport',
      'BOSTON, MASSACHUSETTS',
      [[0.1, 0.5, 'EXPECT VECTORS TO LOGAN INTL OR BEDFORD']],
    ],
    ['the ATIS of a city with several airports', 'DALLAS, TEXAS', [[0.1, 0.16, 'DALLAS ATIS']]],
    [
      'two airports of the city',
      'CHICAGO, ILLINOIS',
      [
        [0.1, 0.16, 'CHICAGO O HARE INTL ATIS'],
        [0.1, 0.2, 'CHICAGO MIDWAY INTL ATIS'],
      ],
    ],
    ['a city in another state', 'SAN FRANCISCO, TEXAS', [[0.1, 0.16, 'SAN FRANCISCO INTL ATIS']]],
    ['an airport of another city', 'BOSTON, MASSACHUSETTS', [[0.1, 0.16, 'SAN FRANCISCO INTL ATIS']]],
  ] as [string, string, [number, number, string][]][])('is not found by %s', (_what, place, words) => {
    expect(airport(place, ...words)).toBeNull();
  });

  it('is not found where two cities are named', () => {
    const runs = arrival('BOSTON, MASSACHUSETTS', [0.57, 0.054, 'LOGAN INTL']);
    expect(read([...runs, at(0.1, 0.96, 'BEDFORD, MASSACHUSETTS', 5)]).airport).toBeNull();
  });
});

describe('identifiers', () => {
  const diagram = (place: string, name: string) =>
    read([
      at(0.03, 0.07, 'AIRPORT DIAGRAM', 10),
      at(0.45, 0.06, 'AL-99 (FAA)'),
      at(0.7, 0.05, name),
      at(0.7, 0.07, place),
    ]).airport?.value;

  it.each([
    ['LIHUE, HAWAII', 'LIHUE (LIH)', 'PHLI'],
    ['ANCHORAGE, ALASKA', 'TED STEVENS ANCHORAGE INTL (ANC)', 'PANC'],
    ['ANCHORAGE, ALASKA', 'TED STEVENS ANCHORAGE INTL (ANC)(PANC)', 'PANC'],
    ['SEATTLE, WASHINGTON', 'SEATTLE-TACOMA INTL (SEA)(KSEA)', 'KSEA'],
    ['WASHINGTON, DC', 'RONALD REAGAN WASHINGTON NATIONAL (DCA)', 'KDCA'],
    ['ANCHORAGE, ALASKA', 'SOMEWHERE ELSE (XXX)', undefined],
    ['TORONTO, ONTARIO', 'SOMEWHERE (YYZ)', undefined],
  ])('in %s, %s, are of %s', (place, name, icao) => {
    expect(diagram(place, name)).toBe(icao);
  });

  it('never make an indicator of letters that no place explains', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{3}$/),
        fc.stringMatching(/^[A-Z]{3,12}, [A-Z]{3,9}$/),
        (id, place) => {
          fc.pre(!/, (?:GUAM|IDAHO|IOWA|KANSAS|MAINE|NEVADA|OHIO|OREGON|TEXAS|UTAH)$/.test(place));
          expect(diagram(place, `SOME FIELD (${id})`)).toBeUndefined();
        },
      ),
    );
  });
});

describe('a chart whose words are drawn', () => {
  const runs = [margin('NW-1, 09 JUL 2026 to 06 AUG 2026')];
  const of = (title: string | null, pages = 1) => {
    const { airport, kind, title: name, effective_from } = read(runs, [], { title, pages });
    return [airport?.value, kind?.value, name?.value, effective_from?.value];
  };

  it('is what its file is called, where it is all of the file', () => {
    expect(of('RNAV (GPS) RWY 14')).toEqual([undefined, 'approach', 'RNAV (GPS) RWY 14', '2026-07-09']);
    expect(of('X:\\TAPS\\Some NAS  KXXX\\kxxx_arpt_dia.dgn')).toEqual([
      'KXXX',
      'airport',
      undefined,
      '2026-07-09',
    ]);
    expect(of('X:\\TAPS\\Some NAS  KXXX\\kyyy_arpt_dia.dgn')).toEqual([
      undefined,
      undefined,
      undefined,
      '2026-07-09',
    ]);
    expect(of('RNAV (GPS) RWY 14', 2)).toEqual([undefined, undefined, undefined, '2026-07-09']);
    expect(of(null)).toEqual([undefined, undefined, undefined, '2026-07-09']);
  });

  it('is not, where the page has a title of its own', () => {
    const page = read(layouts.faa(), [], { title: 'VOR RWY 09', pages: 1 });
    expect(page.title?.value).toBe('ILS or LOC RWY 24R');
  });
});
