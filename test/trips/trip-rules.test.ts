import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Trip } from '../../main/common/trip.ts';
import { checkTrip, oddRouteParts } from '../../main/trips/trip-rules.ts';
import { anyLetter } from '../any-letter.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const check = (changes: Partial<Trip>, max_alternates = 6) =>
  checkTrip({ origin: 'EHAM', destination: 'KJFK', ...changes }, { max_alternates }, NOW);
const said = (changes: Partial<Trip>, max?: number) =>
  check(changes, max).problems.map(({ field, severity }) => `${field} ${severity}`);

describe('normalising', () => {
  it('trims, capitals, folds and drops what is empty', () => {
    expect(
      check({
        origin: ' eham',
        destination: 'kjfk\t',
        alternates: [' ', 'kewr '],
        route: '  n0450f370  dct\n a ',
        flight: ' klm1 ',
        departure: '2026-11-21t10:45z',
      }),
    ).toEqual({
      trip: {
        origin: 'EHAM',
        destination: 'KJFK',
        alternates: ['KEWR'],
        route: 'N0450F370 DCT A',
        flight: 'KLM1',
        departure: '2026-11-21T10:45:00Z',
      },
      problems: [],
    });
    expect(check({ alternates: [''], route: ' ', flight: '', departure: '' }).trip).toEqual({
      origin: 'EHAM',
      destination: 'KJFK',
    });
  });
});

describe('airports', () => {
  it.each(['', 'EHA', 'EHAMX', 'EH1M', 'ZZZZ', 'afil', 'ÉHAM'])(
    'refuses %j as origin and destination',
    (code) => {
      expect(said({ origin: code })).toEqual(['origin error']);
      expect(said({ destination: code })).toEqual(['destination error']);
    },
  );

  it('accepts any four letters: the service knows its coverage', () => {
    expect(said({ origin: 'QQQQ', destination: 'XXXX' })).toEqual([]);
  });
});

describe('alternates', () => {
  it.each([
    [['KEWR', 'KBOS'], 6, 0],
    [['KEWR', 'kewr'], 6, 1],
    [['KJFK'], 6, 1],
    [['KE'], 6, 1],
    [['ZZZZ'], 6, 1],
    [['KEWR', 'KBOS', 'KPHL'], 2, 1],
    [['EHAM'], 6, 0],
  ])('%j of at most %i: %i errors', (alternates, max, count) => {
    expect(said({ alternates }, max)).toEqual(Array.from({ length: count }, () => 'alternates error'));
  });
});

describe('flight', () => {
  it.each(['KLM511', 'KL511', 'KL511A', 'U21234', 'N1', 'ABCDEFG'])('accepts %s', (flight) => {
    expect(said({ flight })).toEqual([]);
  });
  it.each(['K', 'ABCDEFGH', 'KLM 511', 'KLM-1'])('refuses %s', (flight) => {
    expect(said({ flight })).toEqual(['flight error']);
  });
});

describe('departure', () => {
  it.each([
    ['2026-11-21T10:45:00Z', '2026-11-21T10:45:00Z'],
    ['2026-11-21T10:45Z', '2026-11-21T10:45:00Z'],
    ['2026-11-21T10:45:30.123Z', '2026-11-21T10:45:30Z'],
    ['2026-11-21T10:45+00:00', '2026-11-21T10:45:00Z'],
    ['20261121T1045Z', '2026-11-21T10:45:00Z'],
    ['2028-02-29 10:45Z', '2028-02-29T10:45:00Z'],
  ])('%s is %s', (departure, canonical) => {
    expect(check({ departure })).toEqual({
      trip: { origin: 'EHAM', destination: 'KJFK', departure: canonical },
      problems: [],
    });
  });

  it.each([
    '2026-11-21T10:45:00',
    '2026-11-21T10:45+01:00',
    '2026-11-21T10:45-00:00',
    '2026-02-31T10:45Z',
    '2026-11-21T24:00Z',
    '2026-11-21T10:60Z',
    '2026-11-21',
    '21.11.2026 10:45',
    'tomorrow',
  ])('refuses %s', (departure) => {
    expect(said({ departure })).toEqual(['departure error']);
  });

  it('warns of the past', () => {
    expect(said({ departure: '2026-11-21T07:59:59Z' })).toEqual(['departure warning']);
  });

  // A local flight is possible, and a slip of the pen likelier.
  it('warns of a trip back to its origin', () => {
    expect(said({ origin: 'egll', destination: 'EGLL' })).toEqual(['destination warning']);
  });
});

describe('route', () => {
  it.each([
    'N0450F370 BERGI UL602 SUPUR UP1 DCT 47N030W',
    'M082F350 4730N03015W DUB180040 PT/N0450F370 EHAM SID',
    'K0830S1130 DCT AB123456/K0830M0840 VFR 47N030W180040',
    'N0450F370 C/48N050W/M082F290F350 C/48N050W/M082F290PLUS STAY1/0130 BERGI3E',
    'A.J80.B..C',
    'KDEN.J80.MCI..KORD',
    '-N0450F370 DCT A',
  ])('finds nothing odd in %s', (route) => {
    expect(said({ route })).toEqual([]);
  });

  it.each([
    ['DCT TOOLONGNAME A', ['TOOLONGNAME']],
    ['A,B C;D', ['A,B', 'C;D']],
    ['A...B .C D.', ['A...B', '.C', 'D.']],
    ['A/N045F370 A/B/C', ['A/N045F370', 'A/B/C']],
    ['ÜBER A', ['ÜBER']],
  ])('only warns of %s', (route, odd) => {
    expect(oddRouteParts(route)).toEqual(odd);
    expect(said({ route })).toEqual(['route warning']);
  });
});

describe('properties', () => {
  const text = fc.string({ unit: anyLetter, maxLength: 30 });
  const trips: fc.Arbitrary<Trip> = fc.record(
    {
      origin: text,
      destination: text,
      alternates: fc.array(text),
      route: text,
      flight: text,
      departure: text,
    },
    { requiredKeys: ['origin', 'destination'] },
  );

  it('never throws, and checking twice changes nothing more', () => {
    fc.assert(
      fc.property(trips, (trip) => {
        const once = checkTrip(trip, { max_alternates: 3 }, NOW);
        const twice = checkTrip(once.trip, { max_alternates: 3 }, NOW);
        expect(twice).toEqual(once);
        for (const { message } of once.problems) expect(message).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  it('reads every instant back', () => {
    const instants = fc.date({
      min: new Date(0),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (date) => {
        const departure = date.toISOString();
        expect(check({ departure }).trip.departure).toBe(`${departure.slice(0, 19)}Z`);
      }),
    );
  });
});
