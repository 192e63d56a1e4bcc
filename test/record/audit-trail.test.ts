import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import type { OrderRecord } from '../../main/kits/order-store.ts';
import type { AuditQuery } from '../../main/record/audit-store.ts';
import { removeKit } from '../../main/record/remove-kit.ts';
import type { KitRecord, KitState } from '../../main/store/kit-record.ts';
import { type AuditLaptop, openLaptop } from '../campaign/audit-laptop.ts';
import { KIT_ID, kitRecord } from '../kits.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

const T = Date.parse('2026-11-21T08:00:00Z');
const DAY = 86_400_000;
const document = { bytes: 10, sha256: 'ab'.repeat(32), pages: 2 };
const warning = { code: '205', type: 'Warning', message: 'Multiple matches.' };
const all: AuditQuery = { from: null, to: null, who: null, text: null, kit_id: null };
let folder: string;
let time: number;
let laptop: AuditLaptop;
let log: ReturnType<typeof memoryLog>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trail-'));
  time = T;
  log = memoryLog();
  laptop = open();
});
afterEach(() => {
  laptop.abandon();
  rmSync(folder, { recursive: true, force: true });
});

function open(): AuditLaptop {
  return openLaptop(folder, { now: () => ++time, log });
}
/** The process is killed, and the app is started again. */
function killed(): void {
  laptop.abandon();
  laptop = open();
}
function write(state: KitState, what: string, change: Partial<KitRecord> = {}): void {
  const kit = kitRecord({ ...laptop.kits.get(KIT_ID), ...change, state, state_since: time });
  laptop.kits.write(kit, { kit_id: KIT_ID, at: ++time, state, what });
}
function told(): string[] {
  laptop.trail.drain();
  return laptop.store
    .find(all, null)
    .map(({ kind, who, body }) => `${kind}${who === null ? '' : ` by ${who}`}: ${body.what}`);
}
const begun = 'began by pilot: The activity record begins.';
/** As much of the engine as a removal needs. */
const engine = () => ({
  get: (id: string) => laptop.kits.get(id) as unknown as LiveKit,
  remove: async (id: string) => laptop.kits.remove(id),
});
const byPerson = { reason: 'person' as const, what: 'A person removed it.', who: 'pilot' };

test('a kit’s life is on record, with what was sent, the document and who did what, when the kit is long gone', async () => {
  write('requesting', 'Request created.', { tripkit_id: null });
  laptop.acts.add([{ kit_id: KIT_ID, act: 'asked', who: 'pilot', at: time, document_sha256: null }]);
  write('generating', 'Accepted.', { tripkit_id: 'TK-1', messages: [warning] });
  write('ready', 'Whole and verified.', { document });
  laptop.acts.add([
    { kit_id: KIT_ID, act: 'opened', who: 'pilot', at: ++time, document_sha256: document.sha256 },
  ]);
  laptop.acknowledgements.add({
    ...{ kit_id: KIT_ID, message: warning, by: 'pilot', at: ++time },
    document_sha256: document.sha256,
  });
  laptop.pins.set(KIT_ID, true, ++time);
  laptop.pins.set(KIT_ID, false, ++time);
  laptop.trail.integrityBroken(KIT_ID, 'Its bytes are other ones.');
  laptop.trail.integrityBroken(KIT_ID, 'Its bytes are other ones.');
  laptop.trail.note('saved', 'A copy was saved.', laptop.kits.get(KIT_ID));
  await removeKit({ engine: engine(), trail: laptop.trail }, KIT_ID, byPerson);
  laptop.close();
  laptop = open();
  expect(told()).toEqual([
    begun,
    'state: Request created.',
    'asked by pilot: Request created.',
    'state: Accepted.',
    'state: Whole and verified.',
    'opened by pilot: The document was opened.',
    'acknowledged by pilot: Message 205 (Warning) was read and acknowledged.',
    'kept by pilot: Kept, whatever the retention says.',
    'unkept by pilot: No longer kept.',
    'integrity: Its bytes are other ones.',
    'saved by pilot: A copy was saved.',
    'removing by pilot: A person removed it.',
    'removed by pilot: Removed from this laptop. A person removed it.',
  ]);
  const entries = laptop.store.ofKit(KIT_ID);
  expect(entries[0]?.body.trip).toMatchObject({ origin: 'EHAM', flight: 'KLM511' });
  expect(entries.find(({ body }) => body.state === 'ready')?.body.document).toEqual(document);
  expect(entries.find(({ kind }) => kind === 'acknowledged')?.body).toMatchObject({
    message: warning,
    document_sha256: document.sha256,
  });
  expect(entries.find(({ kind }) => kind === 'removing')?.body).toMatchObject({ reason: 'person', document });
  expect(entries.every(({ body }) => body.kit?.flight === 'KLM511')).toBe(true);
});

