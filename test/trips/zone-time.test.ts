/** What the clocks of a time zone show: against the clock of a process that lives there, and changes that laws name. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ZoneTime, zoneTime } from '../../main/trips/rules/zone-time.ts';

const list = new URL('../../renderer/airports/airports.txt', import.meta.url);
const zones = (readFileSync(list, 'utf8').split('\n')[0] ?? '').split(' ');

/** The same by another way: Date's own getters, in a process whose time zone (TZ) is set to each zone in turn. */
const WITNESS = `
  const asked = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  const shown = asked.map(([zone, ms]) => {
    process.env.TZ = zone;
    const at = new Date(ms);
    return [at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes()];
  });
  process.stdout.write(JSON.stringify(shown));
`;

function witness(asked: readonly (readonly [string, number])[]): number[][] {
  const answer = execFileSync(process.execPath, ['--eval', WITNESS], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
    timeout: 25_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(answer);
}

function fields({ day, minutes }: ZoneTime): number[] {
  const at = new Date(day);
  return [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), Math.floor(minutes / 60), minutes % 60];
}

test('in every zone of the list at any minute, it is what a computer there shows', () => {
  const minute = 60_000;
  const moment = fc.integer({ min: Date.UTC(2000, 0, 1) / minute, max: Date.UTC(2040, 0, 1) / minute });
  const asked = [
    ...zones.map((zone, index) => [zone, Date.UTC(2026, 0, 1) + index * 86_400_000] as const),
    ...fc
      .sample(fc.tuple(fc.constantFrom(...zones), moment), { seed: 13, numRuns: 4_000 })
      .map(([zone, at]) => [zone, at * minute] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const shown = asked.map(([zone, ms]) => {
    const local = zoneTime(ms, zone);
    return local && fields(local);
  });
  expect(shown).toEqual(witness(asked));
});

test('the days between there and UTC are those between the dates', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 2 ** 41 }), (zone, ms) => {
      const local = zoneTime(ms, zone);
      const utc = new Date(ms).toISOString().slice(0, 10);
      const there = new Date(local?.day ?? Number.NaN).toISOString().slice(0, 10);
      expect(Math.sign(local?.days ?? Number.NaN)).toBe(Math.sign(there.localeCompare(utc)));
      expect(Math.abs(local?.days ?? Number.NaN)).toBeLessThanOrEqual(1);
    }),
  );
});

/** `23 Nov 00:23`, with the days from UTC. */
function at(iso: string, zone: string): string {
  const local = zoneTime(Date.parse(iso), zone);
  if (!local) return 'unknown';
  const clock = new Date(local.day + local.minutes * 60_000).toISOString().slice(5, 16).replace('T', ' ');
  return local.days === 0 ? clock : `${clock} ${local.days > 0 ? '+' : ''}${local.days}`;
}

describe('changes that laws name', () => {
  test.each([
    [
      'the Union, last Sunday of March',
      'Europe/Amsterdam',
      '2026-03-29T00:59:00Z',
      '03-29 01:59',
      '03-29 03:00',
    ],
    [
      'the Union, last Sunday of October',
      'Europe/Amsterdam',
      '2026-10-25T00:59:00Z',
      '10-25 02:59',
      '10-25 02:00',
    ],
    ['the United Kingdom', 'Europe/London', '2026-03-29T00:59:00Z', '03-29 00:59', '03-29 02:00'],
    [
      'New York, second Sunday of March',
      'America/New_York',
      '2026-03-08T06:59:00Z',
      '03-08 01:59',
      '03-08 03:00',
    ],
    [
      'New York, first Sunday of November',
      'America/New_York',
      '2026-11-01T05:59:00Z',
      '11-01 01:59',
      '11-01 01:00',
    ],
    ['Phoenix stays', 'America/Phoenix', '2026-03-08T08:59:00Z', '03-08 01:59', '03-08 02:00'],
    [
      'Sydney, first Sunday of April',
      'Australia/Sydney',
      '2026-04-04T15:59:00Z',
      '04-05 02:59 +1',
      '04-05 02:00 +1',
    ],
    ['Brisbane stays', 'Australia/Brisbane', '2026-04-04T15:59:00Z', '04-05 01:59 +1', '04-05 02:00 +1'],
    [
      'Lord Howe, by half an hour',
      'Australia/Lord_Howe',
      '2026-04-04T14:59:00Z',
      '04-05 01:59 +1',
      '04-05 01:30 +1',
    ],
    ['Chatham, with Auckland', 'Pacific/Chatham', '2026-04-04T13:59:00Z', '04-05 03:44 +1', '04-05 02:45 +1'],
  ])('%s', (_, zone, before, last, first) => {
    expect(at(before, zone)).toBe(last);
    expect(at(new Date(Date.parse(before) + 60_000).toISOString(), zone)).toBe(first);
  });
});

test('quarters of an hour, other days and midnight are told', () => {
  expect(at('2026-11-22T12:00:00Z', 'Asia/Kathmandu')).toBe('11-22 17:45');
  expect(at('2026-11-22T15:00:00Z', 'Asia/Tokyo')).toBe('11-23 00:00 +1');
  expect(at('2026-11-22T10:00:00Z', 'Pacific/Kiritimati')).toBe('11-23 00:00 +1');
  expect(at('2026-11-22T10:59:00Z', 'Pacific/Pago_Pago')).toBe('11-21 23:59 -1');
  expect(at('2026-12-31T23:30:00Z', 'Europe/Amsterdam')).toBe('01-01 00:30 +1');
});

test('a zone that is not known, and a moment that is none, have no time', () => {
  expect(zoneTime(0, 'Europe/Atlantis')).toBeNull();
  expect(zoneTime(0, '')).toBeNull();
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])
    expect(zoneTime(ms, 'Europe/Paris')).toBeNull();
});
