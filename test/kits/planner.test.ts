import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { silentLog } from '../../main/common/log.ts';
import type { Trip } from '../../main/common/trip.ts';
import { createKitEngine } from '../../main/kits/engine.ts';
import type { KitEngine } from '../../main/kits/kit-engine.ts';
import { openGate, type PlanGate, plansBefore } from '../../main/kits/planner.ts';
import type { KitStore } from '../../main/store/kit-store.ts';
import { cachedKitStore } from '../../main/store/kit-stores.ts';
import { openUserDatabase, type UserDatabase } from '../../main/store/user-database.ts';
import { freshFolder } from '../fresh-folder.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { MemoryDocuments, scriptedService } from './fake-service.ts';

const HOUR = 3_600_000;
let database: UserDatabase;
let clock: VirtualClock;
/** The flights that the service was asked for. */
let asked: string[];
/** Cockpit mode is on. */
let held: boolean;
let ids: number;

beforeEach(() => {
  clock = new VirtualClock();
  // The database takes whole milliseconds.
  const { now } = clock;
  clock.now = () => Math.floor(now());
  database = openUserDatabase(join(freshFolder(), 'user.sqlite'), { now: clock.now });
  onTestFinished(() => database.close());
  database.events.describe({ user: 'scheduler', profileName: () => null });
  asked = [];
  held = false;
  ids = 0;
});

const at = (hours: number) => new Date(clock.now() + hours * HOUR).toISOString().replace('.000Z', 'Z');
const trip = (hours: number, flight = 'KLM511'): Trip => ({
  origin: 'EHAM',
  destination: 'KJFK',
  flight,
  departure: at(hours),
});

/** One life of the app; its store may die where the test says so. */
function open(gate: Partial<PlanGate> = {}, store: KitStore = cachedKitStore(database.kits)): KitEngine {
  const request = async ({ flight = '' }: Trip) => {
    asked.push(flight);
    return { tripkit_id: `TK-${asked.length}`, messages: [] };
  };
  const engine = createKitEngine({
    ...{ store, documents: new MemoryDocuments(), clock, log: silentLog },
    serviceOf: async () => scriptedService({ request }),
    limitsOf: () => ({ parallel_requests: 2, parallel_downloads: 2 }),
    gate: { ...openGate, held: () => held, ...gate },
    random: () => 0.5,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    patience: { deadline_ms: 600_000, max_failures: 7, outages_stop_the_clock: false },
  });
  onTestFinished(() => engine.stop());
  return engine;
}
function plan(engine: KitEngine, trips: readonly Trip[], hours: number) {
  return engine.plan('p', plansBefore(trips, hours * HOUR, 0, clock.now()));
}
const states = (engine: KitEngine) =>
  engine
    .list()
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ state }) => state);

