import { afterEach, beforeEach, expect, test } from 'vitest';
import { actWords } from '../../main/kits/activity-log.ts';
import type { EventQuery } from '../../main/store/event-log.ts';
import type { KitRecord, KitState } from '../../main/store/kit-record.ts';
import { type AuditLaptop, openLaptop } from '../campaign/audit-laptop.ts';
import { freshFolder } from '../fresh-folder.ts';
import { BY_PERSON, KIT_ID, kitRecord } from '../kits.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

const T = Date.parse('2026-11-21T08:00:00Z');
const DAY = 86_400_000;
const document = { bytes: 10, sha256: 'ab'.repeat(32), pages: 2 };
const warning = { code: '205', type: 'Warning', message: 'Multiple matches.' };
const all: EventQuery = { from: null, to: null, who: null, text: null, kit_id: null };
let folder: string;
let time: number;
let laptop: AuditLaptop;
let log: ReturnType<typeof memoryLog>;

beforeEach(() => {
  folder = freshFolder();
  time = T;
  log = memoryLog();
  laptop = open();
});
afterEach(() => laptop.abandon());

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
  return laptop.events
    .find(all, null)
    .map(({ kind, who, body }) => `${kind}${who === null ? '' : ` by ${who}`}: ${body.what}`);
}
function act(kind: 'asked' | 'opened'): void {
  const sha256 = laptop.kits.get(KIT_ID)?.document?.sha256;
  const body = { what: actWords[kind], ...(sha256 === undefined ? {} : { document_sha256: sha256 }) };
  laptop.acts.add({ at: ++time, kind, kit_id: KIT_ID, who: 'pilot', body });
}
const begun = 'began by pilot: The activity record begins.';

test('a kit’s life is on record, with what was sent, the document and who did what, when the kit is long gone', () => {
  write('requesting', 'Request created.', { tripkit_id: null });
  act('asked');
  write('generating', 'Accepted.', { tripkit_id: 'TK-1', messages: [warning] });
  write('ready', 'Whole and verified.', { document });
  act('opened');
  const given = { kit_id: KIT_ID, message: warning, by: 'pilot', document_sha256: document.sha256 };
  laptop.acknowledgements.add({ ...given, at: ++time });
  // Once is enough: the second time nothing happens.
  laptop.acknowledgements.add({ ...given, at: ++time });
  laptop.pins.set(KIT_ID, true, ++time);
  laptop.pins.set(KIT_ID, true, ++time);
  laptop.pins.set(KIT_ID, false, ++time);
  laptop.notes.integrityBroken(KIT_ID, 'Its bytes are other ones.');
  laptop.notes.integrityBroken(KIT_ID, 'Its bytes are other ones.');
  laptop.notes.note('saved', 'A copy was saved.', laptop.kits.get(KIT_ID));
  laptop.kits.remove(KIT_ID, BY_PERSON);
  laptop.kits.remove(KIT_ID, BY_PERSON);
  laptop.close();
  laptop = open();
  expect(told()).toEqual([
    begun,
    'state by pilot: Request created.',
    'asked by pilot: Request created.',
    'state: Accepted.',
    'state: Whole and verified.',
    'opened by pilot: The document was opened.',
    'acknowledged by pilot: Message 205 (Warning) was read and acknowledged.',
    'kept by pilot: Kept, whatever the retention says.',
    'unkept by pilot: No longer kept.',
    'integrity: Its bytes are other ones.',
    'saved by pilot: A copy was saved.',
    'removed by pilot: Removed from this laptop. A person removed it.',
  ]);
  const entries = laptop.events.ofKit(KIT_ID);
  expect(entries[0]?.body.trip).toMatchObject({ origin: 'EHAM', flight: 'KLM511' });
  expect(entries.find(({ body }) => body.state === 'ready')?.body.document).toEqual(document);
  expect(entries.find(({ kind }) => kind === 'acknowledged')?.body).toMatchObject({
    message: warning,
    document_sha256: document.sha256,
  });
  expect(entries.at(-1)?.body).toMatchObject({ reason: 'person', document });
  expect(entries.every(({ body }) => body.kit?.flight === 'KLM511')).toBe(true);
});

test('what happened just before a kill is on record at the next start, once', async () => {
  write('requesting', 'Request created.');
  write('failed', 'No connection.');
  killed();
  killed();
  expect(told()).toEqual([begun, 'state by pilot: Request created.', 'state: No connection.']);
  expect((await laptop.events.verify()).problems).toEqual([]);
});

