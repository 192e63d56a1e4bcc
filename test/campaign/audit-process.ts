/**
 * A laptop's activity record in a process of its own, on which people and the retention policy act at random until it is
 * killed. What was done is in a journal beside it, written by a wrapper of each store, so that it owes the record nothing.
 * Arguments: folder, seed, number of this life, and at which step it is killed (0: it ends well and exports the record).
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TripKitError } from '../../main/common/errors.ts';
import { silentLog } from '../../main/common/log.ts';
import { NoticeBoard } from '../../main/host/notices.ts';
import { actWords } from '../../main/kits/activity-log.ts';
import type { KitEngine, LiveKit } from '../../main/kits/kit-engine.ts';
import { isUnfinished } from '../../main/kits/lifecycle.ts';
import { LibraryRetention } from '../../main/kits/retention.ts';
import type { Removal } from '../../main/store/event-entry.ts';
import type { KitRecord, KitState } from '../../main/store/kit-record.ts';
import { seeded } from '../demo-service/random.ts';
import { openLaptop } from './audit-laptop.ts';

const [folder = '', seed = '1', life = '0', killAt = '0'] = process.argv.slice(2);
const random = seeded(Number(seed) * 1_000 + Number(life)).next;
const DAY = 86_400_000;
const T = Date.parse('2026-06-01T00:00:00Z');
let time = T + Number(life) * 10 * DAY;
const now = () => ++time;
const below = (count: number) => Math.floor(random() * count);
const pick = <V>(all: readonly V[]): V | undefined => all[below(all.length)];
const id = () =>
  `00000000-0000-4000-8000-${Math.floor(random() * 2 ** 47)
    .toString(16)
    .padStart(12, '0')}`;

let steps = 0;
/** A point at which this process may die. */
function step(): void {
  steps += 1;
  if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
}
let full = false;
function journal(did: string, facts: object = {}): void {
  appendFileSync(join(folder, 'journal.ndjson'), `${JSON.stringify({ did, full, ...facts })}\n`);
}

/** The calls that write; each may be the last one. */
const writes = /^(write|remove|set|add|put|append|expire)$/;
function wrap<S extends object>(name: string, store: S): S {
  return new Proxy(store, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (!writes.test(String(key))) return Reflect.apply(value, target, args);
        step();
        const answer: unknown = Reflect.apply(value, target, args);
        if (name !== 'audit') journal(`${name}.${String(key)}`, { args });
        step();
        return answer;
      };
    },
  });
}

journal('life');
const laptop = openLaptop(folder, { now, log: silentLog, wrap });
const { notes, kits } = laptop;
const engine = {
  list: () => kits.list() as unknown as LiveKit[],
  get: (kit_id: string) => kits.get(kit_id) as unknown as LiveKit,
  remove: async (kit_id: string, removal: Removal) => {
    journal('intent', { kit_id, reason: removal.reason });
    kits.remove(kit_id, removal);
  },
} satisfies Partial<KitEngine>;
const retention = new LibraryRetention({
  engine,
  pinned: () => laptop.pins.list(),
  open: new Set(),
  superseded: () => new Map(),
  keepDays: () => 3,
  held: () => false,
  notices: new NoticeBoard(),
  user: 'pilot',
  now,
  log: silentLog,
});

function go(kit: KitRecord, state: KitState, what: string, change: Partial<KitRecord> = {}): void {
  const at = now();
  kits.write({ ...kit, ...change, state, state_since: at }, { kit_id: kit.id, at, state, what });
}
function newKit(state: KitRecord['state'], trip: KitRecord['trip'], due_at: number | null): KitRecord {
  const at = now();
  return {
    ...{ id: id(), profile_id: 'p1', tripkit_id: null, trip, state, created_at: at, due_at },
    ...{ state_since: at, requested_at: null, messages: [], failure: null, document: null },
  };
}
const act = (kit: KitRecord, done: 'asked' | 'opened') =>
  laptop.acts.add({
    ...{ kit_id: kit.id, kind: done, who: 'pilot', at: now() },
    body: { what: actWords[done], ...(kit.document ? { document_sha256: kit.document.sha256 } : {}) },
  });