describe('a planned kit', () => {
  it('is requested so many hours before the departure, and once', async () => {
    const engine = open();
    engine.start();
    const [kit] = plan(engine, [trip(6)], 2);
    expect(kit).toMatchObject({ state: 'planned', due_at: clock.now() + 4 * HOUR, activity: null });
    await clock.advance(4 * HOUR - 1000);
    expect(asked).toEqual([]);
    await clock.advance(2000);
    expect(asked).toEqual(['KLM511']);
    await clock.advance(10 * HOUR);
    expect(asked).toEqual(['KLM511']);
    expect(engine.get(kit?.id ?? '')).toMatchObject({ state: 'ready' });
    const [first, due] = database.events.ofKit(kit?.id ?? '', 'state');
    expect(first).toMatchObject({ who: 'scheduler', body: { state: 'planned', trip: { flight: 'KLM511' } } });
    expect(due).toMatchObject({ who: null, body: { state: 'requesting' } });
  });

  it('counts as requested when it is due: it is newer than a kit of its flight that was requested since it was planned', async () => {
    const engine = open();
    engine.start();
    const [planned] = plan(engine, [trip(6)], 2);
    await clock.advance(HOUR);
    const [other] = engine.request('p', [trip(5)]);
    await clock.advance(4 * HOUR);
    const created = ({ id }: { id: string } = { id: '' }) => engine.get(id).created_at;
    expect(created(planned)).toBeGreaterThan(created(other));
  });

  it('that is due already is requested at once, and so is one without a time', async () => {
    const engine = open();
    engine.start();
    await clock.settle();
    plan(engine, [trip(1), trip(30, 'KLM512')], 2);
    engine.plan('p', [{ trip: trip(-5, 'KLM513'), due_at: null }]);
    await clock.settle();
    expect(asked).toEqual(['KLM513', 'KLM511']);
    expect(engine.list().filter(({ state }) => state === 'planned')).toHaveLength(1);
  });

  it('that comes due in cockpit mode waits, and is requested when the mode is left', async () => {
    const engine = open();
    engine.start();
    held = true;
    plan(engine, [trip(4), trip(9, 'KLM512')], 2);
    await clock.advance(3 * HOUR);
    expect(asked).toEqual([]);
    held = false;
    engine.wake();
    await clock.settle();
    expect(asked).toEqual(['KLM511']);
  });

  it('is not requested where cockpit mode begins, or it is cancelled, while the certificate is looked at', async () => {
    const checks: (() => void)[] = [];
    const engine = open({
      requireReady: () => new Promise<void>((resolve) => checks.push(resolve)),
    });
    engine.start();
    const [kit] = plan(engine, [trip(1)], 2);
    await clock.settle();
    held = true;
    checks.shift()?.();
    await clock.settle();
    expect(states(engine)).toEqual(['planned']);
    held = false;
    engine.wake();
    await clock.settle();
    engine.cancel(kit?.id ?? '');
    checks.shift()?.();
    await clock.advance(HOUR);
    expect([states(engine), asked]).toEqual([['cancelled'], []]);
  });

  it('waits where administrators switched standing orders off, and says so; one whose flight left has failed', async () => {
    const forbidden = 'Your administrators have switched off standing orders on this computer.';
    plan(open(), [trip(4), trip(9, 'KLM512')], 2);
    const engine = open({ forbidden });
    engine.start();
    // A trip of a watched folder is no standing order.
    engine.plan('p', [{ trip: trip(9, 'KLM513'), due_at: null }]);
    await clock.advance(3 * HOUR);
    expect(asked).toEqual(['KLM513']);
    const waiting = engine.list().filter(({ state }) => state === 'planned');
    expect(waiting.map(({ activity, wait }) => [activity, wait?.reason])).toEqual([
      [forbidden, 'held'],
      [forbidden, 'held'],
    ]);
    await clock.advance(2 * HOUR);
    expect(states(engine)).toEqual(['failed', 'planned', 'ready']);
    await engine.stop();
    // Allowed again at a later start, what is still to come is requested.
    const later = open();
    later.start();
    await clock.advance(3 * HOUR);
    expect(states(later)).toEqual(['failed', 'ready', 'ready']);
  });

  it('that came due while the app did not run is requested at the next start, unless the flight has left', async () => {
    plan(open(), [trip(3), trip(9, 'KLM512')], 1);
    clock.leap(8.5 * HOUR);
    const engine = open();
    engine.start();
    await clock.advance(60_000);
    expect(asked).toEqual(['KLM512']);
    expect(states(engine)).toEqual(['failed', 'ready']);
    const missed = engine.list().find(({ state }) => state === 'failed');
    expect(missed?.failure).toMatchObject({
      kind: 'deadline',
      message: expect.stringMatching(/^The flight left/),
    });
    // A flight may be late: a person has its kit requested all the same.
    engine.retry(missed?.id ?? '');
    await clock.advance(60_000);
    expect(asked).toEqual(['KLM512', 'KLM511']);
  });

  it('is never requested twice and never lost, wherever the process dies', async () => {
    plan(open(), [trip(1)], 2);
    /** Dies at the nth write: before or after it. */
    const dying = (nth: number, when: 'before' | 'after'): KitStore => {
      let writes = 0;
      const store = cachedKitStore(database.kits);
      return {
        ...store,
        write(kit, event) {
          writes += 1;
          if (writes > nth || (writes === nth && when === 'before')) throw new Error('killed');
          store.write(kit, event);
          if (writes === nth) throw new Error('killed');
        },
      };
    };
    for (const [nth, when] of [
      [1, 'before'],
      [1, 'after'],
      [2, 'before'],
      [2, 'after'],
    ] as const) {
      const engine = open({}, dying(nth, when));
      engine.start();
      await clock.settle();
      await engine.stop();
    }
    const engine = open();
    engine.start();
    await clock.advance(60_000);
    // It was sent once, and its answer was lost: a person decides.
    expect([states(engine), asked]).toEqual([['unconfirmed'], ['KLM511']]);
  });

  it('says why it can’t be requested, and is tried again', async () => {
    let refusal: TripKitError | null = new TripKitError('identity', 'The certificate is locked. Try again.');
    const checked: string[] = [];
    const engine = open({
      requireReady: async (id) => {
        checked.push(id);
        if (refusal) throw refusal;
      },
    });
    engine.start();
    plan(engine, [trip(6), trip(7, 'KLM512')], 24);
    await clock.settle();
    // Each profile is looked at once for all of its kits.
    expect(checked).toEqual(['p']);
    const waiting = engine.list().map(({ activity, wait }) => [activity, wait?.reason]);
    expect(waiting).toEqual(Array(2).fill(['The certificate is locked.', 'identity']));
    refusal = null;
    engine.wake();
    await clock.settle();
    expect(asked).toEqual(['KLM511', 'KLM512']);
  });

  it('says beforehand where the certificate expires before it is due, until there is another one', async () => {
    let until = clock.now() + 3 * HOUR;
    const engine = open({ validUntil: async () => until });
    engine.start();
    plan(engine, [trip(4), trip(9, 'KLM512')], 2);
    await clock.settle();
    const words = () => new Map(engine.list().map(({ trip, activity }) => [trip?.flight, activity]));
    expect(words().get('KLM511')).toBeNull();
    expect(words().get('KLM512')).toMatch(/expires on 21 Nov 2026 03:00Z, before this kit is requested/);
    until = clock.now() + 300 * HOUR;
    engine.wake();
    await clock.settle();
    expect(words().get('KLM512')).toBeNull();
  });

  it('that was cancelled is planned again while its time is to come, and else requested', async () => {
    const engine = open();
    engine.start();
    const [kit] = plan(engine, [trip(6)], 1);
    const id = kit?.id ?? '';
    expect(engine.cancel(id)).toMatchObject({ state: 'cancelled' });
    await clock.advance(2 * HOUR);
    expect(engine.retry(id)).toMatchObject({ state: 'planned' });
    engine.cancel(id);
    await clock.advance(3.5 * HOUR);
    expect(asked).toEqual([]);
    expect(engine.retry(id)).toMatchObject({ state: 'requesting' });
  });

  it('is kept with all of its step, or with none of it; nothing begins before', async () => {
    const engine = open();
    engine.start();
    const changes: string[] = [];
    engine.onChange(({ changed }) => changes.push(...changed.map(({ state }) => state)));
    const before = engine.plan('p', [{ trip: trip(9), due_at: clock.now() + HOUR }])[0]?.id ?? '';
    expect(() =>
      engine.together(() => {
        engine.plan('p', [{ trip: trip(1, 'KLM9'), due_at: null }]);
        engine.cancel(before);
        throw new TripKitError('disk', 'disk full');
      }),
    ).toThrow('disk full');
    await clock.settle();
    expect([states(engine), asked, changes]).toEqual([['planned'], [], ['planned']]);
    engine.together(() => {
      engine.plan('p', [{ trip: trip(1, 'KLM9'), due_at: null }]);
      engine.cancel(before);
      expect(changes).toEqual(['planned']);
    });
    await clock.settle();
    expect(asked).toEqual(['KLM9']);
    expect(engine.get(before).state).toBe('cancelled');
  });
});

it('plans need a departure that is to come and a lead of at most 14 days, and are 2000 at most', () => {
  const now = clock.now();
  const { departure: _, ...without } = trip(1);
  expect(() => plansBefore([trip(6), without], HOUR, 0, now)).toThrow(
    /^EHAM to KJFK, KLM511 has no departure/,
  );
  expect(() => plansBefore([trip(-1)], HOUR, 0, now)).toThrow(/has left already/);
  expect(() => plansBefore([trip(6)], 15 * 24 * HOUR, 0, now)).toThrow(/14 days/);
  expect(() => plansBefore([trip(6), trip(7)], HOUR, 1999, now)).toThrow(/At most 2000/);
  expect(plansBefore([trip(6)], HOUR, 1999, now)).toEqual([{ trip: trip(6), due_at: now + 5 * HOUR }]);
});
