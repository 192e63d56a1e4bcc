/** A desk on real folders and a real journal, with an engine that does what the test says. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, vi } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { patienceOf } from '../../main/desk/arrivals.ts';
import { Desk, type DeskDeps } from '../../main/desk/desk.ts';
import { DeskOrders } from '../../main/desk/desk-orders.ts';
import { IntakeStore } from '../../main/desk/intake-store.ts';
import type { WatchEvent } from '../../main/desk/watch-events.ts';
import type { KitChange, LiveKit } from '../../main/kits/kit-engine.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { ScaledClock } from '../campaign/scaled-clock.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

export const CSV = 'origin,destination,flight,departure\n';
export const row = (flight: string) => `EHAM,EGLL,${flight},2027-03-28T02:30:00Z\n`;
export const DOCUMENT = 'a document, whole';

/** Kits as the library keeps them over restarts, requested as soon as nothing stands in their way. */
class Engine {
  readonly kits = new Map<string, LiveKit>();
  readonly asked: string[] = [];
  /** In which state kits are after a request. */
  next: LiveKit['state'] = 'ready';
  /** Whether planned kits wait, and why; null: without a reason. */
  held: { why: string | null } | null = null;
  readonly #listeners = new Set<(change: KitChange) => void>();

  get = (id: string): LiveKit => {
    const kit = this.kits.get(id);
    if (kit) return kit;
    throw new TripKitError('config', 'unknown', { condition: 'unknown_kit' });
  };
  plan: DeskDeps['engine']['plan'] = (profile_id, plans) =>
    plans.map(({ id = '', trip, due_at }) => {
      const facts = { id, profile_id, trip, due_at, tripkit_id: `TK-${trip.flight}` };
      const rest = { messages: [], failure: null, document: null, activity: null, wait: null };
      const times = { created_at: 1, state_since: 2, requested_at: null };
      const more = { progress: null, expected_ms: null };
      const kit: LiveKit = { ...facts, ...rest, ...times, ...more, state: 'planned' };
      this.kits.set(id, kit);
      setImmediate(this.requestDue);
      return kit;
    });
  together: DeskDeps['engine']['together'] = (step) => step();
  /** Requests the planned kits. */
  requestDue = () => {
    for (const kit of this.kits.values()) {
      if (kit.state !== 'planned') continue;
      if (this.held) this.kits.set(kit.id, { ...kit, activity: this.held.why });
      else {
        this.asked.push(kit.trip?.flight ?? '');
        this.become(kit.id, 'requesting', null);
        if (this.next !== 'requesting') this.become(kit.id, this.next);
      }
    }
  };
  /** As a person's request by the command line has it. */
  retry = (id: string): LiveKit => {
    this.become(id, 'requesting');
    return this.become(id, this.next);
  };
  requestAgain = this.retry;
  remove = async (id: string): Promise<void> => {
    this.kits.delete(id);
    for (const listener of this.#listeners) listener({ changed: [], removed: [id] });
  };
  release() {
    this.held = null;
    this.requestDue();
  }
  cancel = (id: string): LiveKit => this.become(id, 'cancelled', null);
  onChange = (listener: (change: KitChange) => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  become(
    id: string,
    state: LiveKit['state'],
    requested_at: number | null = this.get(id).requested_at ?? 3,
  ): LiveKit {
    const sha256 = createHash('sha256').update(DOCUMENT).digest('hex');
    const document = state === 'ready' ? { bytes: DOCUMENT.length, sha256, pages: 1 } : null;
    const kit = { ...this.get(id), state, document, requested_at, activity: null };
    this.kits.set(id, kit);
    for (const listener of this.#listeners) listener({ changed: [kit], removed: [] });
    return kit;
  }
}

export const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The desk pauses for a quarter of a second after each change of a folder. */
const clock = ScaledClock.fromNow(5);

export function place() {
  const root = mkdtempSync(join(tmpdir(), 'desk-'));
  ends.push(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['in', 'out', 'kits', 'state']) mkdirSync(join(root, name));
  writeFileSync(join(root, 'kits', 'document.pdf'), DOCUMENT);
  const engine = new Engine();
  const events: WatchEvent[] = [];
  const path = (...names: string[]) => join(root, ...names);
  return {
    ...{ engine, events, path },
    /** Writes a file as those do who are sure: under another name first. */
    arrive(name: string, text: string) {
      writeFileSync(path('in', name), text);
    },
    /** One life of the desk; the answer ends it. */
    live(more: Partial<DeskDeps> = {}, once = false) {
      const database = openUserDatabase(path('user.sqlite')).connection;
      engine.together = (step) => database.write(step);
      const ended = new AbortController();
      const desk = new Desk({
        folders: { in: path('in'), out: path('out'), name: '{flight}.pdf' },
        ...{ profile_id: 'p', engine, store: new IntakeStore(database, path('in')), clock },
        documentOf: () => path('kits', 'document.pdf'),
        limits: () => ({ max_alternates: 6 }),
        orders: new DeskOrders(path('state')),
        onDamaged: () => {},
        tell: (event) => events.push(event),
        ...{ tellers: {}, patience: patienceOf(40), newId: randomUUID, log: memoryLog() },
        ...more,
      });
      const running = desk.run(ended.signal, { once });
      const end = async () => {
        ended.abort();
        await running;
        database.close();
      };
      ends.push(end);
      return { desk, running, end };
    },
    result: (name: string) => JSON.parse(readFileSync(path('out', `${name}.result.json`), 'utf8')),
    /** What people see of it: a hidden file is one that is still being written. */
    delivered: () =>
      readdirSync(path('out'))
        .filter((name) => !name.endsWith('.part'))
        .sort(),
  };
}
export const happens = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
