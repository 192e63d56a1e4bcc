/**
 * Requests planned kits when they are due, while the app runs. A kit that came due while it was closed is requested at the next
 * start, unless its flight has left.
 */
import type { Clock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { utcMinute } from '../common/text.ts';
import { type Trip, tripName } from '../common/trip.ts';
import { abortable, sleepUntil, Wakeup } from '../common/wait.ts';
import type { KitRecord } from '../store/kit-record.ts';
import { isDue } from './rules/kit-facts.ts';
import { departureMs } from './rules/same-flight.ts';
import { type Wait, whileTrying } from './waits.ts';

/** Longest time between two checks while kits are planned, ms: the wall clock jumps after sleep, and a failed try is repeated. */
const LOOK_EVERY_MS = 30_000;
/** Most kits that may be planned for later at a time. */
const MAX_PLANNED = 2000;
/** Longest time from the request to the departure, ms. */
const MAX_LEAD_MS = 14 * 24 * 60 * 60_000;

/** A kit to plan. */
export interface Plan {
  trip: Trip;
  /** When it is requested, ms since 1970 UTC; null: as soon as it can be. */
  due_at: number | null;
  /** The kit's id, if the caller recorded it; by default generated. */
  id?: string;
}

/** What may stand in the way of a planned kit. */
export interface PlanGate {
  /** The check before every request of a person. @throws TripKitError of kind `identity` or `config` */
  requireReady(profile_id: string): Promise<void>;
  /** Until when the profile's certificate is valid, ms since 1970 UTC; null if that is not known. */
  validUntil(profile_id: string): Promise<number | null>;
  /** Whether cockpit mode is on: then no planned kit is requested. */
  held(): boolean;
  /** Why kits planned for later are not requested on this computer, in a sentence; null if they are. */
  forbidden: string | null;
}

/** The gate of the command line without a person: nothing but time stands in the way. */
export const openGate: PlanGate = {
  requireReady: async () => {},
  validUntil: async () => null,
  held: () => false,
  forbidden: null,
};

interface PlannerDeps {
  gate: PlanGate;
  /** The planned kits. */
  planned(): KitRecord[];
  /** The kit, if it is still planned; else null. */
  find(id: string): KitRecord | null;
  /** Requests the kit. @throws TripKitError of kind `disk`; `config` if it is no longer planned */
  begin(id: string): void;
  /** Records that the kit's flight has left. @throws as `begin` */
  miss(id: string): void;
  /** Called when what a kit waits for has changed. */
  show(id: string): void;
  clock: Clock;
  log: Log;
}

export class Planner {
  readonly #deps: PlannerDeps;
  readonly #waits = new Map<string, Wait>();
  readonly #wakeup = new Wakeup();
  readonly #stopped = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(deps: PlannerDeps) {
    this.#deps = deps;
  }

  /** What stands in the way of a planned kit, besides its time; null if nothing does. */
  waitOf({ id, due_at }: KitRecord): Wait | null {
    const wait = this.#waits.get(id) ?? null;
    const { forbidden } = this.#deps.gate;
    if (forbidden === null || due_at === null) return wait;
    return { reason: 'held', text: forbidden, since: due_at, until: null, may_try: false };
  }

  /** Checks the planned kits now, and again whenever one comes due. */
  start(): void {
    this.#running = this.#run(this.#stopped.signal);
  }

  /** Checks the planned kits at once: one was planned, or what stood in the way may be gone. */
  wake(): void {
    this.#wakeup.wake();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps;
    while (!signal.aborted) {
      const woken = this.#wakeup.fromNow();
      let pause: number | null = LOOK_EVERY_MS;
      try {
        await this.#look(signal);
        pause = this.#nextLook();
      } catch (error) {
        if (!signal.aborted) log.error('The planned kits could not be looked at.', error);
      }
      await (pause === null ? woken(signal) : sleepUntil(woken, pause, clock, signal)).catch(() => {});
    }
  }

  /** Time until the next kit is due, at most LOOK_EVERY_MS; null if none is planned. */
  #nextLook(): number | null {
    const kits = this.#deps.planned();
    const now = this.#deps.clock.now();
    const next = kits.flatMap(({ due_at }) => (due_at !== null && due_at > now ? [due_at - now] : []));
    return kits.length === 0 ? null : Math.min(LOOK_EVERY_MS, ...next);
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { clock, gate } = this.#deps;
    const planned = this.#deps.planned().sort((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0));
    const ids = new Set(planned.map(({ id }) => id));
    for (const id of this.#waits.keys()) if (!ids.has(id)) this.#waits.delete(id);
    const checks: Checks = { ready: once(gate.requireReady), validUntil: once(gate.validUntil) };
    for (const [index, { id }] of planned.entries()) {
      if (index % 20 === 19) await clock.sleep(0, signal);
      await this.#lookAt(id, checks, signal);
    }
  }

  /** Requests a planned kit if it is due and nothing stands in its way. */
  async #lookAt(id: string, checks: Checks, signal: AbortSignal): Promise<void> {
    const { clock, gate, find, begin, miss, log } = this.#deps;
    const kit = find(id);
    if (kit === null) return;
    let wait: Wait | null = null;
    try {
      if (isMissed(kit, clock.now())) return miss(id);
      if (!isDue(kit, clock.now())) {
        const until = kit.due_at === null ? null : await abortable(checks.validUntil(kit.profile_id), signal);
        if (until !== null && until < (kit.due_at ?? 0)) wait = expires(until, clock.now());
      } else if (!gate.held() && (kit.due_at === null || gate.forbidden === null)) {
        await abortable(checks.ready(kit.profile_id), signal);
        // Meanwhile a person may have cancelled it, or turned cockpit mode on.
        if (find(id) !== null && !gate.held()) return begin(id);
      }
    } catch (error) {
      signal.throwIfAborted();
      wait = waitAfterFailure(error, clock.now());
      if (this.#waits.get(id)?.text !== wait.text)
        log.error(`The planned kit ${id} could not be requested yet.`, error);
    }
    this.#setWait(id, wait);
  }

  #setWait(id: string, wait: Wait | null): void {
    if ((this.#waits.get(id)?.text ?? null) === (wait?.text ?? null)) return;
    if (wait === null) this.#waits.delete(id);
    else this.#waits.set(id, wait);
    this.#deps.show(id);
  }
}

/** What is asked of each profile once at a look. */
interface Checks {
  ready(profile_id: string): Promise<void>;
  validUntil(profile_id: string): Promise<number | null>;
}

/** Calls `ask` once for each profile. */
function once<T>(ask: (profile_id: string) => Promise<T>): (profile_id: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (id) => {
    const answer = asked.get(id) ?? ask(id);
    asked.set(id, answer);
    return answer;
  };
}

/** Whether a kit was planned for before its departure, and that is over. A trip of a watched folder is requested all the same. */
function isMissed({ trip, due_at }: KitRecord, now: number): boolean {
  const departure = departureMs(trip?.departure);
  return due_at !== null && departure !== null && departure <= now;
}

function expires(until: number, now: number): Wait {
  const text = `The client certificate expires on ${utcMinute(until)}, before this kit is requested. Ask your IT for a new one.`;
  return { reason: 'identity', text, since: now, until: null, may_try: false };
}

function waitAfterFailure(error: unknown, now: number): Wait {
  const known = error instanceof TripKitError;
  const kind = known ? error.kind : null;
  const text = known
    ? whileTrying(error.message)
    : 'Something went wrong inside the app; it is tried again automatically.';
  const reason = kind === 'identity' || kind === 'disk' ? kind : 'held';
  return { reason, text, since: now, until: null, may_try: false };
}

/**
 * The plans of trips, each so long before its departure.
 *
 * @param lead_ms how long before the departure, ms
 * @param planned how many kits are planned for later
 * @param now ms since 1970 UTC
 * @throws TripKitError of kind `config` if a trip has no future departure, or for too long a lead or too many kits
 */
export function plansBefore(trips: readonly Trip[], lead_ms: number, planned: number, now: number): Plan[] {
  if (!(lead_ms >= 0 && lead_ms <= MAX_LEAD_MS))
    throw wrong('A kit can be planned up to 14 days before its departure. Choose less.');
  if (planned + trips.length > MAX_PLANNED)
    throw wrong(`At most ${MAX_PLANNED} kits can be planned at a time. Cancel some first.`);
  return trips.map((trip) => {
    const departure = departureMs(trip.departure);
    if (departure !== null && departure > now) return { trip, due_at: Math.max(now, departure - lead_ms) };
    const which = trips.length === 1 ? 'The trip' : tripName(trip);
    const why = departure === null ? 'has no departure' : 'has left already';
    throw wrong(
      `${which} ${why}, so there is no time before it. Give a departure that is to come. Nothing was planned.`,
    );
  });
}

function wrong(message: string): TripKitError {
  return new TripKitError('config', message);
}