test('what happened just before a kill is on record at the next start, once', async () => {
  write('requesting', 'Request created.');
  write('failed', 'No connection.');
  laptop.acts.add([{ kit_id: KIT_ID, act: 'retried', who: 'pilot', at: ++time, document_sha256: null }]);
  killed();
  await laptop.trail.takeInAll(new AbortController().signal);
  killed();
  await laptop.trail.takeInAll(new AbortController().signal);
  expect(told()).toEqual([
    begun,
    'state: Request created.',
    'state: No connection.',
    'retried by pilot: Taken up again.',
  ]);
});

test('two lines that say the same are two', () => {
  write('requesting', 'Request created.');
  const kit = laptop.kits.get(KIT_ID) as KitRecord;
  const event = { kit_id: KIT_ID, at: time, state: kit.state, what: 'Again.' };
  laptop.kits.write(kit, event);
  laptop.kits.write(kit, event);
  expect(told().filter((line) => line.includes('Again.'))).toHaveLength(2);
});

test('a removal that a kill interrupted is taken back or completed, as it went', () => {
  write('requesting', 'Request created.');
  laptop.trail.removing(KIT_ID, byPerson);
  killed();
  expect(told().slice(-2)).toEqual([
    'removing by pilot: A person removed it.',
    'stayed: The removal was interrupted, because the app ended: the kit is still here.',
  ]);
  laptop.trail.removing(KIT_ID, { ...byPerson, reason: 'retention', who: null });
  const { rowGone } = laptop.trail;
  laptop.trail.rowGone = () => {};
  laptop.kits.remove(KIT_ID);
  laptop.trail.rowGone = rowGone;
  killed();
  expect(told().at(-1)).toBe('removed: Removed from this laptop. A person removed it.');
  expect(laptop.store.ofKit(KIT_ID).at(-1)?.body).toMatchObject({
    reason: 'retention',
    kit: { flight: 'KLM511' },
  });
  killed();
  expect(told().filter((line) => line.startsWith('removed'))).toHaveLength(1);
});

test('a removal that fails is told with its reason', async () => {
  write('requesting', 'Request created.');
  const failing = { ...engine(), remove: () => Promise.reject(new Error('The disk refuses.')) };
  await expect(removeKit({ engine: failing, trail: laptop.trail }, KIT_ID, byPerson)).rejects.toThrow(
    'refuses',
  );
  expect(told().at(-1)).toMatch(/^stayed: The removal did not succeed/);
  killed();
  expect(told().at(-1)).toMatch(/^stayed: The removal did not succeed/);
});

