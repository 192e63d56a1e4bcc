import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { airportRows, airportText } from '../../build/airports.ts';
import { AirportIndex, fold } from '../../renderer/airports/airport-index.ts';

const text = readFileSync(new URL('../../renderer/airports/airports.txt', import.meta.url), 'utf8');
const book = new AirportIndex(text);
const lines = text.trimEnd().split('\n').slice(1);
const codes = (typed: string, limit = 5) => book.find(typed, limit).map(({ icao }) => icao);

describe('the names of airports', () => {
  it('are those of the installed package', () => {
    // Their time zones are not: what they come from is too large to be installed for this.
    expect(text).toBe(airportText(airportRows(), ({ ident }) => book.get(ident)?.zone ?? null));
    expect(book.size).toBe(lines.length);
    expect(book.size).toBeGreaterThan(4_000);
  });

  it('are found by ICAO, by IATA, by city and by name, in any case and without accents', () => {
    expect(codes('EGLL')[0]).toBe('EGLL');
    expect(codes('lhr')[0]).toBe('EGLL');
    expect(codes('zurich')[0]).toBe('LSZH');
    expect(codes('Zürich')[0]).toBe('LSZH');
    expect(codes('schiphol')).toContain('EHAM');
    expect(codes('london heath')[0]).toBe('EGLL');
    expect(codes('heathrow london')[0]).toBe('EGLL');
  });

  it('put the large airport of a city before its small ones', () => {
    expect(codes('london', 4)).toEqual(['EGLL', 'EGGW', 'EGKK', 'EGSS']);
    expect(codes('lond')[0]).toBe('EGLL');
    const first = {
      'new york': 'KJFK',
      paris: 'LFPG',
      istanbul: 'LTFM',
      moscow: 'UUEE',
      'buenos aires': 'SAEZ',
      tokyo: 'RJTT',
    };
    for (const [city, icao] of Object.entries(first)) expect(codes(city)[0]).toBe(icao);
  });

  it('put codes that begin as typed before names that do', () => {
    expect(
      codes('EH', 50)
        .slice(0, 3)
        .every((icao) => icao.startsWith('EH')),
    ).toBe(true);
  });

  it('hold only location indicators', () => {
    for (const line of lines) expect(line).toMatch(/^[A-Z]{4}\t([A-Z]{3})?\t[A-Z]{2}\t/);
  });

  it('know nothing of an unknown code, and say so by null', () => {
    expect(book.get('QQQQ')).toBeNull();
    expect(book.get(' ehrd ')?.city).toBe('Rotterdam');
  });

  it('take any text for a question, and never give more than asked for', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 20 }), (typed, limit) => {
        expect(book.find(typed, limit).length).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('are each found first by their own code', () => {
    const all = lines.map((line) => line.slice(0, 4));
    fc.assert(
      fc.property(fc.constantFrom(...all), (icao) => {
        expect(book.find(icao, 1)[0]?.icao).toBe(icao);
      }),
    );
  });

  it('resolve IATA codes and names, and say where a name may mean another airport', () => {
    const of = (typed: string) => {
      const found = book.resolve(typed);
      return found && [found.airport.icao, found.isSure];
    };
    expect(of('AMS')).toEqual(['EHAM', true]);
    expect(of(' jfk ')).toEqual(['KJFK', true]);
    expect(of('London Heathrow Airport')).toEqual(['EGLL', true]);
    expect(of('London')).toEqual(['EGLL', true]);
    expect(of('Lisbon')).toEqual(['LPPT', true]);
    // Four letters may be a code.
    expect(of('Oslo')).toEqual(['ENGM', false]);
    expect(of('Schiphol')?.[0]).toBe('EHAM');
    expect(of('New York')).toEqual(['KJFK', true]);
    // Two large airports, of which neither is known to be meant.
    expect(of('International')?.[1]).toBe(false);
    for (const text of ['', 'EHAM', 'QQQQ', 'XQ', 'QQQ', 'KL511', '1045'])
      expect(book.resolve(text)).toBeNull();
  });

  it('resolve every IATA code to its airport', () => {
    for (const line of lines) {
      const [icao, iata] = line.split('\t');
      if (iata) expect(book.resolve(iata)?.airport.iata).toBe(iata);
      else expect(book.get(icao ?? '')?.iata).toBe('');
    }
  });

  it('leave a damaged line out', () => {
    expect(new AirportIndex('\nEHAM\tAMS\n\nEGLL\tLHR\tGB\tHeathrow\tLondon').size).toBe(1);
  });
});

it('folding keeps plain text as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9 ]*$/), (plain) => {
      expect(fold(plain)).toBe(plain);
    }),
  );
  expect(fold('Łódź Ærø Straße Đà')).toBe('lodz aero strasse da');
});
