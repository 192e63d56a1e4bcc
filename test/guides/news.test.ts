/** What is told after an update, and when. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLIGHT_MS } from '../../main/kits/rules/kit-facts.ts';
import { compareVersions } from '../../main/updates/rules/versions.ts';
import type { Guide, GuideSection, Release } from '../../renderer/guides/guide.ts';
import { isCalm, newsToTell, QUIET_MS, releasesSince, sectionsOf } from '../../renderer/guides/news-card.tsx';

const release = (version: string | null): Release => ({
  version,
  date: null,
  efb: null,
  heading: version ?? 'unreleased',
});
const versionsOf = (releases: readonly Release[]) => releases.map(({ version }) => version);
const all = [null, '2.0.0', '1.10.0', '1.9.1', '1.9.0', '1.9.0-beta.2', '1.8.0'].map(release);

test('versions are ordered as Semantic Versioning orders them', () => {
  // Semantic Versioning 2.0.0, 11.2 and 11.4.4: the examples of the standard.
  const rising = [
    ...['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11'],
    ...['1.0.0-rc.1', '1.0.0', '2.0.0', '2.1.0', '2.1.1', '2.10.0', '99999999999999999999.0.0'],
  ];
  for (const [i, one] of rising.entries())
    for (const [j, other] of rising.entries())
      expect(Math.sign(compareVersions(one, other) ?? Number.NaN), `${one} ${other}`).toBe(Math.sign(i - j));
  expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0);
  for (const bad of ['', '1.0', 'v1.0.0', '1.0.0 ', 'Unreleased'])
    expect(compareVersions(bad, '1.0.0')).toBeNull();
});

test('all versions between the one before and the one that runs are told, the last one first', () => {
  const told = (before: string | null, current: string, seen: string | null = null) =>
    versionsOf(newsToTell(all, { before, current, seen }));
  expect(told('1.9.0', '2.0.0')).toEqual(['2.0.0', '1.10.0', '1.9.1']);
  expect(told('1.8.0', '1.9.0-beta.2')).toEqual(['1.9.0-beta.2']);
  expect(versionsOf(releasesSince(all, '1.9.1', '1.10.0'))).toEqual(['1.10.0']);
  // A first installation; a way back; the same again; seen.
  expect(told(null, '2.0.0')).toEqual([]);
  expect(told('2.0.0', '1.9.0')).toEqual([]);
  expect(told('2.0.0', '2.0.0')).toEqual([]);
  expect(told('1.9.0', '2.0.0', '2.0.0')).toEqual([]);
  // After a way back and forth again it was seen already; a later one was not.
  expect(told('1.9.0', '1.10.0', '2.0.0')).toEqual([]);
  expect(told('1.10.0', '2.0.0', '1.10.0')).toEqual(['2.0.0']);
  // A version without notes, or none at all: nothing to tell.
  expect(told('2.0.0', '2.0.1')).toEqual([]);
  expect(told('old', '2.0.0')).toEqual([]);
});

const NOW = Date.UTC(2026, 10, 23, 9);
const HOUR_MS = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const kit = (departure: number | null, created = NOW - 48 * HOUR_MS) => ({
  created_at: iso(created),
  trip: { origin: 'EHAM', destination: 'EGLL', ...(departure === null ? {} : { departure: iso(departure) }) },
});
const moment = { now: NOW, cockpit: false, complete: true, kits: [] };

test('a moment is calm unless a flight is near or in the air, in cockpit mode, or not all is known', () => {
  expect(isCalm(moment)).toBe(true);
  expect(isCalm({ ...moment, cockpit: true })).toBe(false);
  expect(isCalm({ ...moment, complete: false })).toBe(false);
  for (const [departs, calm] of [
    [NOW + QUIET_MS + 1, true],
    [NOW + QUIET_MS, false],
    [NOW, false],
    [NOW - FLIGHT_MS + 1, false],
    [NOW - FLIGHT_MS, true],
  ] as const) {
    expect(isCalm({ ...moment, kits: [kit(departs)] })).toBe(calm);
  }
  // Whose flight is not known: of the hours after its request.
  expect(isCalm({ ...moment, kits: [kit(null, NOW - QUIET_MS + 1)] })).toBe(false);
  expect(isCalm({ ...moment, kits: [kit(null, NOW - QUIET_MS)] })).toBe(true);
  expect(isCalm({ ...moment, kits: [{ created_at: iso(NOW), trip: null }] })).toBe(false);
});

test('whatever flights there are: never from six hours before one until it is over', () => {
  const span = 72 * HOUR_MS;
  const departures = fc.array(fc.integer({ min: NOW - span, max: NOW + span }), { maxLength: 12 });
  fc.assert(
    fc.property(departures, fc.integer({ min: -span, max: span }), (ofKits, later) => {
      const now = NOW + later;
      // By the calendar of each flight, minute by minute, not by the rule's own comparison.
      const near = ofKits.some((at) => {
        const hoursToGo = (at - now) / HOUR_MS;
        return hoursToGo <= 6 && hoursToGo > -24;
      });
      const kits = ofKits.map((at) => kit(at));
      expect(isCalm({ ...moment, now, kits })).toBe(!near);
    }),
  );
});

test('of the changelog the wanted versions are shown, each with all of it', () => {
  const section = (heading: string | null, level = 2): GuideSection => ({
    heading,
    level,
    words: '',
    content: [['p', {}, `of ${heading}`]],
  });
  const sections = [
    section(null, 1),
    section('unreleased'),
    section('2.0.0'),
    section('added', 3),
    section('1.10.0'),
  ];
  const guide: Guide = { id: 'whats-new', file: 'CHANGELOG.md', title: '', audience: 'news', sections };
  expect(sectionsOf(guide, [release('2.0.0')])).toEqual(sections.slice(2, 4));
  expect(sectionsOf(guide, [release('2.0.0'), release('1.10.0')])).toEqual(sections.slice(2));
  expect(sectionsOf(guide, [])).toEqual([]);
});
