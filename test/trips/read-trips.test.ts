import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import type { Trip } from '../../main/common/trip.ts';
import { readTripsCsv, readTripsJson, requireTrips } from '../../main/trips/read-trips.ts';

const limits = { max_alternates: 6 };
const csv = (text: string) => requireTrips(readTripsCsv(text, limits));
const jsonText = (text: string) => requireTrips(readTripsJson(text, limits));
const json = (value: unknown) => jsonText(JSON.stringify(value));

function failure(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof TripKitError && error.kind === 'config') return error.message;
    throw error;
  }
  throw new Error('did not throw');
}

describe('CSV', () => {
  it('reads columns in any order, alternates by spaces, empty cells as none', () => {
    expect(
      csv(
        'destination,origin,alternates,route,flight,departure\nkjfk,eham,KEWR  KBOS,N0450F370 DCT,KLM1,2026-11-21T10:45Z\nEGLL,EHAM,,,,\n',
      ),
    ).toEqual([
      {
        origin: 'EHAM',
        destination: 'KJFK',
        alternates: ['KEWR', 'KBOS'],
        route: 'N0450F370 DCT',
        flight: 'KLM1',
        departure: '2026-11-21T10:45:00Z',
      },
      { origin: 'EHAM', destination: 'EGLL' },
    ]);
  });

  it.each([
    ['a byte order mark and CRLF', '\uFEFForigin,destination\r\nEHAM,KJFK\r\n'],
    ['old Mac line ends', 'origin,destination\rEHAM,KJFK\r'],
    ['semicolons', 'origin;destination\nEHAM;KJFK\n'],
    ['tabs', 'origin\tdestination\nEHAM\tKJFK\n'],
    ['Excel’s separator line', 'sep=;\r\norigin;destination\r\nEHAM;KJFK\r\n'],
    ['quotes and capitals', '"Origin", "DESTINATION"\n"EHAM" ,"KJFK"\n'],
    ['no line end at the end', 'origin,destination\nEHAM,KJFK'],
    ['empty rows and columns of a spreadsheet', 'origin;destination;;\n;;;\nEHAM;KJFK;;\n\n;;;\n'],
  ])('bears %s', (_what, text) => {
    expect(csv(text)).toEqual([{ origin: 'EHAM', destination: 'KJFK' }]);
  });

  it.each([
    ['', /is empty/],
    ['origin,destination\n', /holds no trip/],
    ['origin,dest\nA,B', /unknown column "dest"/],
    ['origin,,destination\nA,,B', /unknown column without a name/],
    ['origin,destination,origin\nA,B,C', /column origin more than once/],
    ['origin\nEHAM', /lacks the column destination/],
    ['origin,destination\nEHAM,"KJFK\n', /no sound CSV/],
    ['origin,destination\nEHAM,KJ"FK\n', /no sound CSV near line 2/],
    ['origin,destination\nEHAM,KJFK,X\n', /Row 1 \(line 2\): it has 3 cells, the header has 2/],
    ['origin,destination\nEHAM\n', /Row 1 \(line 2\): it has 1 cell, the header has 2/],
  ])('refuses %j', (text, message) => {
    expect(failure(() => csv(text))).toMatch(message);
  });

  it('names row, line and column of every error, and counts those beyond ten', () => {
    const text = failure(() =>
      csv('origin,destination,route\r\nEHAM,KJFK,"A\r\nB"\r\n\r\nEHAM,kj,\r\nEHAM,KJFK,\r\nX,KJFK,\r\n'),
    );
    expect(text).toContain('2 errors, nothing was sent. Row 2 (line 5), column destination: ');
    expect(text).toContain(' Row 4 (line 7), column origin: ');
    const many = failure(() => csv(`origin,destination\n${'X,KJFK\n'.repeat(13)}`));
    expect(many).toContain('13 errors');
    expect(many).toContain('Row 10 (line 11)');
    expect(many).not.toContain('Row 11');
    expect(many).toContain('And 3 more.');
  });
});

