import { expect, test } from 'vitest';
import { errorKinds } from '../../main/common/failure.ts';
import { kitState } from '../../preload/contract.ts';
import { failureWords } from '../../renderer/design/words.ts';
import {
  isQueued,
  isUnread,
  kitProgress,
  kitTitle,
  lookOf,
  rowName,
  stateDetail,
  stateLabel,
  waitSentence,
  waitWhy,
} from '../../renderer/kits/kit-words.ts';
import { reasonWords } from '../../renderer/kits/list/library-entry.ts';
import { stateWords } from '../../renderer/kits/words.ts';
import { aKit } from '../kits.ts';

const since = Date.parse('2026-11-21T08:00:00.000Z');

test('every state and every kind of failure has words', () => {
  for (const state of kitState.options) {
    expect(stateWords.labels[state]).toBeTruthy();
    expect(stateWords.explain[state]).toMatch(/\.$/);
    expect(stateLabel(aKit({ state }))).toBe(stateWords.labels[state]);
  }
  for (const kind of errorKinds) expect(failureWords.kinds[kind]).toBeTruthy();
});

test('a kit that its desk has withdrawn says so in its label, its line, its name and its reason, on this laptop or not', () => {
  const recalled = { at: '2026-11-21T08:00:00.000Z', why: 'Wrong aircraft.' };
  const shelf = { name: 'Demo Air', put_at: '2026-11-20T20:24:00.000Z', recalled };
  for (const state of ['ready', 'downloading', 'failed'] as const) {
    const kit = aKit({ state, shelf });
    expect(stateLabel(kit)).toBe('Withdrawn');
    expect(lookOf(kit)).toMatchObject({ tone: 'danger', icon: 'alert' });
    expect(rowName(kit, null, null)).toContain('Withdrawn');
    expect(reasonWords(kit, since)).toContain(
      'Demo Air withdrew this kit, 21 Nov 2026 08:00Z: “Wrong aircraft.”',
    );
  }
  const document = { bytes: 1, sha256: 'ab', pages: 1 };
  expect(stateDetail(aKit({ state: 'ready', shelf, document }), since)).toBe(
    'Can be read, not to be flown by',
  );
});

const waits = (reason: 'turn' | 'asked' | 'trouble' | 'silence', until: number | null = null) => ({
  activity: 'It is busy.',
  wait: {
    reason,
    since: new Date(since).toISOString(),
    until: until === null ? null : new Date(since + until).toISOString(),
    may_try: false,
  },
});

test('a file that was not checked, or is not sealed, is not green', () => {
  const document = { bytes: 9, pages: 1, sha256: 'a'.repeat(64) };
  const kit = aKit({ state: 'ready', document });
  const doubted = (more: Partial<NonNullable<typeof kit.soundness>>) =>
    aKit({ ...kit, soundness: kit.soundness && { ...kit.soundness, ...more } });
  expect(lookOf(kit).tone).toBe('ok');
  expect(lookOf(doubted({ seal: 'not_checked' })).tone).toBe('ok');
  for (const [kind, word] of [
    [doubted({ state: 'unchecked' }), 'not checked'],
    [doubted({ seal: 'missing' }), 'not sealed'],
  ] as const) {
    expect(lookOf(kind).tone).toBe('warn');
    expect(reasonWords(kind, since)).toBe(word);
  }
});

test('a kit that waits its turn is queued, and says why', () => {
  const kit = aKit(waits('turn'));
  expect(isQueued(kit)).toBe(true);
  expect(stateLabel(kit)).toBe('Queued');
  expect(stateDetail(kit, since)).toBe('It is busy.');
  expect(waitSentence(kit, since + 3_600_000)).toBe('It is busy.');
  expect(rowName(kit, null, null)).toContain('Queued, It is busy');
});

test('a wait says when the next try is, in the same words in row and details, until that time', () => {
  const trouble = aKit(waits('trouble', 5_000));
  expect(stateLabel(trouble)).toBe('Waiting');
  expect(stateDetail(trouble, since + 600)).toBe('It is busy. Next try 08:00Z.');
  expect(waitSentence(trouble, since + 600)).toBe('It is busy. Next try 08:00Z.');
  expect(waitSentence(trouble, since + 6_000)).toBe('It is busy. Trying again now.');
  const long = aKit(waits('asked', 240_000));
  expect(waitSentence(long, since)).toBe('It is busy. Next try 08:04Z.');
  expect(waitSentence(aKit(), since)).toBeNull();
});

