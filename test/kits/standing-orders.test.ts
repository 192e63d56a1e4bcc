import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import type { Trip } from '../../main/common/trip.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { SqliteOrderStore } from '../../main/kits/order-store.ts';
import { KEEP_MS, StandingOrders } from '../../main/kits/standing-orders.ts';
import type { EventLog } from '../../main/store/event-log.ts';
import type { SqliteConnection } from '../../main/store/sqlite-connection.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { VirtualClock } from '../virtual-clock.ts';

const HOUR = 3_600_000;
const silent = { info() {}, warn() {}, error() {} };
let folder: string;
let connection: SqliteConnection;
let events: EventLog;
let clock: VirtualClock;
let kits: LiveKit[];
let running: StandingOrders[];
/** Cockpit mode is on. */
let held: boolean;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tripkit-orders-'));
  ({ connection, events } = openUserDatabase(join(folder, 'user.sqlite')));
  clock = new VirtualClock();
  kits = [];
  running = [];
  held = false;
});
afterEach(async () => {
  for (const orders of running) await orders.stop();
  connection.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (hours: number) => new Date(clock.now() + hours * HOUR).toISOString().replace('.000Z', 'Z');
const trip = (hours: number, flight = 'KLM511'): Trip => ({
  origin: 'EHAM',
  destination: 'KJFK',
  flight,
  departure: at(hours),
});

/** An engine that takes every request down, or dies where a test says so. */
function engine(die: 'never' | 'before' | 'after' = 'never') {
  return {
    list: () => kits,
    request: (profile_id: string, trips: readonly Trip[]): LiveKit[] => {
      if (die === 'before') throw new Error('killed');
      const made = trips.map(
        (wanted, index) =>
          ({
            id: `00000000-0000-4000-8000-${String(kits.length + index).padStart(12, '0')}`,
            profile_id,
            trip: wanted,
            created_at: clock.now(),
          }) as unknown as LiveKit,
      );
      kits.push(...made);
      if (die === 'after') throw new Error('killed');
      return made;
    },
  };
}

function open(
  options: { die?: 'before' | 'after'; refuse?: () => TripKitError | null; forbidden?: string } = {},
): StandingOrders {
  let ids = 0;
  const orders = new StandingOrders({
    store: new SqliteOrderStore(connection, events),
    engine: engine(options.die),
    requireReady: async () => {
      const refused = options.refuse?.();
      if (refused) throw refused;
    },
    forbidden: options.forbidden ?? null,
    held: () => held,
    onRequested() {},
    onChange() {},
    user: 'scheduler',
    newId: () => {
      ids += 1;
      return `order-${ids}`;
    },
    clock,
    log: silent,
  });
  running.push(orders);
  return orders;
}

const states = (orders: StandingOrders) => orders.list().map(({ state }) => state);

describe('a standing order', () => {
  it('asks for the kit so many hours before the departure, and once', async () => {
    const orders = open();
    orders.start();
    orders.add('profile', [trip(6)], 2 * HOUR);
    await clock.advance(4 * HOUR - 1000);
    expect(kits).toHaveLength(0);
    await clock.advance(2000);
    expect(kits).toHaveLength(1);
    expect(orders.list()[0]).toMatchObject({ state: 'requested', kit_id: kits[0]?.id, who: 'scheduler' });
    await clock.advance(10 * HOUR);
    expect(kits).toHaveLength(1);
  });

  it('that is due already is carried out at once', async () => {
    const orders = open();
    orders.start();
    await clock.settle();
    orders.add('profile', [trip(1), trip(30, 'KLM512')], 2 * HOUR);
    await clock.settle();
    expect(states(orders)).toEqual(['requested', 'waiting']);
  });

  it('that comes due in cockpit mode waits, and is carried out when the mode is left', async () => {
    const orders = open();
    orders.start();
    held = true;
    orders.add('profile', [trip(4), trip(9, 'KLM512')], 2 * HOUR);
    await clock.advance(3 * HOUR);
    expect(kits).toHaveLength(0);
    expect(states(orders)).toEqual(['waiting', 'waiting']);
    held = false;
    orders.wake();
    await clock.settle();
    expect(states(orders)).toEqual(['requested', 'waiting']);
  });

  it('that is there waits where administrators switched orders off, and says so; one that left is missed', async () => {
    const forbidden = 'Your administrators have switched off standing orders on this computer.';
    open().add('profile', [trip(4), trip(9, 'KLM512')], 2 * HOUR);
    const orders = open({ forbidden });
    orders.start();
    await clock.advance(3 * HOUR);
    expect(kits).toHaveLength(0);
    expect(states(orders)).toEqual(['waiting', 'waiting']);
    expect(orders.list().map(({ problem }) => problem)).toEqual([forbidden, forbidden]);
    await clock.advance(2 * HOUR);
    expect(states(orders)).toEqual(['missed', 'waiting']);
    expect(orders.list()[0]?.problem).toBeNull();
    await orders.stop();
    // Allowed again at a later start, what is still to come is carried out.
    const later = open();
    later.start();
    await clock.advance(3 * HOUR);
    expect(states(later)).toEqual(['missed', 'requested']);
  });

  it('that came due while the app did not run is carried out at the next start, unless the flight has left', async () => {
    open().add('profile', [trip(3), trip(9, 'KLM512')], HOUR);
    clock.leap(8.5 * HOUR);
    const orders = open();
    orders.start();
    await clock.settle();
    expect(states(orders)).toEqual(['missed', 'requested']);
    expect(kits.map((kit) => kit.trip?.flight)).toEqual(['KLM512']);
  });

  it('never asks twice, wherever the process dies', async () => {
    open().add('profile', [trip(1)], 2 * HOUR);
    for (const die of ['before', 'after', undefined, undefined] as const) {
      const orders = open(die ? { die } : {});
      orders.start();
      await clock.settle();
      await orders.stop();
    }
    expect(kits).toHaveLength(1);
    expect(open().list()[0]).toMatchObject({ state: 'requested', kit_id: kits[0]?.id });
  });

  it('says why it can’t be carried out, and is tried again', async () => {
    let refusal: TripKitError | null = new TripKitError('identity', 'The certificate has expired.');
    const orders = open({ refuse: () => refusal });
    orders.start();
    orders.add('profile', [trip(6)], 24 * HOUR);
    await clock.settle();
    expect(orders.list()[0]).toMatchObject({ state: 'waiting', problem: 'The certificate has expired.' });
    refusal = null;
    orders.wake();
    await clock.settle();
    expect(orders.list()[0]).toMatchObject({ state: 'requested', problem: null });
  });

  it('can be taken back', async () => {
    const orders = open();
    orders.start();
    const [order] = orders.add('profile', [trip(6)], HOUR);
    orders.remove(order?.id ?? '');
    await clock.advance(7 * HOUR);
    expect(kits).toHaveLength(0);
    expect(() => orders.remove(order?.id ?? '')).toThrow(TripKitError);
  });

  it('leaves the list a week after its departure', async () => {
    const orders = open();
    orders.start();
    orders.add('profile', [trip(6)], HOUR);
    await clock.advance(6 * HOUR);
    clock.leap(KEEP_MS);
    await clock.advance(60_000);
    expect(orders.list()).toEqual([]);
  });

  it('needs a departure that is to come, and none is kept if one has not', () => {
    const orders = open();
    const { departure: _, ...without } = trip(1);
    expect(() => orders.add('profile', [trip(6), without], HOUR)).toThrow(
      /^EHAM to KJFK, KLM511 has no departure/,
    );
    expect(() => orders.add('profile', [trip(-1)], HOUR)).toThrow(/has left already/);
    expect(() => orders.add('profile', [trip(6)], 15 * 24 * HOUR)).toThrow(/14 days/);
    expect(orders.list()).toEqual([]);
  });
});
