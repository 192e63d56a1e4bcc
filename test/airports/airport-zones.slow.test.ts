/** Which time zone an airport has: known ones, and independent witnesses for all of them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type AirportRow, airportRows, zoneOf } from '../../build/airports.ts';
import { zoneTime } from '../../main/trips/rules/zone-time.ts';
import { AirportIndex } from '../../renderer/airports/airport-index.ts';

const text = readFileSync(new URL('../../renderer/airports/airports.txt', import.meta.url), 'utf8');
const book = new AirportIndex(text);
const rows = airportRows();
const zone = (icao: string) => book.get(icao)?.zone;

/** Of ground whose time is in doubt: nothing is better than a wrong time. */
const DOUBTED = ['CYNA', 'SBTT', 'UGSS', 'UKFB', 'UKFF', 'UKFG', 'UKFI', 'UKFY'];

describe('the time zones of airports', () => {
  test.each([
    ['EHAM', 'Europe/Amsterdam'],
    ['EGLL', 'Europe/London'],
    ['EGJJ', 'Europe/Jersey'],
    ['LFSB', 'Europe/Paris'],
    ['LSGG', 'Europe/Zurich'],
    ['LEGE', 'Europe/Madrid'],
    ['GCLP', 'Atlantic/Canary'],
    ['LPPD', 'Atlantic/Azores'],
    ['KEYW', 'America/New_York'],
    ['KPHX', 'America/Phoenix'],
    ['KENV', 'America/Denver'],
    ['PANC', 'America/Anchorage'],
    ['CYPL', 'America/Atikokan'],
    ['CYYT', 'America/St_Johns'],
    ['OBBI', 'Asia/Bahrain'],
    ['VNKT', 'Asia/Kathmandu'],
    ['ZWWW', 'Asia/Shanghai'],
    ['ZMAT', 'Asia/Ulaanbaatar'],
    ['YBCG', 'Australia/Brisbane'],
    ['YBBN', 'Australia/Brisbane'],
    ['YSSY', 'Australia/Sydney'],
    ['YBHI', 'Australia/Broken_Hill'],
    ['NZCI', 'Pacific/Chatham'],
    ['SCIP', 'Pacific/Easter'],
  ])('%s is in %s', (icao, expected) => {
    expect(zone(icao)).toBe(expected);
  });

  test('are known of all airports but those whose local time is in doubt', () => {
    const without = rows.filter(({ ident }) => !zone(ident)).map(({ ident }) => ident);
    expect(without).toEqual(DOUBTED);
  });

  test('are zones of the country that the airport lies in, as CLDR has it', () => {
    const same = (name: string) =>
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    const zones = (country: string) =>
      // Node knows it longer than TypeScript's library does.
      (new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones(): string[] | undefined })
        .getTimeZones()
        ?.map(same) ?? [];
    const countries = new Map([...new Set(rows.map((row) => row.iso_country))].map((c) => [c, zones(c)]));
    const strangers = rows.filter(({ ident, iso_country }) => {
      const found = zone(ident);
      return found && !countries.get(iso_country)?.includes(same(found));
    });
    expect(strangers.map(({ ident, iso_country }) => `${ident} ${iso_country} ${zone(ident)}`)).toEqual([
      'BKPR XK Europe/Belgrade',
      'EFMA FI Europe/Mariehamn',
      'ENSB NO Arctic/Longyearbyen',
      'MUGM CU America/New_York',
      // North of 17° N; its time has been the one of Bangkok since 1970.
      ...['VVCI', 'VVDB', 'VVGL', 'VVNB', 'VVVD', 'VVVH'].map((icao) => `${icao} VN Asia/Bangkok`),
    ]);
  });

  test('are as far from UTC as the sun is, by less than three and a half hours', () => {
    const midwinter = Date.UTC(2026, 0, 15, 12);
    const far = rows.filter(({ ident, latitude_deg, longitude_deg }) => {
      // At the pole there is no noon.
      const found = Math.abs(Number(latitude_deg)) < 85 ? zone(ident) : null;
      const local = found ? zoneTime(midwinter, found) : null;
      if (!local) return false;
      const offset = local.days * 24 + local.minutes / 60 - 12;
      // Kiribati keeps the date of Asia: the same hour, a day later.
      const sun = offset - Number(longitude_deg) / 15;
      return Math.abs(((sun + 36) % 24) - 12) > 3.5;
    });
    expect(far.map(({ ident }) => ident)).toEqual([]);
  });

  test('are told in so many bytes', () => {
    expect(text.slice(0, text.indexOf('\n')).length).toBeLessThan(6_500);
    expect(Buffer.byteLength(text)).toBeLessThan(260_000);
  });
});

describe('where an airport stands is looked up', () => {
  const at = (ident: string) => rows.find((row) => row.ident === ident) as AirportRow;

  test('at its coordinates', () => {
    const asked: [number, number][] = [];
    const find = (lat: number, lon: number) => {
      asked.push([lat, lon]);
      return ['Europe/Amsterdam'];
    };
    expect(zoneOf(at('EHAM'), find)).toBe('Europe/Amsterdam');
    expect(asked.map(([lat, lon]) => [Math.round(lat), Math.round(lon)])).toEqual([[52, 5]]);
  });

  test.each([
    ['claimed twice', 'UGSS', ['Europe/Moscow', 'Asia/Tbilisi'], null],
    ['at sea', 'EHAM', ['Etc/GMT'], null],
    ['nowhere', 'EHAM', [], null],
    ['of two times in use', 'ZWWW', ['Asia/Urumqi', 'Asia/Shanghai'], 'Asia/Shanghai'],
    ['claimed by two states', 'UKFF', ['Europe/Simferopol'], null],
    ['on a border', 'YBCG', ['Australia/Sydney'], 'Australia/Brisbane'],
  ])('%s', (_, icao, found, expected) => {
    expect(zoneOf(at(icao), () => found)).toBe(expected);
  });
});
