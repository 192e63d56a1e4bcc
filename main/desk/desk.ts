/**
 * The desk of watched folders: it requests the trips of files that arrive in one folder, delivers the kits into another, and sends
 * events. It writes each step into the journal before it acts outside the process: a kill loses nothing and requests nothing twice.
 */
import { join } from 'node:path';
import type { Clock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import { onFolderChange } from '../common/files.ts';
import type { Log } from '../common/log.ts';
import { abortable, anySignal, inTime, sleepUntil, Wakeup } from '../common/wait.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { TripLimits } from '../trips/trip-rules.ts';
import type { Patience } from './arrivals.ts';
import { deliver, freeName, makeFolders, RESULT, writeJson } from './deliver.ts';
import { type DeskOrder, type DeskOrders, refusalOf } from './desk-orders.ts';
import { Intake } from './intake.ts';
import type { IntakeStore, IntakeTrip, IntakeTripState, Target } from './intake-store.ts';
import { Outbox, type Teller } from './outbox.ts';
import type { KitBeside } from './plan-trips.ts';
import type { Part, TripResult, WatchEvent, WatchFact } from './watch-events.ts';

export interface DeskDeps {
  folders: {
    /** Absolute. */
    in: string;
    /** Absolute. */
    out: string;
    /** The template for names of delivered files. */
    name: string;
  };
  profile_id: string;
  store: IntakeStore;
  engine: Pick<
    KitEngine,
    'get' | 'plan' | 'cancel' | 'retry' | 'requestAgain' | 'remove' | 'together' | 'onChange'
  >;
  /** What people ask for by the command line; null where they have a window. */
  orders: Pick<DeskOrders, 'each'> | null;
  /** The path of a ready kit's document. */
  documentOf(kit_id: string): string;
  /** The profile's limits. @throws TripKitError of kind `config` */
  limits(): TripLimits;
  /** Called when a kit is in the folder of deliveries. */
  onDelivered?(kit_id: string): Promise<void>;
  /** Called when the document of a ready kit is no longer what was verified. */
  onDamaged(kit_id: string, why: string): void;
  /** Receives each event once, when it happens. */
  tell(event: WatchEvent): void;
  /** Receive each event, and after a restart again unless they accepted it. */
  tellers: Partial<Record<Target, Teller>>;
  patience: Patience;
  clock: Clock;
  newId(): string;
  log: Log;
}

/** The state of a desk. */
export interface DeskStatus {
  /** The problem of each part that has one, in a sentence. */
  problems: Partial<Record<Part, string>>;
  /** Trips whose kits are not delivered yet. */
  under_way: number;
  /** Those among them that are not requested yet. */
  waiting: number;
  /** Kits that were delivered since the desk started. */
  delivered: number;
  /** Trips that this run was to deliver and that failed, and files from which no trip was taken. */
  failed: number;
}

/** Time limit for a copy to a slow network drive, ms. */
const DELIVERY_LIMIT_MS = 10 * 60_000;
/** With `once`: how long the desk tries while a problem stops everything, ms. */
const GIVE_UP_MS = 60_000;
/** How long the journal keeps ended trips and moved files, ms. */
const KEEP_MS = 400 * 24 * 3_600_000;
/** The shortest pause between two checks of the folder, ms. */
const LEAST_PAUSE_MS = 250;
/** Kits that are copied in parallel. */
const AT_ONCE = 2;
const FOLLOWED: readonly IntakeTripState[] = ['waiting', 'requested', 'failed', 'unconfirmed', 'cancelled'];
const OUTCOMES: Readonly<Partial<Record<LiveKit['state'], TripResult['state']>>> = {
  ready: 'delivered',
  failed: 'failed',
  unconfirmed: 'unconfirmed',
  cancelled: 'cancelled',
};

export class Desk {
  readonly #deps: DeskDeps;
  readonly #targets: Target[];
  readonly #outboxes: Outbox[];
  readonly #intake: Intake;
  readonly #problems: Partial<Record<Part, string>> = {};
  /** Kits that the desk follows, and those of them that may have changed. */
  readonly #followed = new Set<string>();
  readonly #changed = new Set<string>();
  /** Kits that a delivery loop works on now. */
  readonly #settling = new Set<string>();
  readonly #changedWake = new Wakeup();
  readonly #lookWake = new Wakeup();
  /** Unfinished steps on the folder of deliveries. */
  readonly #unsettled = new Set<Promise<void>>();
  #delivered = 0;
  /** Trips that were named or ended in this run and are not delivered. */
  readonly #undelivered = new Set<string>();

  constructor(deps: DeskDeps) {
    this.#deps = deps;
    const { store, clock, tellers } = deps;
    this.#targets = Object.keys(tellers) as Target[];
    const problem = (target: Target, message: string | null) => this.#reportProblem(target, message);
    this.#outboxes = this.#targets.flatMap((target) => {
      const teller = tellers[target];
      return teller ? [new Outbox(target, teller, { store, clock, problem })] : [];
    });
    this.#intake = new Intake({
      ...deps,
      folder: deps.folders.in,
      record: (facts, step) => this.#record(facts, step),
      hasBegun: (trip) => this.#hasTripBegun(trip),
      planKit: (trip, beside) => this.#planKit(trip, beside),
      onTripChanged: (id) => this.#follow(id),
      onKnown: (id) => this.#undelivered.add(id),
      problem: (message) => this.#reportProblem('in', message),
    });
  }

  status(): DeskStatus {
    const { store } = this.#deps;
    const trips = store.trips('waiting', 'requested');
    const under_way = trips.length;
    const waiting = trips.filter(({ state, cancel }) => state === 'waiting' && !cancel).length;
    const failed = this.#countUndelivered() + this.#intake.failed;
    return { problems: { ...this.#problems }, under_way, waiting, delivered: this.#delivered, failed };
  }

  #countUndelivered(): number {
    const states = [...this.#undelivered].map((id) => this.#deps.store.trip(id)?.state);
    return states.filter((state) => state === 'failed' || state === 'unconfirmed' || state === 'removed')
      .length;
  }

  /**
   * Works until the signal aborts. Never rejects.
   *
   * @param options.once ends when every file and trip is done, or a problem has stopped all of them for a while
   */
  async run(signal: AbortSignal, { once = false } = {}): Promise<void> {
    const { engine, folders, store, clock, log } = this.#deps;
    const over = new AbortController();
    const ended = anySignal(signal, over.signal);
    const off = engine.onChange(({ changed, removed }) => {
      for (const id of [...changed.map((kit) => kit.id), ...removed]) {
        if (this.#followed.has(id)) this.#queueKit(id);
      }
    });
    const stopWatching = onFolderChange(folders.in, () => this.#lookWake.wake());
    try {
      store.forgetBefore(clock.now() - KEEP_MS);
      for (const { id } of store.trips(...FOLLOWED)) this.#follow(id);
    } catch (error) {
      this.#reportFailure('journal', error);
    }
    const loops = [
      this.#intakeLoop(ended, once ? () => over.abort() : null),
      ...Array.from({ length: AT_ONCE }, () => this.#deliveryLoop(ended)),
      ...this.#outboxes.map((outbox) => outbox.run(ended)),
    ];
    await Promise.all(loops).catch((error: unknown) => log.error('The watched folders stand still.', error));
    off();
    stopWatching();
    await this.#intake.close();
  }

  async #intakeLoop(signal: AbortSignal, done: (() => void) | null): Promise<void> {
    const { clock, patience } = this.#deps;
    let blockedSince: number | null = null;
    while (!signal.aborted) {
      const woken = this.#lookWake.fromNow();
      await this.#carryOutOrders(signal);
      await this.#intake.look(signal);
      if (signal.aborted) return;
      this.#noteRequests();
      if (done !== null) {
        const isBlocked = (['in', 'out', 'request', 'journal'] as const).some((part) => this.#problems[part]);
        blockedSince = isBlocked ? (blockedSince ?? clock.monotonic()) : null;
        const gaveUp = blockedSince !== null && clock.monotonic() - blockedSince > GIVE_UP_MS;
        if (gaveUp || this.#isIdle()) return done();
      }
      // The system reports each part of a file that is written slowly.
      await clock.sleep(Math.min(LEAST_PAUSE_MS, patience.poll_ms), signal).catch(() => {});
      await sleepUntil(woken, patience.poll_ms, clock, signal).catch(() => {});
    }
  }

  async #carryOutOrders(signal: AbortSignal): Promise<void> {
    const { orders, log } = this.#deps;
    try {
      await orders?.each((order) => this.#carryOut(order, signal));
    } catch (error) {
      if (!signal.aborted) log.error('What was asked for by the command line could not be done.', error);
    }
  }

  /** Carries out an order, unless the kit has changed since it was given. */
  async #carryOut(order: DeskOrder, signal: AbortSignal): Promise<void> {
    const { store, engine, log } = this.#deps;
    const trip = store.trip(order.kit);
    const kit = this.#kit(order.kit);
    const refusal = trip === null ? 'There is no such kit.' : refusalOf(order, trip.state);
    if (trip === null || refusal !== null) return log.warn(`“tripkit ${order.do}”: ${refusal}`);
    if (order.do === 'accept') {
      if (kit !== null) await engine.remove(kit.id, ACCEPTED);
      await this.#writeOutcome(trip, 'removed', null, signal);
      this.#undelivered.delete(trip.id);
    } else if (kit === null)
      log.warn(`“tripkit ${order.do}”: the kit ${order.kit} is not on this computer any more.`);
    else if (order.do === 'cancel') engine.cancel(kit.id);
    else if (kit.state === 'unconfirmed') engine.requestAgain(kit.id);
    else engine.retry(kit.id);
  }

  #isIdle(): boolean {
    const { store } = this.#deps;
    return (
      this.#intake.isIdle &&
      this.#changed.size === 0 &&
      this.#settling.size === 0 &&
      store.trips('waiting', 'requested').length === 0 &&
      this.#outboxes.every(({ isIdle }) => isIdle)
    );
  }

  /** Records which waiting trips were requested, and what stands in the way of the others. */
  #noteRequests(): void {
    const { store } = this.#deps;
    try {
      let problem: string | null = null;
      for (const trip of store.trips('waiting')) {
        const kit = this.#kit(trip.id);
        if (kit !== null && wasRequested(kit)) this.#noteRequest(trip);
        else problem ??= kit?.activity ?? null;
      }
      this.#reportProblem('request', problem);
    } catch (error) {
      this.#reportFailure('request', error);
    }
  }

  #noteRequest(trip: IntakeTrip): IntakeTrip {
    const { store, clock } = this.#deps;
    const { id, trip: of, line } = trip;
    const requested: IntakeTrip = { ...trip, state: 'requested', changed_at: clock.now() };
    this.#record(
      [{ event: 'requested', kit: id, trip: of, file: this.#intake.nameOf(trip.file_id), line }],
      () => store.putTrip(requested),
    );
    return requested;
  }

  async #deliveryLoop(signal: AbortSignal): Promise<void> {
    const { clock, patience, onDamaged } = this.#deps;
    while (!signal.aborted) {
      // A hanging step occupies one of the process's few file threads, so no other step starts.
      if (this.#unsettled.size >= AT_ONCE) {
        await abortable(Promise.race(this.#unsettled), signal).catch(() => {});
        continue;
      }
      // Each loop works on one kit; changes of that kit meanwhile are handled afterwards.
      const id = this.#nextKit();
      if (id === undefined) {
        await this.#changedWake.wait(signal).catch(() => {});
        continue;
      }
      this.#changed.delete(id);
      this.#settling.add(id);
      try {
        if (await this.#settleTrip(id, signal)) this.#reportProblem('out', null);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof TripKitError && error.kind === 'document') onDamaged(id, error.message);
        this.#reportFailure('out', error);
        this.#changed.add(id);
        await clock.sleep(patience.poll_ms, signal).catch(() => {});
      } finally {
        this.#settling.delete(id);
        this.#changedWake.wake();
        // With `once` this may have been the last kit.
        if (this.#changed.size === 0) this.#lookWake.wake();
      }
    }
  }

  /** Writes the outcome of a trip, if it has one. @returns whether a file was written to the folder of deliveries */
  async #settleTrip(id: string, signal: AbortSignal): Promise<boolean> {
    const { store, clock } = this.#deps;
    let trip = store.trip(id);
    if (trip !== null) await this.#tellReplacement(trip, signal);
    if (trip === null || trip.state === 'delivered' || trip.state === 'removed') {
      this.#followed.delete(id);
      return false;
    }
    const kit = this.#kit(id);
    if (kit === null) {
      if (trip.state !== 'waiting' && trip.state !== 'requested') return false;
      await this.#writeOutcome(trip, 'removed', null, signal);
      return true;
    }
    if (trip.state === 'waiting' && wasRequested(kit)) trip = this.#noteRequest(trip);
    const outcome = OUTCOMES[kit.state] ?? null;
    if (outcome === trip.state || kit.state === 'planned') return false;
    if (outcome === null) {
      // A person is retrying the kit.
      if (trip.state !== 'requested') store.putTrip({ ...trip, state: 'requested', changed_at: clock.now() });
      return false;
    }
    await this.#writeOutcome(trip, outcome, kit, signal);
    return true;
  }

  /** Says in a result that was written before which kit has replaced this one since. */
  async #tellReplacement({ id, name, result, replaced_by }: IntakeTrip, signal: AbortSignal): Promise<void> {
    const { store, folders } = this.#deps;
    if (name === null || result === null || replaced_by === null) return;
    const told: TripResult = JSON.parse(result);
    if (told.replaced_by === replaced_by) return;
    const next = { ...told, replaced_by };
    await this.#inDeliveryTime(makeFolders(folders.out, name), signal);
    await this.#inDeliveryTime(writeJson(join(folders.out, name + RESULT), id, next), signal);
    const now = store.trip(id);
    if (now !== null) store.putTrip({ ...now, result: JSON.stringify(next) });
  }

  /** Writes the files, each complete under its name, then the journal. After a kill the same call writes the same again. */
  async #writeOutcome(
    trip: IntakeTrip,
    state: TripResult['state'],
    kit: LiveKit | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, clock, folders, documentOf, onDelivered } = this.#deps;
    const { id } = trip;
    const facts = { trip: trip.trip, tripkit_id: kit?.tripkit_id ?? null };
    const limited = anySignal(signal, AbortSignal.timeout(DELIVERY_LIMIT_MS));
    const isTaken = (other: string) => other !== trip.name && store.isNameTaken(other);
    let name = trip.name;
    if (name === null) {
      const free = await this.#inDeliveryTime(freeName(folders.out, folders.name, facts, isTaken), limited);
      // The other delivery loop may have taken the name meanwhile. Nothing runs between this check and putTrip.
      if (isTaken(free)) return this.#writeOutcome(trip, state, kit, signal);
      name = free;
      store.putTrip({ ...(store.trip(id) ?? trip), name });
    }
    const document = state === 'delivered' ? (kit?.document ?? null) : null;
    await this.#inDeliveryTime(makeFolders(folders.out, name), limited);
    if (document !== null) {
      const what = { id, name, sha256: document.sha256 };
      name = await this.#inDeliveryTime(
        deliver(documentOf(id), folders.out, what, (other) => other !== what.name && isTaken(other), limited),
        limited,
      );
    }
    const now = store.trip(id) ?? trip;
    const result = this.#result(now, state, kit, document === null ? null : `${name}.pdf`);
    await this.#inDeliveryTime(writeJson(join(folders.out, name + RESULT), id, result), limited);
    const { state: event, ...rest } = result;
    this.#record([{ event, result: name + RESULT, ...rest }], () =>
      store.putTrip({
        ...(store.trip(id) ?? trip),
        state,
        name,
        changed_at: clock.now(),
        result: JSON.stringify(result),
      }),
    );
    if (state === 'delivered') {
      this.#delivered += 1;
      this.#followed.delete(id);
      await onDelivered?.(id).catch((error: unknown) =>
        this.#deps.log.error(`What is left of the delivered kit ${id} could not be removed.`, error),
      );
    } else if (state !== 'cancelled') this.#undelivered.add(id);
  }

  #result(
    { id, trip, file_id, line, replaced_by, taken_at }: IntakeTrip,
    state: TripResult['state'],
    kit: LiveKit | null,
    file: string | null,
  ): TripResult {
    const text = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString());
    const document = file === null ? null : (kit?.document ?? null);
    const now = this.#deps.clock.now();
    return {
      state,
      kit: id,
      tripkit_id: kit?.tripkit_id ?? null,
      trip,
      file,
      bytes: document?.bytes ?? null,
      sha256: document?.sha256 ?? null,
      pages: document?.pages ?? null,
      messages: kit?.messages ?? [],
      error: state === 'removed' ? REMOVED : (kit?.failure ?? null),
      source: { file: this.#intake.nameOf(file_id), line },
      replaced_by,
      times: {
        taken: new Date(taken_at).toISOString(),
        requested: text(kit?.requested_at),
        ended: new Date(kit?.state_since ?? now).toISOString(),
      },
    };
  }

  /** Plans the kit of a new trip, and cancels that of a trip that a file cancels. Called in the transaction of the file. */
  #planKit({ id, profile_id, trip, cancel }: IntakeTrip, beside?: KitBeside): void {
    const { store, engine } = this.#deps;
    if (store.trip(id) === null) {
      const remarks = beside?.remarks ?? this.#kit(beside?.replaces ?? '')?.trip?.remarks;
      engine.plan(profile_id, [{ id, trip: remarks ? { ...trip, remarks } : trip, due_at: null }]);
    }
    const kit = cancel ? this.#kit(id) : null;
    if (kit !== null && !hasRequestBegun(kit)) engine.cancel(id);
  }

  #hasTripBegun(trip: IntakeTrip): boolean {
    const kit = this.#kit(trip.id);
    return kit === null ? trip.state !== 'waiting' : hasRequestBegun(kit);
  }

  /** The kit in the library; null if there is none. */
  #kit(id: string): LiveKit | null {
    try {
      return this.#deps.engine.get(id);
    } catch (error) {
      if (error instanceof TripKitError && error.condition === 'unknown_kit') return null;
      throw error;
    }
  }

  #follow(id: string): void {
    this.#followed.add(id);
    this.#queueKit(id);
  }

  #nextKit(): string | undefined {
    for (const id of this.#changed) if (!this.#settling.has(id)) return id;
    return undefined;
  }

  #queueKit(id: string): void {
    this.#changed.add(id);
    this.#changedWake.wake();
  }

  /** The result of `work`; rejects when the signal aborts or a file system does not answer in time. */
  async #inDeliveryTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    const settled: Promise<void> = work.then(
      () => {},
      () => {},
    );
    this.#unsettled.add(settled);
    void settled.then(() => this.#unsettled.delete(settled));
    return inTime(
      abortable(work, signal),
      DELIVERY_LIMIT_MS,
      () =>
        new TripKitError(
          'disk',
          `${this.#deps.folders.out} doesn’t answer. It is tried again automatically.`,
        ),
      this.#deps.clock,
    );
  }

  /** Runs `step` and stores its events in one transaction, then sends the events. */
  #record(facts: readonly WatchFact[], step: () => void): void {
    const { store, engine, clock, newId, tell } = this.#deps;
    const at = clock.now();
    const events = facts.map(
      (fact): WatchEvent => ({ ...fact, id: newId(), at: new Date(at).toISOString() }),
    );
    let dropped = 0;
    // The journal is in the database of the kits.
    engine.together(() => {
      step();
      for (const event of events) {
        dropped += store.putEvent(this.#targets, { id: event.id, body: JSON.stringify(event), at });
      }
    });
    if (dropped > 0) this.#deps.log.warn(`${dropped} events were given up: too many wait to be told.`);
    for (const event of events) tell(event);
    for (const outbox of this.#outboxes) outbox.wake();
  }

  /** Reports an error as the problem of its part. */
  #reportFailure(part: Part, error: unknown): void {
    const known = error instanceof TripKitError;
    if (!known) this.#deps.log.error('The watched folders have an internal error.', error);
    this.#reportProblem(
      part,
      known ? error.message : 'The app has an internal error. It is tried again automatically.',
    );
  }

  /** Sends an event when the problem of a part begins, changes or ends (null). */
  #reportProblem(part: Part, message: string | null): void {
    if ((this.#problems[part] ?? null) === message) return;
    if (message === null) delete this.#problems[part];
    else this.#problems[part] = message;
    const fact: WatchFact = { event: 'problem', part, message };
    // A problem of a target or of the journal can't be stored: only `tell` receives it.
    if (part !== 'command' && part !== 'webhook' && part !== 'journal') {
      try {
        this.#record([fact], () => {});
        return;
      } catch (error) {
        this.#deps.log.error('An event could not be written down.', error);
      }
    }
    const { newId, clock, tell } = this.#deps;
    tell({ ...fact, id: newId(), at: new Date(clock.now()).toISOString() });
  }
}

const ACCEPTED = {
  reason: 'person',
  what: 'It was accepted as it is by the command line, without another request.',
  who: null,
} as const;
const REMOVED = {
  kind: 'config' as const,
  message: 'The kit was taken off this computer before it was delivered. Request it again if it is needed.',
};

/** Whether a kit's request was sent, or may have been. */
function hasRequestBegun({ state, requested_at }: LiveKit): boolean {
  return state !== 'planned' && (state !== 'requesting' || requested_at !== null);
}

/** Whether a kit is no longer only planned. One that was cancelled before may never have been requested. */
function wasRequested({ state, requested_at }: LiveKit): boolean {
  return state !== 'planned' && (state !== 'cancelled' || requested_at !== null);
}
