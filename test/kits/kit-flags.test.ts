import { expect, test } from 'vitest';
import { ChartCounter } from '../../main/charts/chart-counts.ts';
import { ChangeCountsKeeper } from '../../main/comparison/comparison-record.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { KitFlags } from '../../main/kits/kit-flags.ts';
import { SoundnessKeeper } from '../../main/soundness/soundness.ts';
import type { Acknowledgement } from '../../main/store/acknowledgement-store.ts';
import { liveKit, memoryLog } from '../start/ipc-fixtures.ts';

const warning = { code: '205', type: 'Warning', message: 'Multiple matches.' };
const document = { bytes: 1, sha256: 'one', pages: 1 };
const older = liveKit({ id: 'older', state: 'ready', document, created_at: 1 });
const newer = liveKit({ id: 'newer', state: 'generating', created_at: 2 });

function setUp(kits: LiveKit[] = [older, newer]) {
  const pins = new Map<string, number>();
  const given: Acknowledgement[] = [];
  const opened = new Map<string, number>();
  const changes = new ChangeCountsKeeper();
  const flags = new KitFlags({
    kits: () => kits,
    pins: {
      list: () => pins,
      set: (id, pinned, at) => void (pinned ? pins.set(id, at) : pins.delete(id)),
    },
    acknowledgements: {
      list: (id) => given.filter((one) => one.kit_id === id),
      all: () => given,
      add: (...more) => void given.push(...more),
    },
    activity: { openedAt: (id) => opened.get(id) ?? null, onOpened: () => () => {} },
    dates: {
      of: ({ document }) => (document ? [{ evidence: 'document', from: 1_000, at: 2_000 }] : []),
      onChange: () => () => {},
    },
    soundness: new SoundnessKeeper(),
    charts: new ChartCounter(memoryLog()),
    changes,
    user: 'pilot',
    now: () => 7,
  });
  return { flags, given, changes };
}

test('an older kit is superseded once the newer one is ready, and no longer when that is gone', () => {
  const { flags } = setUp();
  expect(flags.of(older).superseded_by).toBeNull();
  const ready = { ...newer, state: 'ready' as const, document };
  expect(flags.update([{ ...newer, progress: { received: 1, total: 2 } }], [])).toEqual([]);
  expect(flags.update([ready], [])).toEqual(['older']);
  expect(flags.of(older).superseded_by).toBe('newer');
  expect(flags.of(ready).superseded_by).toBeNull();
  const shelf = { name: 'Demo Air', put_at: 1, recalled: { at: 2, why: 'Wrong aircraft.' } };
  expect(flags.update([{ ...ready, shelf }], []), 'withdrawn').toEqual(['older']);
  expect(flags.of(older).superseded_by).toBeNull();
  expect(flags.update([ready], []), 'put there again').toEqual(['older']);
  expect(flags.update([], ['newer'])).toEqual(['older']);
  expect(flags.of(older).superseded_by).toBeNull();
  expect(flags.update([], ['newer'])).toEqual([]);
});

test('what changed is among the flags, and told where it is another', () => {
  const { flags, changes } = setUp();
  const told: (readonly string[])[] = [];
  flags.onChange((ids) => void told.push(ids));
  expect(flags.of(newer).changes).toBeNull();
  const counts = { old_id: 'older', state: 'ready' as const, changed: 7, unreviewed: 3, was_read: true };
  changes.put(new Map([['newer', counts]]));
  changes.put(
    new Map([
      ['newer', { ...counts }],
      ['older', null],
    ]),
  );
  expect(flags.of(newer).changes).toEqual(counts);
  changes.put(new Map([['newer', null]]));
  expect(told).toEqual([['newer'], ['newer']]);
});

test('what is known of a document’s date is among the flags, as the contract has it', () => {
  const { flags } = setUp();
  expect(flags.of(older).dates).toEqual([
    { evidence: 'document', from: '1970-01-01T00:00:01.000Z', at: '1970-01-01T00:00:02.000Z' },
  ]);
  expect(flags.of(newer).dates).toEqual([]);
});

test('a kit that was requested after the start counts too', () => {
  const { flags } = setUp([older]);
  expect(flags.update([{ ...newer, state: 'ready', document }], [])).toEqual(['older']);
});

test('a kit whose departure is entered replaces the older one of its flight', () => {
  const trip = { origin: 'EHAM', destination: 'KJFK', flight: 'KLM641' };
  const departure = '2026-11-26T10:45:00Z';
  const first = { ...older, trip: { ...trip, departure } };
  const undated = { ...newer, state: 'ready' as const, document, tripkit_id: 'TK-2', trip };
  const { flags } = setUp([first, undated]);
  expect(flags.of(first).superseded_by).toBeNull();
  expect(flags.update([{ ...undated, trip: { ...trip, departure }, entered: 'departure' }], [])).toEqual([
    'older',
  ]);
});

test('an acknowledgement is for these words and this document; infos need none', () => {
  const { flags, given } = setUp();
  const kit = { ...older, messages: [warning] };
  expect(flags.of(older).acknowledged).toBe(true);
  expect(flags.of({ ...older, messages: [{ code: '202', type: 'Info', message: 'm' }] }).acknowledged).toBe(
    true,
  );
  expect(flags.of({ ...older, messages: [{ code: '9', type: 'Strange', message: 'm' }] }).acknowledged).toBe(
    false,
  );
  expect(flags.of(kit).acknowledged).toBe(false);
  flags.acknowledge(kit);
  expect(given).toEqual([{ kit_id: 'older', message: warning, document_sha256: 'one', by: 'pilot', at: 7 }]);
  expect(flags.of(kit).acknowledged).toBe(true);
  expect(flags.of({ ...kit, document: { ...document, sha256: 'two' } }).acknowledged).toBe(false);
  expect(flags.of({ ...kit, messages: [{ ...warning, message: 'Other words.' }] }).acknowledged).toBe(false);
  const info = { code: '202', type: 'Info', message: 'm' };
  const when = (...messages: (typeof warning)[]) => flags.acknowledgedAt({ ...kit, messages });
  expect([when(warning, info), when(), when(info), when(warning, { ...warning, message: 'Other.' })]).toEqual(
    [...[7, null, null, null]],
  );
});

test('pins are shown', () => {
  const { flags } = setUp();
  flags.setPinned('older', true);
  expect(flags.of(older).pinned).toBe(true);
  flags.setPinned('older', false);
  expect(flags.of(older).pinned).toBe(false);
});

test('a kit that is kept or acknowledged is told, so that every window shows it', () => {
  const { flags } = setUp();
  const told: (readonly string[])[] = [];
  const stop = flags.onChange((ids) => void told.push(ids));
  flags.setPinned('older', true);
  flags.acknowledge({ ...newer, messages: [warning] });
  expect(told).toEqual([['older'], ['newer']]);
  stop();
  flags.setPinned('older', false);
  expect(told).toHaveLength(2);
});