test('a record that can’t be written stops no person and is made up for; what the app removes itself waits', async () => {
  write('requesting', 'Request created.');
  laptop.trail.drain();
  laptop.connection.db.exec('ALTER TABLE entries RENAME TO elsewhere');
  write('failed', 'No connection.');
  laptop.trail.note('saved', 'A copy was saved.');
  const own = { reason: 'retention' as const, what: 'By the retention policy.', who: null };
  await expect(removeKit({ engine: engine(), trail: laptop.trail }, KIT_ID, own)).rejects.toMatchObject({
    condition: 'not_recorded',
  });
  expect(laptop.kits.get(KIT_ID)).toBeDefined();
  await removeKit({ engine: engine(), trail: laptop.trail }, KIT_ID, byPerson);
  expect(laptop.kits.get(KIT_ID)).toBeUndefined();
  expect(log.lines.filter((line) => line.includes('could not be written'))).toHaveLength(1);
  laptop.connection.db.exec('ALTER TABLE elsewhere RENAME TO entries');
  const lines = told();
  expect(lines).toEqual(
    expect.arrayContaining([
      'state: No connection.',
      'saved by pilot: A copy was saved.',
      'removing by pilot: A person removed it.',
      'removed by pilot: Removed from this laptop. A person removed it.',
    ]),
  );
  expect(new Set(lines).size).toBe(lines.length);
  expect(log.lines.at(-1)).toBe('The activity record is written again.');
});

test('a kit that the library lost is told, and so is its coming back', () => {
  write('requesting', 'Request created.');
  laptop.trail.drain();
  const kit = laptop.kits.get(KIT_ID) as KitRecord;
  const { rowGoes, rowGone } = laptop.trail;
  Object.assign(laptop.trail, { rowGoes: () => {}, rowGone: () => {} });
  laptop.kits.remove(KIT_ID);
  Object.assign(laptop.trail, { rowGoes, rowGone });
  killed();
  killed();
  expect(told().filter((line) => line.startsWith('lost'))).toHaveLength(1);
  laptop.kits.write(kit, { kit_id: KIT_ID, at: ++time, state: kit.state, what: 'Recovered.' });
  expect(told().slice(-2)).toEqual(['state: Recovered.', 'back by pilot: The library has this kit again.']);
});

test('the story of a kit that has not had its turn since the start is told at once', () => {
  write('requesting', 'Request created.');
  laptop.connection.db.exec('DELETE FROM entries; DELETE FROM seen');
  laptop.abandon();
  rmSync(join(folder, 'audit-head.json'), { force: true });
  laptop = open();
  expect(laptop.trail.of(KIT_ID).map(({ body }) => body.what)).toEqual(['Request created.']);
  laptop.connection.db.exec('ALTER TABLE seen RENAME TO elsewhere');
  write('failed', 'No connection.');
  expect(laptop.trail.of(KIT_ID).map(({ body }) => body.what)).toEqual([
    'Request created.',
    'No connection.',
  ]);
});

test('a kit that was never whole leaves nothing', () => {
  write('requesting', 'Request created.');
  laptop.kits.remove(KIT_ID);
  expect(told()).toEqual([begun]);
});

test('marks are told by their number, never by what they say', () => {
  write('ready', 'Whole.', { document });
  const mark = (id: string, at: number) => ({
    ...{ id, kit_id: KIT_ID, document_sha256: document.sha256, by: 'pilot', created_at: at, changed_at: at },
    draft: {
      kind: 'note' as const,
      page: 1,
      x: 0.5,
      y: 0.5,
      colour: 'yellow' as const,
      text: 'secret words',
    },
  });
  laptop.marks.add(mark('a', ++time));
  laptop.marks.add(mark('b', ++time));
  laptop.trail.touch(KIT_ID, 'now');
  laptop.marks.change({ ...mark('a', 0), changed_at: ++time });
  laptop.marks.remove('b');
  killed();
  expect(told().filter((line) => line.startsWith('marks'))).toEqual([
    'marks by pilot: Marks on its pages: 2 added.',
    'marks by pilot: Marks on its pages: 1 changed, 1 removed.',
  ]);
  expect(JSON.stringify(laptop.store.find(all, null))).not.toContain('secret words');
});

