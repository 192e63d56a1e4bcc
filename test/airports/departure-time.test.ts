/** A departure as it is written: UTC, and the local time of the airport that it leaves from. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { AirportIndex } from '../../renderer/airports/airport-index.ts';
import { departureLocal, departureText } from '../../renderer/airports/airports.ts';
import { appearanceStore } from '../../renderer/design/appearance.ts';

const list = new URL('../../renderer/airports/airports.txt', import.meta.url);
const book = new AirportIndex(readFileSync(list, 'utf8'));
const from = (origin: string, departure = '2026-11-22T15:23:00Z') => ({ origin, departure });
afterEach(() => appearanceStore.setState({ local_hours: '24' }));

test('the local time is that of the airport of departure, with its name', () => {
  expect(departureLocal(book, from('EHAM'), 'short')).toBe('16:23 LT Amsterdam');
  expect(departureLocal(book, from('EHAM'), 'long')).toBe('16:23 LT Amsterdam');
  expect(departureText(book, from('EHAM'))).toBe('22 Nov 2026 15:23Z (16:23 LT Amsterdam)');
});

test('another day than in UTC is told', () => {
  expect(departureLocal(book, from('RJTT'), 'short')).toBe('00:23 +1 LT Tokyo');
  expect(departureText(book, from('RJTT'))).toBe('22 Nov 2026 15:23Z (23 Nov 2026 00:23 LT Tokyo)');
  const night = from('KLAX', '2027-01-01T05:00:00Z');
  expect(departureLocal(book, night, 'short')).toBe('21:00 −1 LT Los Angeles');
  expect(departureText(book, night)).toBe('1 Jan 2027 05:00Z (31 Dec 2026 21:00 LT Los Angeles)');
});

test('in 12 hours where the person wants it so; UTC stays in 24', () => {
  appearanceStore.setState({ local_hours: '12' });
  expect(departureText(book, from('EHAM'))).toBe('22 Nov 2026 15:23Z (4:23 pm LT Amsterdam)');
  expect(departureLocal(book, from('RJTT'), 'short')).toBe('12:23 am +1 LT Tokyo');
});

test('an airport is named by its city, without what stands in brackets, or by its own name where it has none', () => {
  expect(departureLocal(book, from('EDDK'), 'short')).toBe('16:23 LT Köln');
  expect(departureLocal(book, from('VCRI'), 'short')).toBe(
    '20:53 LT Mattala Rajapaksa International Airport',
  );
});

test('nothing beside UTC where the airport, its zone, the list or the departure is not known', () => {
  for (const origin of ['QQQQ', 'ZZZZ', 'AFIL', 'UKFF', '', 'EH']) {
    expect(departureLocal(book, from(origin), 'long')).toBeNull();
    expect(departureText(book, from(origin))).toBe('22 Nov 2026 15:23Z');
  }
  expect(departureText(null, from('EHAM'))).toBe('22 Nov 2026 15:23Z');
  expect(departureText(book, { origin: 'EHAM' })).toBeNull();
  expect(departureText(book, null)).toBeNull();
  expect(departureLocal(book, from('EHAM', 'soon'), 'short')).toBeNull();
  const atlantis = new AirportIndex('Europe/Atlantis\nEHAM\tAMS\tNL\tSchiphol\tAmsterdam\tL\t0');
  expect(departureText(atlantis, from('EHAM'))).toBe('22 Nov 2026 15:23Z');
});
