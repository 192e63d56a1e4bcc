import { expect, test } from 'vitest';
import { type FoundFile, planStart } from '../../main/documents/library-files.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { aKit } from './samples.ts';

const day = 86_400_000;
const now = 100 * day;
const old = now - day - 1;
const document = { bytes: 9, sha256: 'ab'.repeat(32), pages: 1 };
const ready = (changes: Partial<KitRecord> = {}) => aKit({ state: 'ready', document, ...changes });

function files(...names: (string | [string, Partial<FoundFile>])[]): FoundFile[] {
  return names.map((each) => {
    const [name, changes] = typeof each === 'string' ? [each, {}] : each;
    return { name, bytes: 9, modified_at: old, ...changes };
  });
}

test('a document that is gone, empty or of another length is named, and one that nobody claims', () => {
  const [gone, empty, altered, sound, lost] = [
    ready(),
    ready(),
    ready(),
    ready(),
    aKit({ state: 'downloading' }),
  ];
  const kits = [gone, empty, altered, sound, lost, aKit({ state: 'failed' })];
  const plan = planStart(
    kits,
    files(
      `${sound.id}.pdf`,
      `${lost.id}.pdf`,
      [`${empty.id}.pdf`, { bytes: 0 }],
      [`${altered.id}.pdf`, { bytes: 8 }],
    ),
    now,
  );
  expect(plan.gone).toEqual([gone.id, empty.id]);
  expect(plan.damaged).toEqual([altered.id]);
  expect(plan.unknown).toEqual([lost.id]);
});

test('what is known to be damaged is looked at again, and what was written to after it was verified', () => {
  const [damaged, written, left] = [ready({ state: 'downloading' }), ready(), ready()];
  const [, { state_since = 0 } = {}] = [damaged, written];
  const there = files(
    `${damaged.id}.pdf`,
    [`${written.id}.pdf`, { modified_at: state_since + 60_000 }],
    [`${left.id}.pdf`, { modified_at: state_since }],
  );
  expect(planStart([damaged, written, left], there, now).suspects).toEqual([damaged.id, written.id]);
  expect(planStart([damaged, written, left], there, now).damaged).toEqual([]);
});

test('what is surely nobody’s goes after a day; a document never', () => {
  const stranger = crypto.randomUUID();
  const names = ['part', 'part.json', 'part.json.new', 'part.lock', 'kit.json.new'].map(
    (end) => `${stranger}.${end}`,
  );
  expect(planStart([], files(...names, `${stranger}.pdf`, `${stranger}.kit.json`), now).remove).toEqual(
    names,
  );
  expect(planStart([], files(`${stranger}.kit.json`), now).remove).toEqual([`${stranger}.kit.json`]);
  for (const modified_at of [now - day, now, now + day, Infinity]) {
    const young = names.map((name): [string, Partial<FoundFile>] => [name, { modified_at }]);
    expect(planStart([], files(...young), now).remove).toEqual([]);
  }
});

test('an old part whose lock is alive is somebody’s', () => {
  const stranger = crypto.randomUUID();
  const lock: [string, Partial<FoundFile>] = [`${stranger}.part.lock`, { modified_at: now - 20_000 }];
  expect(planStart([], files(`${stranger}.part`, `${stranger}.part.json`, lock), now).remove).toEqual([]);
});

test('parts of kits on their way stay however old; those of ready kits go', () => {
  const states = ['requesting', 'generating', 'downloading', 'unconfirmed', 'failed', 'cancelled'] as const;
  const kits = states.map((state) => aKit({ state }));
  const done = ready();
  const parts = [...kits, done].flatMap(({ id }) => [`${id}.part`, `${id}.part.json`, `${id}.pdf`]);
  const plan = planStart(
    [...kits, done],
    files(...parts, `${done.id}.kit.json`, 'a person’s.part', 'x.pdf'),
    now,
  );
  expect(plan.remove).toEqual([`${done.id}.part`, `${done.id}.part.json`]);
  expect([...plan.gone, ...plan.damaged]).toEqual([]);
});

test('kits whose parcel is missing or older than their state are named; a parcel of a kit stays however old', () => {
  const kits = [aKit({ state_since: 500 }), aKit({ state_since: 500 }), ready({ state_since: 500 })];
  const [without, older, complete] = kits.map(({ id }) => id);
  const there = files(
    [`${older}.kit.json`, { modified_at: 499 }],
    [`${complete}.kit.json`, { modified_at: 500 }],
    `${complete}.pdf`,
  );
  const plan = planStart(kits, there, now);
  expect(plan.stale).toEqual([without, older]);
  expect(plan.remove).toEqual([]);
  // Its document is gone, and its parcel still knows which one it was.
  expect(planStart(kits, files(`${complete}.kit.json`), now).remove).toEqual([]);
});
