import { expect, test } from 'vitest';
import { errorKind, kitState } from '../../../../preload/contract.ts';
import {
  isQueued,
  isUnread,
  kitProgress,
  kitTitle,
  rowName,
  stateDetail,
  stateLabel,
} from '../../../../renderer/kits/kit-words.ts';
import { strings } from '../../../../renderer/strings/strings.ts';
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
  expect(kitProgress(kit, since + 15_000)).toEqual({
    share: 0.5,
    brief: 'about 10 s left',
    text: '15 s so far, about 10 s left (usually 20–30 s)',
  });
  expect(kitProgress(kit, since + 27_000)?.brief).toBe('any moment now');
  expect(kitProgress(kit, since + 45_000)).toMatchObject({
    share: null,
    text: '45 s so far, longer than usual',
  });
  const long = { ...kit, expected_ms: { from: 200_000, to: 400_000 } };
  expect(kitProgress(long, since)?.brief).toBe('about 5 min left');
  expect(kitProgress({ ...kit, expected_ms: null }, since + 1_000)?.share).toBeNull();
  expect(kitProgress(kit, since - 60_000)?.share).toBe(0);
});

test('downloading: percentage and bytes, or bytes alone', () => {
  const kit = aKit({ state: 'downloading', progress: { received: 4_300_000, total: 10_000_000 } });
  expect(stateLabel(kit)).toBe('Downloading 43 %');
  expect(kitProgress(kit, since)).toMatchObject({ share: 0.43, text: '4.3 MB of 10 MB' });
  const unknown = aKit({ state: 'downloading', progress: { received: 4_300_000, total: null } });
  expect(stateLabel(unknown)).toBe('Downloading');
  expect(kitProgress(unknown, since)).toMatchObject({ share: null, text: '4.3 MB' });
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
  expect(rowName(kit)).toBe('EGLL to KJFK, BAW117, departs 21 Nov 2026 15:10Z, Requesting, 1 warning');
  expect(kitTitle(aKit({ trip: null, tripkit_id: 'x/1' }))).toBe('x/1');
  expect(kitTitle(aKit({ trip: null }))).toBe('Tracked kit');
});

test('unread is what was never opened here; what a newer kit replaces need not be read', () => {
  const ready = aKit({ state: 'ready', document: { bytes: 1, pages: 1, sha256: 'ab' } });
  expect(isUnread(ready)).toBe(true);
  expect(rowName(ready)).toContain('Unread');
  expect(isUnread({ ...ready, opened_at: '2026-11-21T09:00:00.000Z' })).toBe(false);
  expect(isUnread({ ...ready, superseded_by: ready.id })).toBe(false);
  expect(isUnread(aKit({ state: 'generating' }))).toBe(false);
});
