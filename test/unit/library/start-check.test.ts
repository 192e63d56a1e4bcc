import { expect, test } from 'vitest';
import type { KitRecord } from '../../../main/library/kit-record.ts';
import type { FoundFile, Integrity } from '../../../main/library/self-check.ts';
import { decideIntegrity, planStart } from '../../../main/library/start-check.ts';
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

test('a document that is gone or of another length is fetched again where its tripkit_id is known, else said', () => {
  const [gone, altered, sound] = [ready(), ready(), ready()];
  const [goneNameless, alteredNameless] = [ready({ tripkit_id: null }), ready({ tripkit_id: null })];
  const kits = [gone, altered, sound, goneNameless, alteredNameless, aKit(), aKit({ state: 'failed' })];
  const plan = planStart(
    kits,
    files(
      `${sound.id}.pdf`,
      [`${altered.id}.pdf`, { bytes: 8 }],
      [`${alteredNameless.id}.pdf`, { bytes: -1 }],
    ),
    now,
  );
  expect(plan.lost.map((lost) => [lost.kit_id, lost.do])).toEqual([
    [gone.id, 'fetch'],
    [goneNameless.id, 'say'],
    [altered.id, 'fetch'],
    [alteredNameless.id, 'say'],
  ]);
  const [fetched, said] = plan.lost;
  expect(fetched?.why).toBe('The document was not on this laptop any more.');
  expect(said?.do === 'say' && said.failure).toMatchObject({
    kind: 'document',
    message: expect.stringContaining('can’t be downloaded again'),
  });
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
  expect(plan.lost).toEqual([]);
});

test('ready kits without a sidecar are named, if their document is there', () => {
  const [without, complete, gone] = [ready(), ready(), ready()];
  const there = files(`${without.id}.pdf`, `${complete.id}.pdf`, `${complete.id}.kit.json`);
  expect(planStart([without, complete, gone, aKit()], there, now).without_sidecar).toEqual([without.id]);
});

test('of the background’s reading only what is certain counts', () => {
  const kit = ready();
  const { sha256 } = document;
  const decide = (of: KitRecord | undefined, integrity: Integrity) =>
    decideIntegrity(of, { sha256, integrity });
  expect(decide(kit, 'sound')).toBeNull();
  expect(decide(kit, 'unreadable')).toBeNull();
  expect(decide(aKit(), 'missing')).toBeNull();
  expect(decide(undefined, 'missing')).toBeNull();
  expect(decide(ready({ document: { ...document, sha256: 'cd'.repeat(32) } }), 'altered')).toBeNull();
  expect(decide(kit, 'altered')).toMatchObject({ kit_id: kit.id, do: 'fetch' });
  expect(decide(kit, 'missing')).toMatchObject({ do: 'fetch' });
  expect(decide(ready({ tripkit_id: null }), 'altered')).toMatchObject({ do: 'say' });
});