test('two lines that say the same are two', () => {
  write('requesting', 'Request created.');
  const kit = laptop.kits.get(KIT_ID) as KitRecord;
  const event = { kit_id: KIT_ID, at: time, state: kit.state, what: 'Again.' };
  laptop.kits.write(kit, event);
  laptop.kits.write(kit, event);
  expect(laptop.kits.history(KIT_ID).filter(({ what }) => what === 'Again.')).toEqual([event, event]);
});

test('a record that can’t be written holds up no copy that was saved, and is made up for', () => {
  write('requesting', 'Request created.');
  laptop.connection.db.exec('ALTER TABLE entries RENAME TO elsewhere');
  laptop.notes.note('saved', 'A copy was saved.');
  expect(log.lines.filter((line) => line.includes('could not be written'))).toHaveLength(1);
  // What belongs together is written together: neither the kit nor its entry.
  expect(() => write('failed', 'No connection.')).toThrow();
  expect(laptop.kits.get(KIT_ID)?.state).toBe('requesting');
  laptop.connection.db.exec('ALTER TABLE elsewhere RENAME TO entries');
  laptop.notes.note('saved', 'Another one.');
  expect(told().slice(-2)).toEqual(['saved by pilot: A copy was saved.', 'saved by pilot: Another one.']);
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
  laptop.marks.change({ ...mark('a', 0), changed_at: ++time });
  laptop.marks.remove('a');
  laptop.marks.remove('a');
  const marked = laptop.events.ofKit(KIT_ID, 'marks');
  expect(marked.map(({ body }) => body.what)).toEqual([
    'A mark was added.',
    'A mark was changed.',
    'A mark was removed.',
  ]);
  expect(marked[0]?.body.marks).toEqual({ added: 1, changed: 0, removed: 0 });
  expect(JSON.stringify(laptop.events.find(all, null))).not.toContain('secret words');
});

test('reviews are told with their pages; carried marks say where they are from', () => {
  write('ready', 'Whole.', { document });
  const review = {
    ...{ kit_id: KIT_ID, old_sha256: 'cd', new_sha256: document.sha256, who: 'pilot', reviewed: true },
    pages: [
      { old: 3, new: 4 },
      { old: null, new: 5 },
      { old: 6, new: null },
    ],
    named: ['ILS 27L', null, null],
    at: ++time,
  };
  laptop.reviews.add(review);
  laptop.reviews.add({
    ...review,
    pages: [{ old: 6, new: null }],
    named: [null],
    reviewed: false,
    at: ++time,
  });
  const times = { created_at: ++time, changed_at: time };
  const copy = { id: 'a', kit_id: KIT_ID, document_sha256: document.sha256, by: 'pilot', ...times };
  laptop.carried.settle(
    { kit_id: KIT_ID, origin_id: 'o', from_kit_id: 'older', mark_id: 'a', who: 'pilot', at: time },
    { ...copy, draft: { kind: 'pin', page: 1 } },
    null,
  );
  expect(told().filter((line) => /^(reviewed|marks)/.test(line))).toEqual([
    'reviewed by pilot: Reviewed the changes of 3 charts: ILS 27L (page 4); page 5, new; page 6 of the earlier kit, gone.',
    'reviewed by pilot: No longer reviewed: the changes of 1 chart: page 6 of the earlier kit, gone.',
    'marks by pilot: A mark was carried over from an earlier kit of the flight.',
  ]);
  expect(laptop.events.ofKit(KIT_ID, 'reviewed')[0]?.body.document_sha256).toBe(document.sha256);
});

test('a planned kit is on record with who planned it and what is to be sent; the app requests it', () => {
  write('planned', 'Planned: requested 21 Nov 2026 09:15Z.', { tripkit_id: null, due_at: T + 4_500_000 });
  write('requesting', 'The planned kit is due: it is requested.');
  expect(told()).toEqual([
    begun,
    'state by pilot: Planned: requested 21 Nov 2026 09:15Z.',
    'state: The planned kit is due: it is requested.',
  ]);
  const [planned, due] = laptop.events.ofKit(KIT_ID);
  expect(planned?.body).toMatchObject({ state: 'planned', trip: { flight: 'KLM511' } });
  expect(due?.body.trip).toBeUndefined();
});

test('what is over goes, with the history of kits that are still here, and the chain stays whole', async () => {
  write('requesting', 'Request created.', { created_at: T });
  time = T + 800 * DAY;
  laptop.expire();
  expect(laptop.events.find(all, null).map(({ kind }) => kind)).toEqual(['expired']);
  expect(laptop.kits.get(KIT_ID)?.state).toBe('requesting');
  write('failed', 'No connection.');
  expect(laptop.kits.history(KIT_ID).map(({ what }) => what)).toEqual(['No connection.']);
  expect((await laptop.events.verify()).problem_count).toBe(0);
});