describe('JSON', () => {
  it('reads a list', () => {
    expect(json([{ origin: 'eham', destination: 'KJFK', alternates: ['kewr'], route: null }])).toEqual([
      { origin: 'EHAM', destination: 'KJFK', alternates: ['KEWR'] },
    ]);
  });

  it.each([
    [{}, /has to be a list/],
    [[], /with at least one trip/],
    [[1], /Row 1: it has to be an object/],
    [[{ origin: 'EHAM' }], /Row 1, destination: The destination is missing/],
    [
      [
        { origin: 'EHAM', destination: 'KJFK' },
        { origin: 'EHAM', destination: 'KJFK', foo: 1 },
      ],
      /Row 2, "foo": it is an unknown key/,
    ],
    [[{ origin: 7, destination: 'KJFK' }], /Row 1, origin: it has to be a text/],
    [
      [{ origin: 'EHAM', destination: 'KJFK', alternates: 'KEWR' }],
      /Row 1, alternates: it has to be a list of texts/,
    ],
    [
      [{ origin: 'EHAM', destination: 'KJFK', alternates: ['KJFK'] }],
      /Row 1, alternates: .*destination itself/,
    ],
    [[{ origin: 'EHAM', destination: 'KJFK', departure: '2026-11-21T10:45' }], /Row 1, departure: /],
  ])('refuses %j', (value, message) => {
    expect(failure(() => json(value))).toMatch(message);
  });

  it('names line and column of broken text', () => {
    expect(failure(() => jsonText('[\n{"origin": }\n]'))).toContain('line 2, column 12');
  });
});

describe('properties', () => {
  const code = fc.string({ unit: fc.constantFrom(...'ABCDEFG'), minLength: 4, maxLength: 4 });
  const trips: fc.Arbitrary<Trip[]> = fc.array(
    fc
      .record(
        {
          origin: code,
          destination: code,
          alternates: fc.uniqueArray(code, { minLength: 1, maxLength: 3 }),
          route: fc.constantFrom('DCT', 'N0450F370 A B', 'A.B..C', 'A,B', 'A "B"', 'A;B'),
          flight: fc.constantFrom('KLM1', 'U21'),
          departure: fc.constant('2026-11-21T10:45:00Z'),
        },
        { requiredKeys: ['origin', 'destination'] },
      )
      .filter(({ destination, alternates }) => !alternates?.includes(destination)),
    { minLength: 1, maxLength: 5 },
  );

  it('reads back what was written, as JSON and as CSV with any separator', () => {
    const names = ['origin', 'destination', 'alternates', 'route', 'flight', 'departure'] as const;
    fc.assert(
      fc.property(
        trips,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        (list, mark, end) => {
          expect(json(list)).toEqual(list);
          const cell = (value: string | string[] | undefined) =>
            `"${(typeof value === 'object' ? value.join(' ') : (value ?? '')).replaceAll('"', '""')}"`;
          const rows = list.map((trip) => names.map((name) => cell(trip[name])).join(mark));
          expect(csv([names.join(mark), ...rows, ''].join(end))).toEqual(list);
        },
      ),
    );
  });

  it('throws nothing but TripKitError of kind config', () => {
    const whatever = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        expect(error).toBeInstanceOf(TripKitError);
        expect((error as TripKitError).kind).toBe('config');
      }
    };
    const text = fc.string({ unit: fc.constantFrom(...',;\t"\n\r \uFEFFAEHMoriginדּ') });
    fc.assert(fc.property(fc.oneof(fc.string(), text), (tail) => whatever(() => csv(tail))));
    fc.assert(fc.property(text, (tail) => whatever(() => csv(`origin,destination\n${tail}`))));
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (any) => whatever(() => jsonText(any))));
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.jsonValue(), (any, origin) =>
        whatever(() => json([...any, { origin }])),
      ),
    );
  });
});
