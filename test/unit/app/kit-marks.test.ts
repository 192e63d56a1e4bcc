import { expect, test } from 'vitest';
import { KitMarks } from '../../../main/app/kit-marks.ts';
import type { LiveKit } from '../../../main/kits/kit-engine.ts';
import type { Acknowledgement } from '../../../main/library/acknowledgement-store.ts';
import { liveKit } from '../ipc/fixtures.ts';

const warning = { code: '205', type: 'Warning', message: 'Multiple matches.' };
const document = { bytes: 1, sha256: 'one', pages: 1 };
const older = liveKit({ id: 'older', state: 'ready', document, created_at: 1 });
const newer = liveKit({ id: 'newer', state: 'generating', created_at: 2 });

function setUp(kits: LiveKit[] = [older, newer]) {
  const pins = new Map<string, number>();
  const given: Acknowledgement[] = [];
  const opened = new Map<string, number>();
  const marks = new KitMarks({
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
    acts: { openedAt: (id) => opened.get(id) ?? null, onOpened: () => () => {} },
    user: 'pilot',
    now: () => 7,
  });
  return { marks, given };
}

test('an older kit is superseded once the newer one is ready, and no longer when that is gone', () => {
  const { marks } = setUp();
  expect(marks.of(older).superseded_by).toBeNull();
  const ready = { ...newer, state: 'ready' as const, document };
  expect(marks.moved([{ ...newer, progress: { received: 1, total: 2 } }], [])).toEqual([]);
  expect(marks.moved([ready], [])).toEqual(['older']);
  expect(marks.of(older).superseded_by).toBe('newer');
  expect(marks.of(ready).superseded_by).toBeNull();
  expect(marks.moved([], ['newer'])).toEqual(['older']);
  expect(marks.of(older).superseded_by).toBeNull();
  expect(marks.moved([], ['newer'])).toEqual([]);
});

test('a kit that was requested after the start counts too', () => {
  const { marks } = setUp([older]);
  expect(marks.moved([{ ...newer, state: 'ready', document }], [])).toEqual(['older']);
});

test('an acknowledgement is for these words and this document; infos need none', () => {
  const { marks, given } = setUp();
  const kit = { ...older, messages: [warning] };
  expect(marks.of(older).acknowledged).toBe(true);
  expect(marks.of({ ...older, messages: [{ code: '202', type: 'Info', message: 'm' }] }).acknowledged).toBe(
    true,
  );
  expect(marks.of({ ...older, messages: [{ code: '9', type: 'Strange', message: 'm' }] }).acknowledged).toBe(
    false,
  );
  expect(marks.of(kit).acknowledged).toBe(false);
  marks.acknowledge(kit);
  expect(given).toEqual([{ kit_id: 'older', message: warning, document_sha256: 'one', by: 'pilot', at: 7 }]);
  expect(marks.of(kit).acknowledged).toBe(true);
  expect(marks.of({ ...kit, document: { ...document, sha256: 'two' } }).acknowledged).toBe(false);
  expect(marks.of({ ...kit, messages: [{ ...warning, message: 'Other words.' }] }).acknowledged).toBe(false);
});

test('pins are shown', () => {
  const { marks } = setUp();
  marks.setPinned('older', true);
  expect(marks.of(older).pinned).toBe(true);
  marks.setPinned('older', false);
  expect(marks.of(older).pinned).toBe(false);
});
