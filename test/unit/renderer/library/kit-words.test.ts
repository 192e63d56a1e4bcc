import { expect, test } from 'vitest';
import { errorKind, kitState } from '../../../../preload/contract.ts';
import {
  isQueued,
  kitProgress,
  kitTitle,
  matchesFilter,
  rowName,
  stateDetail,
  stateLabel,
} from '../../../../renderer/library/kit-words.ts';
import { strings } from '../../../../renderer/strings.ts';
import { aKit } from '../kits.ts';

const since = Date.parse('2026-11-21T08:00:00.000Z');

test('every state and every kind of failure has words', () => {
  for (const state of kitState.options) {
    expect(strings.states.labels[state]).toBeTruthy();
    expect(strings.states.explain[state]).toMatch(/\.$/);
    expect(stateLabel(aKit({ state }))).toBe(strings.states.labels[state]);
  }
  for (const kind of errorKind.options) expect(strings.failure.kinds[kind]).toBeTruthy();
});

test('a kit that waits its turn is queued, and says why', () => {
  const kit = aKit({ activity: 'Waits for a free place.' });
  expect(isQueued(kit)).toBe(true);
  expect(stateLabel(kit)).toBe('Queued');
  expect(stateDetail(kit, since)).toBe('Waits for a free place.');
});

test('generating: a bar within the usual time, none that lies beyond it', () => {
  const kit = aKit({ state: 'generating', expected_ms: { from: 20_000, to: 30_000 } });
  expect(kitProgress(kit, since + 15_000)).toEqual({ share: 0.5, text: '15 s so far, usually 20–30 s' });
  expect(kitProgress(kit, since + 45_000)).toEqual({ share: null, text: '45 s so far, longer than usual' });
  expect(kitProgress({ ...kit, expected_ms: null }, since + 1_000)?.share).toBeNull();
  expect(kitProgress(kit, since - 60_000)?.share).toBe(0);
});

test('downloading: percentage and bytes, or bytes alone', () => {
  const kit = aKit({ state: 'downloading', progress: { received: 4_300_000, total: 10_000_000 } });
  expect(stateLabel(kit)).toBe('Downloading 43 %');
  expect(kitProgress(kit, since)).toEqual({ share: 0.43, text: '4.3 MB of 10 MB' });
  const unknown = aKit({ state: 'downloading', progress: { received: 4_300_000, total: null } });
  expect(stateLabel(unknown)).toBe('Downloading');
  expect(kitProgress(unknown, since)).toEqual({ share: null, text: '4.3 MB' });
});

test('ready says what is here; failed says why', () => {
  const document = { bytes: 14_560_000, pages: 24, sha256: 'ab' };
  expect(stateDetail(aKit({ state: 'ready', document }), since)).toBe('verified, 14.6 MB, 24 pages');
  const failure = { kind: 'network' as const, message: 'No connection.' };
  expect(stateDetail(aKit({ state: 'failed', failure }), since)).toBe('No connection.');
});

test('names: route, or the tripkit_id where the trip is not known', () => {
  const warning = { code: '205', type: 'Warning', message: '' };
  const kit = aKit({
    trip: { origin: 'EGLL', destination: 'KJFK', flight: 'BAW117', departure: '2026-11-21T15:10:00Z' },
    messages: [warning, { ...warning, type: 'Info' }],
  });
  expect(kitTitle(kit)).toBe('EGLL → KJFK');
  expect(rowName(kit)).toBe('EGLL to KJFK, BAW117, departs 21 Nov 2026 15:10 UTC, Requesting, 1 warning');
  expect(kitTitle(aKit({ trip: null, tripkit_id: 'x/1' }))).toBe('x/1');
  expect(kitTitle(aKit({ trip: null }))).toBe('Tracked kit');
});

test('the filter wants every word, in any order and case', () => {
  const kit = aKit({ tripkit_id: 'TK-9', trip: { origin: 'EGLL', destination: 'KJFK', flight: 'BAW117' } });
  expect(matchesFilter(kit, ' kjfk egll ')).toBe(true);
  expect(matchesFilter(kit, 'tk-9 requesting')).toBe(true);
  expect(matchesFilter(kit, 'egll lfpg')).toBe(false);
  expect(matchesFilter(kit, '')).toBe(true);
});