test('reviews are told with their pages, once, also where the app was killed; carried marks say where they are from', () => {
  write('ready', 'Whole.', { document });
  const review = {
    ...{ kit_id: KIT_ID, old_sha256: 'cd', new_sha256: document.sha256, who: 'pilot', reviewed: true },
    pages: [
      [3, 4],
      [null, 5],
      [6, null],
    ] as [number | null, number | null][],
    named: ['ILS 27L', null, null],
    at: ++time,
  };
  laptop.reviews.add(review);
  laptop.reviews.add({ ...review, pages: [[6, null]], named: [null], reviewed: false, at: ++time });
  const times = { created_at: ++time, changed_at: time };
  const copy = { id: 'a', kit_id: KIT_ID, document_sha256: document.sha256, by: 'pilot', ...times };
  laptop.carried.settle(
    { kit_id: KIT_ID, origin_id: 'o', from_kit_id: 'older', mark_id: 'a', who: 'pilot', at: time },
    { ...copy, draft: { kind: 'pin', page: 1 } },
    null,
  );
  killed();
  laptop.trail.touch(KIT_ID, 'now');
  killed();
  laptop.trail.touch(KIT_ID, 'now');
  expect(told().filter((line) => /^(reviewed|marks)/.test(line))).toEqual([
    'reviewed by pilot: Reviewed the changes of 3 charts: ILS 27L (page 4); page 5, new; page 6 of the earlier kit, gone.',
    'reviewed by pilot: No longer reviewed: the changes of 1 chart: page 6 of the earlier kit, gone.',
    'marks by pilot: Marks on its pages: 1 added (1 carried over from an earlier kit of the flight).',
  ]);
  const [entry] = laptop.store.find(all, null).filter(({ kind }) => kind === 'reviewed');
  expect(entry?.body.document_sha256).toBe(document.sha256);
});

test('standing orders: made, carried out, cancelled, missed', () => {
  const order = (id: string, departs: number): OrderRecord => ({
    ...{
      id,
      profile_id: 'p1',
      lead_ms: 5_400_000,
      who: 'pilot',
      created_at: time,
      claimed_at: null,
      kit_id: null,
    },
    trip: { origin: 'EHAM', destination: 'KJFK', flight: id, departure: new Date(departs).toISOString() },
  });
  laptop.orders.put([order('A1', T + DAY), order('A2', T + DAY), order('A3', T + 10)]);
  killed();
  laptop.orders.put([{ ...order('A1', T + DAY), claimed_at: ++time, kit_id: KIT_ID }]);
  laptop.trail.touchOrders();
  laptop.orders.remove(['A1', 'A2', 'A3']);
  time = T + 100;
  killed();
  const lines = laptop.store.find(all, null).map(({ kind, body }) => `${kind} ${body.kit?.flight ?? ''}`);
  expect(lines.slice(1)).toEqual([
    'order_made A3',
    'order_made A1',
    'order_made A2',
    'order_requested A1',
    'order_missed A3',
    'order_cancelled A2',
  ]);
  expect(told()[1]).toBe('order_made by pilot: Standing order: the kit is requested 1.5 h before departure.');
});

test('histories from before there was a record are taken over, nobody is said to have asked; what is over is not', async () => {
  write('requesting', 'Request created.', { created_at: T });
  laptop.connection.db.exec('DELETE FROM entries; DELETE FROM seen');
  laptop.abandon();
  rmSync(join(folder, 'audit-head.json'), { force: true });
  laptop = open();
  await laptop.trail.takeInAll(new AbortController().signal);
  expect(told()).toEqual([begun, 'state: Request created.']);
  time = T + 800 * DAY;
  killed();
  await laptop.trail.takeInAll(new AbortController().signal);
  await laptop.trail.takeInAll(new AbortController().signal);
  expect(laptop.store.find(all, null).map(({ kind }) => kind)).toEqual(['expired']);
  expect((await laptop.trail.verify()).problem_count).toBe(0);
});