function setFull(wanted: boolean): void {
  full = wanted;
  const pages = Number(laptop.connection.db.prepare('PRAGMA page_count').get()?.page_count);
  laptop.connection.db.exec(`PRAGMA max_page_count = ${wanted ? pages : 1_000_000}`);
  journal('disk');
}

const acts: (() => unknown)[] = [
  function request() {
    const departure = new Date(time + (below(20) - 8) * DAY).toISOString();
    const trip = { origin: 'EHAM', destination: 'KJFK', flight: `KLM${below(999)}`, departure };
    const kit = newKit('requesting', trip, null);
    go(kit, 'requesting', 'Request created.');
    act(kit, 'asked');
  },
  function advance() {
    const kit = pick(kits.list().filter(({ state }) => isUnfinished(state)));
    if (!kit) return;
    const messages = [{ code: '205', type: 'Warning', message: `Words ${below(3)}.` }];
    const document = { bytes: below(9_999), sha256: id().replaceAll('-', '').repeat(2), pages: 3 };
    if (kit.state === 'requesting')
      go(kit, 'generating', 'Accepted.', { tripkit_id: `TK-${below(9999)}`, messages });
    else if (kit.state === 'generating') go(kit, 'downloading', 'Generated.');
    else go(kit, 'ready', 'Whole and verified.', { document });
  },
  function open() {
    const kit = pick(kits.list().filter(({ document }) => document));
    if (kit) act(kit, 'opened');
  },
  function acknowledge() {
    const kit = pick(kits.list().filter(({ messages }) => messages.length > 0));
    if (!kit) return;
    const document_sha256 = kit.document?.sha256 ?? null;
    const given = kit.messages.map((message) => ({
      kit_id: kit.id,
      message,
      document_sha256,
      by: 'pilot',
      at: now(),
    }));
    laptop.acknowledgements.add(...given);
  },
  function keep() {
    const kit = pick(kits.list());
    if (kit) laptop.pins.set(kit.id, !laptop.pins.list().has(kit.id), now());
  },
  function mark() {
    const kit = pick(kits.list().filter(({ document }) => document));
    if (!kit) return;
    const at = now();
    const draft = {
      kind: 'note' as const,
      page: 1,
      x: 0.5,
      y: 0.5,
      colour: 'yellow' as const,
      text: 'secret words',
    };
    const document_sha256 = kit.document?.sha256 ?? '';
    laptop.marks.add({
      ...{ id: id(), kit_id: kit.id, document_sha256, by: 'pilot', draft },
      created_at: at,
      changed_at: at,
    });
  },
  function plan() {
    const departure = new Date(time + 100 * DAY).toISOString();
    const trip = { origin: 'EHAM', destination: 'EGLL', departure };
    go(newKit('planned', trip, time + 99 * DAY), 'planned', 'Planned.');
  },
  function beDue() {
    const kit = pick(kits.list().filter(({ state }) => state === 'planned'));
    if (kit) go(kit, 'requesting', 'The planned kit is due.');
  },
  function save() {
    const kit = pick(kits.list());
    const what = `Copy ${id()}.`;
    if (kit) notes.note('saved', what, kit);
    if (kit) journal('note', { what });
  },
  function removeOne() {
    const kit = pick(kits.list());
    return kit && engine.remove(kit.id, { reason: 'person', what: 'A person removed it.', who: 'pilot' });
  },
  () => retention.applyOwn(),
  function turnDisk() {
    if (full || below(4) === 0) setFull(!full);
  },
];

/** Requests and what follows from them come more often than the rest. */
const weights = [...acts, ...acts.slice(0, 4), ...acts.slice(0, 3), acts[1], acts[1]];
const ACTS = killAt === '0' ? 12 : 120;
for (let n = 0; n < ACTS; n += 1) {
  try {
    await pick(weights)?.();
  } catch (error) {
    // What a full disk refuses did not happen.
    if (!full || !(error instanceof TripKitError)) throw error;
  }
  if (n % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
}
if (full) setFull(false);
notes.stop();
const everything = { from: null, to: null, who: null, text: null, kit_id: null };
writeFileSync(join(folder, 'export.json'), await laptop.record.file(everything, 'json'));
const here = { kits: kits.list().map((kit) => kit.id), pins: [...laptop.pins.list().keys()] };
writeFileSync(join(folder, 'here.json'), JSON.stringify(here));
laptop.close();
