/**
 * Standing orders: "request these so many hours before departure", while the app runs. An order that came due while it was
 * closed is carried out at the next start, unless the flight has left. No order requests twice, whenever the app dies.
 */
import type { Clock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { type Trip, tripName } from '../common/trip.ts';
import { abortable, sleepUntil } from '../common/wait.ts';
import type { KitEngine, LiveKit } from './kit-engine.ts';
import type { OrderRecord, OrderStore } from './order-store.ts';
import { whileTrying } from './waits.ts';

/** Longest time between two checks of the orders, ms: the wall clock jumps after sleep, and a failed try is repeated. */
export const LOOK_EVERY_MS = 30_000;
/** How long a finished order stays in the list after its departure, ms. */
export const KEEP_MS = 7 * 24 * 60 * 60_000;
/** Most orders that may wait at a time. */
export const MAX_ORDERS = 2000;
/** Longest lead, ms. */
export const MAX_LEAD_MS = 14 * 24 * 60 * 60_000;

/** An order as it is shown. */
export interface StandingOrder extends OrderRecord {
  /** `missed`: the flight left before the kit could be requested. */
  state: 'waiting' | 'requested' | 'missed';
  /** When the kit is requested, ms since 1970 UTC. */
  due_at: number;
  /** Why the last try failed, in a sentence; null if it did not. */
  problem: string | null;
}

export interface StandingOrdersDeps {
  store: OrderStore;
  engine: Pick<KitEngine, 'list' | 'request'>;
  /** The check before every request of a person. @throws TripKitError of kind `identity` or `config` */
  requireReady(profile_id: string): Promise<void>;
  /** Called when a kit was requested: its audit names the person who placed the order. */
  onRequested(kit: LiveKit, who: string): void;
  /** Whether cockpit mode is on: then nothing is requested, and due orders wait. */
  held(): boolean;
  /** Why orders are switched off on this computer, in a sentence; null if they are not. Existing orders wait. */
  forbidden: string | null;
  /** Called with all orders when one was added, changed or removed; for the window. */
  onChange(orders: StandingOrder[]): void;
  /** The user name of the operating system's account. */
  user: string;
  newId(): string;
  clock: Clock;
  log: Log;
}

export class StandingOrders {
  readonly #deps: StandingOrdersDeps;
  readonly #problems = new Map<string, string>();
  #stopped = new AbortController();
  #wake = Promise.withResolvers<void>();
  #running: Promise<void> = Promise.resolve();

  constructor(deps: StandingOrdersDeps) {
    this.#deps = deps;
  }

  /** Ordered by departure. @throws TripKitError of kind `disk` */
  list(): StandingOrder[] {
    return this.#deps.store.list().map((order) => this.#view(order));
  }

  /**
   * Adds an order for each trip; the trips have passed the rules.
   *
   * @param lead_ms how long before the departure, ms
   * @throws TripKitError of kind `config` if a trip has no future departure, or for too long a lead or too many orders
   */
  add(profile_id: string, trips: readonly Trip[], lead_ms: number): StandingOrder[] {
    const { store, clock, newId, user } = this.#deps;
    const now = clock.now();
    if (!(lead_ms >= 0 && lead_ms <= MAX_LEAD_MS)) {
      throw wrong('A kit can be ordered up to 14 days before its departure. Choose less.');
    }
    if (store.list().filter(({ kit_id }) => kit_id === null).length + trips.length > MAX_ORDERS) {
      throw wrong(`At most ${MAX_ORDERS} orders can wait at a time. Remove some first.`);
    }
    const orders = trips.map((trip): OrderRecord => {
      const departure = trip.departure;
      if (departure === undefined || !(Date.parse(departure) > now)) {
        const which = trips.length === 1 ? 'The trip' : tripName(trip);
        const why = departure === undefined ? 'has no departure' : 'has left already';
        throw wrong(
          `${which} ${why}, so there is no time before it. Give a departure that is to come. Nothing was ordered.`,
        );
      }
      const base = { id: newId(), profile_id, lead_ms, who: user, created_at: now };
      return { ...base, trip: { ...trip, departure }, claimed_at: null, kit_id: null };
    });
    store.put(orders);
    this.#changed();
    this.#wake.resolve();
    return orders.map((order) => this.#view(order));
  }

  /** Cancels an order; a kit that was requested stays. @throws TripKitError of kind `config`, `disk` */
  remove(id: string): void {
    if (!this.#deps.store.get(id)) {
      throw wrong('This order is not known any more. The list shows those that are.');
    }
    this.#deps.store.remove([id]);
    this.#problems.delete(id);
    this.#changed();
  }

  /** Checks the orders now, and again whenever one comes due. */
  start(): void {
    this.#stopped = new AbortController();
    this.#running = this.#run(this.#stopped.signal);
  }

  /** Network or identity is available again: failed orders are tried again at once. */
  wake(): void {
    this.#wake.resolve();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps;
    while (!signal.aborted) {
      this.#wake = Promise.withResolvers<void>();
      try {
        await this.#look(signal);
      } catch (error) {
        log.error('The standing orders could not be looked at.', error);
      }
      const woken = (ended: AbortSignal) => abortable(this.#wake.promise, ended);
      await sleepUntil(woken, this.#nextLook(), clock, signal).catch(() => {});
    }
  }

  /** Time until the next order is due, at most LOOK_EVERY_MS. */
  #nextLook(): number {
    const now = this.#deps.clock.now();
    try {
      const dues = this.list().flatMap(({ state, due_at }) =>
        state === 'waiting' && due_at > now ? [due_at - now] : [],
      );
      return Math.min(LOOK_EVERY_MS, ...dues);
    } catch {
      return LOOK_EVERY_MS;
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#deps;
    const old = store.list().filter(({ trip }) => Date.parse(trip.departure) + KEEP_MS < clock.now());
    if (old.length > 0) {
      store.remove(old.map(({ id }) => id));
      this.#changed();
    }
    if (this.#deps.forbidden !== null) return;
    const due = this.list().filter(({ state, due_at }) => state === 'waiting' && due_at <= clock.now());
    for (const { id } of due) {
      if (signal.aborted || this.#deps.held()) return;
      await this.#carryOut(id);
    }
  }

  async #carryOut(id: string): Promise<void> {
    const { store, engine, clock, requireReady, onRequested, log } = this.#deps;
    // Read again after each wait: a person may have cancelled the order.
    const find = () => {
      const found = store.get(id);
      return found?.kit_id === null ? found : null;
    };
    const order = find();
    if (!order) return;
    try {
      const asked = order.claimed_at === null ? undefined : askedFor(order, engine.list());
      if (asked) {
        store.put([{ ...order, kit_id: asked.id }]);
      } else {
        await requireReady(order.profile_id);
        const still = find();
        if (!still || this.#deps.held()) return;
        const claimed = { ...still, claimed_at: clock.now() };
        store.put([claimed]);
        const [kit] = engine.request(order.profile_id, [order.trip]);
        if (!kit) throw wrong('The kit could not be requested.');
        store.put([{ ...claimed, kit_id: kit.id }]);
        onRequested(kit, order.who);
      }
      this.#problems.delete(id);
    } catch (error) {
      const message =
        error instanceof TripKitError
          ? whileTrying(error.message)
          : 'Something went wrong inside the app; it is tried again automatically.';
      if (this.#problems.get(id) === message) return;
      log.error(`The standing order ${id} could not be carried out yet.`, error);
      this.#problems.set(id, message);
    }
    this.#changed();
  }

  #view(order: OrderRecord): StandingOrder {
    const departure = Date.parse(order.trip.departure);
    const left = departure <= this.#deps.clock.now();
    const forbidden = left ? null : this.#deps.forbidden;
    const problem = forbidden ?? this.#problems.get(order.id) ?? null;
    return {
      ...order,
      state: order.kit_id !== null ? 'requested' : left ? 'missed' : 'waiting',
      due_at: Math.max(order.created_at, departure - order.lead_ms),
      problem: order.kit_id === null ? problem : null,
    };
  }

  #changed(): void {
    this.#deps.onChange(this.list());
  }
}

function wrong(message: string): TripKitError {
  return new TripKitError('config', message);
}

/** The kit that was requested just before the process died, if any. */
function askedFor(order: OrderRecord, kits: readonly LiveKit[]): LiveKit | undefined {
  const trip = JSON.stringify(sorted(order.trip));
  return kits.find(
    (kit) =>
      kit.profile_id === order.profile_id &&
      kit.created_at >= (order.claimed_at ?? Infinity) &&
      kit.trip !== null &&
      JSON.stringify(sorted(kit.trip)) === trip,
  );
}

function sorted(trip: Trip): [string, unknown][] {
  return Object.entries(trip).sort(([a], [b]) => (a < b ? -1 : 1));
}