test('the server’s host and code stand only under Why, with the time since when', () => {
  const kit = aKit(waits('trouble', 5_000));
  expect(waitWhy(kit)).toBeNull();
  const why = 'The trip kit service api.example is not available (HTTP 503).';
  const told = { ...kit, wait: kit.wait && { ...kit.wait, why } };
  expect(waitWhy(told)).toBe(`${why} Since 21 Nov 2026 08:00Z.`);
  for (const said of [waitSentence(told, since), stateDetail(told, since), rowName(told, null, null)])
    expect(said).not.toMatch(/api\.example|503/);
});

test('nothing is counted down while a kit waits, and what is here stays told', () => {
  const generating = aKit({ state: 'generating', expected_ms: { from: 20_000, to: 30_000 } });
  expect(kitProgress(generating, since + 15_000)?.brief).toBe('about 10 s left');
  const held = { ...generating, ...waits('trouble', 20_000) };
  expect(kitProgress(held, since + 15_000)).toBeNull();
  expect(stateLabel(held)).toBe('Waiting');
  expect(stateDetail(held, since + 15_000)).toBe('It is busy. Next try 08:00Z.');
  const downloading = aKit({ state: 'downloading', progress: { received: 900_000, total: 3_700_000 } });
  const stalled = { ...downloading, ...waits('silence') };
  expect(stateLabel(stalled)).toBe('Waiting 24 %');
  expect(stateDetail(stalled, since)).toBe('900 kB of 3.7 MB. It is busy.');
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
  const departs = '21 Nov 2026 15:10Z (15:10 LT London)';
  expect(rowName(kit, null, departs)).toBe(`EGLL to KJFK, BAW117, departs ${departs}, Requesting, 1 warning`);
  expect(kitTitle(aKit({ trip: null, tripkit_id: 'x/1' }))).toBe('x/1');
  expect(kitTitle(aKit({ trip: null }))).toBe('Tracked kit');
  // Nobody reads a UUID: its end tells such kits apart.
  const tracked = aKit({ trip: null, tripkit_id: '00000029-9d1c-4e7a-8b2f-aa5500ff0029' });
  expect(rowName(tracked, null, null)).toBe('Tracked kit …ff0029, Requesting');
});

test('unread is what was never opened here; what a newer kit replaces need not be read', () => {
  const ready = aKit({ state: 'ready', document: { bytes: 1, pages: 1, sha256: 'ab' } });
  expect(isUnread(ready)).toBe(true);
  expect(rowName(ready, null, null)).toContain('Unread');
  expect(isUnread({ ...ready, opened_at: '2026-11-21T09:00:00.000Z' })).toBe(false);
  expect(isUnread({ ...ready, superseded_by: ready.id })).toBe(false);
  expect(isUnread(aKit({ state: 'generating' }))).toBe(false);
});

test('a row says in words which charts changed and have odd dates', () => {
  const name = rowName(
    aKit({
      changes: { old_id: 'older', state: 'ready', changed: 7, unreviewed: 3, was_read: true },
      charts: {
        charts: 40,
        later: 0,
        expired: 1,
        undated: 2,
        without_text: 0,
        stamp: { cycle: null, valid_to: null, expired: false },
      },
    }),
    null,
    null,
  );
  expect(name).toContain(
    '3 charts changed and not reviewed, 1 chart expired before your departure, 2 charts without a date',
  );
  const flagged = {
    changes: { old_id: 'older', state: 'ready' as const, changed: 7, unreviewed: 3, was_read: true },
  };
  const trip = { origin: 'EHAM', destination: 'KJFK', departure: '2020-01-01T08:00:00Z' };
  expect(rowName(aKit({ ...flagged, trip }), null, null)).not.toContain('changed');
  expect(rowName(aKit({ ...flagged, superseded_by: 'newer' }), null, null)).not.toContain('changed');
  const reviewed = aKit({
    changes: { old_id: 'older', state: 'ready', changed: 7, unreviewed: 0, was_read: true },
  });
  expect(rowName(reviewed, null, null)).not.toContain('changed');
});
