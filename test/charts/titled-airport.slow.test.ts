/** The airport that a page has as its title: found where name and code belong together, and never another one. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { airportNames } from '../../build/airport-names.ts';
import { airportRows } from '../../build/airports.ts';
import { at, layouts, read } from './page.ts';

const body = [at(0.1, 0.4, 'RWY 13L 3500 x 45', 7), at(0.1, 0.45, 'APRON 1', 7)];

/** The airport of a page with these lines of its header: text, size, and where. */
function airportOf(...lines: [text: string, size?: number, down?: number][]): string | null {
  const header = lines.map(([text, size = 14, down = 0.06], index) =>
    at(0.05, down + 0.02 * index, text, size),
  );
  return read([...header, ...body]).airport?.value ?? null;
}

/** Names and cities of airports, from the list of another room. */
const rows = readFileSync(new URL('../../renderer/airports/airports.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([icao = '', , , name = '', city = '']) => ({ icao, name, city }));

it('has the names of the installed package', () => {
  const path = new URL('../../main/charts/rules/airport-names.json', import.meta.url);
  expect(readFileSync(path, 'utf8')).toBe(airportNames(airportRows()));
});

describe('a title with a name and a code', () => {
  it.each([
    ['MARSEILLE PROVENCE (LFML)', 'LFML'],
    ['Dubai International Airport (OMDB)', 'OMDB'],
    ['DUBAI INTL (OMDB/DXB)', 'OMDB'],
    ['FRANKFURT/MAIN (EDDF)', 'EDDF'],
    ['Heathrow (EGLL)', 'EGLL'],
    ['LONDON (EGLL)', 'EGLL'],
    ['Zürich (LSZH)', 'LSZH'],
  ])('is that airport: %s', (title, icao) => {
    expect(airportOf([title])).toBe(icao);
  });

  it('is that airport where the code is set apart, and below another line of the header', () => {
    const apart = [at(0.1, 0.06, 'MARSEILLE PROVENCE', 12), at(0.42, 0.06, '(LFML)', 12)];
    expect(read([...apart, at(0.1, 0.09, 'GROUND CHART', 10), ...body]).airport?.value).toBe('LFML');
  });

  it.each([
    ['another airport’s name', [['LYON SAINT EXUPERY (LFML)']]],
    ['another airport of the city', [['LONDON GATWICK (EGLL)']]],
    ['a part of the name', [['SAN (KSFO)']]],
    ['no name', [['AERODROME (LFML)']]],
    ['a code of no airport', [['MARSEILLE PROVENCE (LFQX)']]],
    ['a sentence', [['Contact Marseille Provence (LFML)']]],
    ['a label before it', [['ALTERNATE: NICE (LFMN)']]],
    ['a label above it', [['ALTERNATES'], ['NICE (LFMN)']]],
    [
      'smaller words below a larger title',
      [
        ['TRANSITIONS', 16],
        ['MARSEILLE PROVENCE (LFML)', 9],
      ],
    ],
    [
      'a place in the body',
      [
        ['TRANSITIONS', 9],
        ['MARSEILLE PROVENCE (LFML)', 9, 0.5],
      ],
    ],
    ['two airports', [['MARSEILLE PROVENCE (LFML)'], ['NICE (LFMN)']]],
    ['another code beside it', [['MARSEILLE PROVENCE (LFML)'], ['LFMN', 8]]],
    ['a code beside it whose name is not its own', [['MARSEILLE PROVENCE (LFML)'], ['XANADU (LFMN)']]],
    ['two airports, one in the body', [['MARSEILLE PROVENCE (LFML)'], ['NICE (LFMN)', 14, 0.5]]],
  ] as [string, [string, number?, number?][]][])('is none with %s', (_why, lines) => {
    expect(airportOf(...lines)).toBeNull();
  });

  it('yields to the number of the page', () => {
    const runs = layouts.aip().map((run) => ({ ...run, text: run.text.replace('EZZZ', 'EGKK') }));
    expect(read([...runs, at(0.3, 0.1, 'MARSEILLE PROVENCE (LFML)', 12)]).airport?.value).toBe('EGKK');
  });

  it('makes no page with other dates a chart', () => {
    const page = read([
      at(0.1, 0.05, 'MARSEILLE (LFML)', 14),
      at(0.1, 0.08, 'EFFECTIVE 5 NOV 2026'),
      ...body,
    ]);
    expect(page).toMatchObject({
      airport: { value: 'LFML' },
      effective_from: null,
      revised: null,
      kind: null,
    });
  });
});

describe('the airports of the world', () => {
  const words = (text: string) =>
    new Set(
      text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toUpperCase()
        .match(/\p{L}{2,}/gu) ?? [],
    );

  it('are found by their names, and no other in their place', () => {
    const found = rows.map(({ icao, name }) => ({ icao, airport: airportOf([`${name} (${icao})`]) }));
    expect(found.filter(({ icao, airport }) => airport !== null && airport !== icao)).toEqual([]);
    expect(found.filter(({ airport }) => airport === null).length).toBeLessThan(0.01 * rows.length);
  });

  it('are not found by the names of others', () => {
    const wrong = rows.flatMap(({ icao }, index) => {
      const own = words(`${rows[index]?.name} ${rows[index]?.city}`);
      const other = rows[(index + 1) % rows.length];
      const common = ['AIRPORT', 'INTERNATIONAL', 'REGIONAL', 'MUNICIPAL', 'FIELD', 'AIR', 'BASE', 'CITY'];
      if (!other || [...words(other.name)].some((word) => own.has(word) && !common.includes(word))) return [];
      return airportOf([`${other.name} (${icao})`]) === null ? [] : [`${other.name} (${icao})`];
    });
    expect(wrong).toEqual([]);
  });
});
