import type { Clock } from '../common/clock.ts';
import { isAbort, TripKitError } from '../common/errors.ts';
import type { Failure, ServiceMessage } from '../common/failure.ts';
import { Listeners } from '../common/listeners.ts';
import type { Log } from '../common/log.ts';
import { utcMinute } from '../common/text.ts';
import type { Trip } from '../common/trip.ts';
import { inTime, Wakeup } from '../common/wait.ts';
import type { KitService } from '../service/trip-kit-service.ts';
import type { Removal } from '../store/event-entry.ts';
import { type GenerationTimes, MemoryGenerationTimes } from '../store/generation-times.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type DocumentDateLog, noDates } from './document-dates.ts';
import type { KitDocuments } from './kit-documents.ts';
import type { KitChange, KitEngine, LiveKit, TakenKit } from './kit-engine.ts';
import { runKit } from './kit-run.ts';
import { type DocumentEvent, decide, isUnfinished, type LifecycleEvent } from './lifecycle.ts';
import { openGate, type Plan, type PlanGate, Planner } from './planner.ts';
import { PollEstimator } from './poll-schedule.ts';
import { RateLimit, Semaphore } from './rate-limit.ts';
import type { KitRunContext, Patience, PollLimits, ProfileContext } from './run-context.ts';
import { combinedWait, type Wait } from './waits.ts';

/** What the engine needs. Clock and randomness are passed in, so tests run hours in milliseconds. */
export interface EngineDeps {
  store: KitStore;
  documents: KitDocuments;
  /** Records the dates of documents; by default nothing is recorded. */
  dates?: DocumentDateLog;
  /** The generation times to learn from; by default they are forgotten when the process ends. */
  times?: GenerationTimes;
  /** The client of a profile; rejects with a TripKitError of kind `identity` if there is no usable identity. */
  serviceOf: (profile_id: string) => Promise<KitService>;
  /** The shelf of a profile as the service of its kits; rejects with a TripKitError of kind `config` if it has none. */
  shelfOf?: (profile_id: string) => Promise<KitService>;
  /** The profile's limits (profile-and-headless.md, `batch`). */
  limitsOf: (profile_id: string) => { parallel_requests: number; parallel_downloads: number };
  /** What planned kits wait for besides their time; by default nothing. */
  gate?: PlanGate;
  clock: Clock;
  /** From 0 up to 1, as Math.random. */
  random: () => number;
  /** A new UUID. */
  newId: () => string;
  patience: Patience;
  log: Log;
}

/** The state of a kit's run. */
interface Run {
  abort: AbortController;
  requestAbort: AbortController;
  done: Promise<void>;
  /** What the run says it is waiting for. */
  wait: Wait | null;
  /** The server that the run calls next, and the earliest time, ms since 1970 UTC. */
  breaker: CircuitBreaker | null;
  notBefore: number;
  /** Ends the run's waits early, where that is allowed. */
  wakeup: Wakeup;
  progress: LiveKit['progress'];
  progressShownAt: number;
  /** Whether the latest progress has yet to be shown. */
  progressDue: boolean;
}

/** Limits for the get-PDF calls of all kits together: in parallel, and per second. */
const POLLS = { at_once: 8, per_second: 20, burst: 20 };
/** How long a request in flight may still be answered when the engine stops, ms. */
const STOP_GRACE_MS = 3_000;
const PROGRESS_EVERY_MS = 50;

const unexpected: Failure = {
  kind: 'config',
  message: 'The app has an internal error. Try again; if it happens again, send its log to support.',
};

/** A profile has no shelf, although kits came from one. @throws TripKitError of kind `config` */
export function noShelf(): never {
  throw new TripKitError(
    'config',
    'The profile of this kit names no shelf any more. Ask your airline’s IT.',
    { condition: 'no_shelf' },
  );
}

/** Creates the engine that runs the life of every kit (kit-engine.ts). */
export function createKitEngine(deps: EngineDeps): KitEngine {
  return new Engine(deps);
}

class Engine implements KitEngine {
  readonly #deps: EngineDeps;
  readonly #runs = new Map<string, Run>();
  readonly #profiles = new Map<string, ProfileContext>();
  readonly #listeners = new Listeners<[KitChange]>();
  /** Kits whose files are being deleted. */
  readonly #removing = new Set<string>();
  readonly #times: GenerationTimes;
  readonly #polls: PollLimits;
  readonly #planner: Planner;
  /** What is done once the present transaction is written; null outside one. */
  #afterwards: (() => void)[] | null = null;
  #stopped = false;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#times = deps.times ?? new MemoryGenerationTimes();
    const { at_once, per_second, burst } = POLLS;
    this.#polls = {
      semaphore: new Semaphore(at_once),
      rate: new RateLimit({ clock: deps.clock, per_second, burst }),
    };
    const { store, clock, log, gate = openGate } = deps;
    this.#planner = new Planner({
      ...{ gate, clock, log },
      planned: () => store.list().filter(({ state }) => state === 'planned'),
      find: (id) => {
        const kit = store.get(id);
        return kit?.state === 'planned' ? kit : null;
      },
      begin: (id) => this.#takeUp(id, { type: 'due' }),
      miss: (id) => this.#apply(id, { type: 'missed' }),
      show: (id) => this.#show(id),
    });
  }

  start(): void {
    for (const kit of this.#deps.store.list()) {
      if (kit.state !== 'requesting' || kit.requested_at === null) {
        if (isUnfinished(kit.state)) this.#run(kit.id);
        continue;
      }
      try {
        this.#apply(kit.id, { type: 'interrupted' });
      } catch (error) {
        // A disk that can't be written is no reason to keep a person from reading; the next start asks again.
        this.#deps.log.error(`The interrupted request of kit ${kit.id} could not be written down.`, error);
      }
    }
    this.#planner.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#planner.stop();
    const runs = [...this.#runs.values()];
    for (const run of runs) run.abort.abort();
    const done = Promise.all(runs.map((run) => run.done));
    await inTime(done, STOP_GRACE_MS, () => new Error('late'), this.#deps.clock).catch(() => {
      for (const run of runs) run.requestAbort.abort();
    });
    await done;
  }

  wake(): void {
    for (const { breaker, storageBreaker } of this.#profiles.values()) {
      breaker.reset();
      storageBreaker.reset();
    }
    for (const run of this.#runs.values()) run.wakeup.wake();
    this.#planner.wake();
  }

  list(): LiveKit[] {
    return this.#deps.store.list().map((kit) => this.#live(kit));
  }

  get(id: string): LiveKit {
    return this.#live(this.#record(id));
  }

  request(profile_id: string, trips: readonly Trip[]): LiveKit[] {
    const start = { profile_id, tripkit_id: null, due_at: null, state: 'requesting' as const };
    return this.#create(
      trips.map((trip) => ({ ...start, trip })),
      () => 'Request created.',
    );
  }

  plan(profile_id: string, plans: readonly Plan[]): LiveKit[] {
    if (plans.some(({ id }) => id && this.#deps.store.get(id))) throw new TypeError('this kit exists');
    const start = { profile_id, tripkit_id: null, state: 'planned' as const };
    const kits = this.#create(
      plans.map((plan) => ({ ...start, ...plan })),
      ({ due_at }) =>
        due_at === null
          ? 'Planned: requested as soon as possible.'
          : `Planned: requested ${utcMinute(due_at)}.`,
    );
    this.#after(() => this.#planner.wake());
    return kits;
  }

  together<T>(step: () => T): T {
    const { store } = this.#deps;
    if (this.#afterwards !== null) return store.together(step);
    const afterwards: (() => void)[] = [];
    this.#afterwards = afterwards;
    let result: T;
    try {
      result = store.together(step);
    } finally {
      this.#afterwards = null;
    }
    for (const act of afterwards) act();
    return result;
  }

  track(profile_id: string, tripkit_ids: readonly string[]): LiveKit[] {
    return this.#create(
      tripkit_ids.map((tripkit_id) => ({
        ...{ profile_id, trip: null, tripkit_id, due_at: null },
        state: 'generating',
      })),
      ({ tripkit_id }) => `Following ${tripkit_id}.`,
    );
  }

  take(profile_id: string, kits: readonly TakenKit[]): LiveKit[] {
    const start = { profile_id, due_at: null, state: 'generating' as const };
    return this.#create(
      kits.map((kit) => ({ ...start, ...kit })),
      ({ shelf }) => `From the shelf of ${shelf?.name}, put there ${utcMinute(shelf?.put_at ?? 0)}.`,
    );
  }

  recall(id: string, { at, why }: { at: number; why: string }): LiveKit {
    return this.#live(this.#apply(id, { type: 'recalled', at, why }));
  }

  putAgain(id: string, put: { at: number; sha256: string }): LiveKit {
    return this.#takeUp(id, { type: 'put_again', ...put });
  }

  tell(id: string, messages: ServiceMessage[]): LiveKit {
    return this.#live(this.#apply(id, { type: 'told', messages }));
  }

  cancel(id: string): LiveKit {
    const kit = this.#apply(id, { type: 'cancel' });
    this.#after(() => this.#end(id));
    return this.#live(kit);
  }

  tryNow(id: string): LiveKit {
    const kit = this.#record(id);
    const { wait } = this.#live(kit);
    if (wait?.reason === 'asked' && wait.until !== null) {
      const message =
        'The server asked for this pause, so this kit can’t be tried sooner. Its line says when it is.';
      throw new TripKitError('config', message, { condition: 'asked_to_wait' });
    }
    // Without a wait, the kit is being tried already.
    if (wait?.may_try) {
      const run = this.#runs.get(id);
      run?.breaker?.reset();
      run?.wakeup.wake();
    }
    return this.#live(kit);
  }

  retry(id: string): LiveKit {
    return this.#takeUp(id, { type: 'retry' });
  }

  requestAgain(id: string): LiveKit {
    return this.#takeUp(id, { type: 'request_again' });
  }

  enterDeparture(id: string, trip: Trip): LiveKit {
    const when = utcMinute(Date.parse(trip.departure ?? ''));
    return this.#live(this.#apply(id, { type: 'departure_entered', trip, when }));
  }

  document(id: string, event: DocumentEvent): LiveKit {
    const record = this.#record(id);
    // Its document is missing because a person removes the kit.
    if (this.#removing.has(id)) return this.#live(record);
    const before = record.state;
    const kit = this.#apply(id, event);
    if (kit.state !== before) {
      // A download that is running would replace the restored document.
      if (isUnfinished(before)) this.#end(id);
      if (isUnfinished(kit.state)) this.#run(id);
    }
    return this.#live(kit);
  }

  async remove(id: string, removal: Removal): Promise<void> {
    const kit = this.#record(id);
    const run = this.#runs.get(id);
    this.#end(id);
    await run?.done;
    this.#removing.add(id);
    try {
      await this.#deps.documents.remove(kit);
      this.#deps.store.remove(id, removal);
    } finally {
      this.#removing.delete(id);
    }
    this.#listeners.tell({ changed: [], removed: [id] });
  }

  readonly onChange = this.#listeners.add;

  /** Creates all kits or none: after a failure a person can ask again without requesting any kit twice. */
  #create(
    starts: readonly (Pick<KitRecord, 'profile_id' | 'trip' | 'tripkit_id' | 'state' | 'due_at'> &
      Partial<Pick<KitRecord, 'id' | 'created_at' | 'shelf'>>)[],
    what: (kit: KitRecord) => string,
  ): LiveKit[] {
    const { clock, newId, store } = this.#deps;
    const at = clock.now();
    const kits = starts.map(
      (start): KitRecord => ({
        ...start,
        id: start.id ?? newId(),
        created_at: start.created_at ?? at,
        state_since: at,
        requested_at: null,
        messages: [],
        failure: null,
        document: null,
      }),
    );
    this.together(() => {
      for (const kit of kits) store.write(kit, { kit_id: kit.id, at, state: kit.state, what: what(kit) });
    });
    this.#after(() => {
      for (const kit of kits) {
        if (isUnfinished(kit.state)) this.#run(kit.id);
        this.#changed(kit);
      }
    });
    return kits.map((kit) => this.#live(kit));
  }

  /** Does it at once, or when the present transaction is written. */
  #after(act: () => void): void {
    if (this.#afterwards === null) act();
    else this.#afterwards.push(act);
  }

  #takeUp(id: string, event: LifecycleEvent): LiveKit {
    const kit = this.#apply(id, event);
    if (isUnfinished(kit.state)) this.#run(id);
    else this.#planner.wake();
    return this.#live(kit);
  }

  #apply(id: string, event: LifecycleEvent): KitRecord {
    const at = this.#deps.clock.now();
    const decision = decide(this.#record(id), event, at);
    if (!decision.ok) {
      const message = 'This kit has changed meanwhile, so that can’t be done with it. Look at its line.';
      throw new TripKitError('config', message, { condition: 'wrong_state', cause: new Error(decision.why) });
    }
    const { kit, what } = decision;
    this.#deps.store.write(kit, { kit_id: id, at, state: kit.state, what });
    this.#after(() => this.#changed(kit));
    return kit;
  }

  #run(id: string): void {
    if (this.#stopped) return;
    const before = this.#runs.get(id);
    const { documents, dates = noDates, clock, random, patience, log } = this.#deps;
    const run: Run = {
      abort: new AbortController(),
      requestAbort: new AbortController(),
      done: Promise.resolve(),
      wait: null,
      breaker: null,
      notBefore: 0,
      wakeup: new Wakeup(),
      progress: null,
      progressShownAt: 0,
      progressDue: false,
    };
    this.#runs.set(id, run);
    const go = async () => {
      // A cancelled run may still be closing its file.
      await before?.done;
      await runKit({
        profile: this.#profile(this.#record(id)),
        documents,
        dates,
        clock,
        random,
        patience,
        polls: this.#polls,
        signal: run.abort.signal,
        requestSignal: run.requestAbort.signal,
        kit: () => this.#record(id),
        apply: (event) => {
          // Not `abort`: a request that is answered while the engine stops is still recorded.
          run.requestAbort.signal.throwIfAborted();
          return this.#apply(id, event);
        },
        ...this.#shown(id, run),
        woken: run.wakeup.wait,
      });
    };
    const isCurrent = () => this.#runs.get(id) === run;
    run.done = go()
      .catch((error: unknown) => {
        if (isAbort(error) || run.abort.signal.aborted) return;
        log.error(`The run of kit ${id} ended by an unexpected error.`, error);
        if (isCurrent() && !(error instanceof TripKitError))
          this.#apply(id, { type: 'failed', failure: unexpected });
      })
      .catch((error: unknown) => {
        log.error(`The end of kit ${id} could not be written down; the next start goes on with it.`, error);
      })
      .finally(() => {
        if (!isCurrent()) return;
        this.#runs.delete(id);
        this.#show(id);
      });
  }

  /** What a run shows: each change once, and progress no more often than a person can see. */
  #shown(id: string, run: Run): Pick<KitRunContext, 'waiting' | 'through' | 'progress'> {
    const { clock } = this.#deps;
    const showProgress = () => {
      run.progressShownAt = clock.monotonic();
      this.#show(id);
    };
    return {
      waiting: (wait) => {
        if (JSON.stringify(run.wait) === JSON.stringify(wait)) return;
        run.wait = wait;
        this.#show(id);
      },
      through: (breaker, notBefore_ms = 0) => {
        const changes = (run.breaker?.hold ?? null) !== (breaker?.hold ?? null);
        run.breaker = breaker;
        run.notBefore = clock.now() + notBefore_ms;
        if (changes || breaker?.hold) this.#show(id);
      },
      progress: (progress) => {
        run.progress = progress;
        const due = run.progressShownAt + PROGRESS_EVERY_MS - clock.monotonic();
        if (progress === null || due <= 0) return showProgress();
        if (run.progressDue) return;
        // Bytes may stop coming at any time: show the last ones, too.
        run.progressDue = true;
        const last = () => {
          run.progressDue = false;
          if (this.#runs.get(id) === run) showProgress();
        };
        clock.sleep(due, run.abort.signal).then(last, () => {});
      },
    };
  }

  /** Ends the kit's run without an event. */
  #end(id: string): void {
    const run = this.#runs.get(id);
    run?.abort.abort();
    run?.requestAbort.abort();
  }

  /** What the kit shares with others of its profile; kits of a shelf call other servers. */
  #profile({ profile_id, shelf }: Pick<KitRecord, 'profile_id' | 'shelf'>): ProfileContext {
    const name = shelf ? `shelf ${profile_id}` : profile_id;
    const known = this.#profiles.get(name);
    if (known) return known;
    const { clock, random, serviceOf, shelfOf, limitsOf, log, patience } = this.#deps;
    const limits = limitsOf(profile_id);
    const onChange = (breaker: CircuitBreaker) => {
      for (const [id, run] of this.#runs) if (run.breaker === breaker) this.#show(id);
    };
    const breaker = { clock, random, max_failures: patience.max_failures, onChange };
    const profile: ProfileContext = {
      service: async () => (shelf ? (shelfOf ?? noShelf)(profile_id) : serviceOf(profile_id)),
      requests: new Semaphore(limits.parallel_requests),
      downloads: new Semaphore(limits.parallel_downloads),
      breaker: new CircuitBreaker(breaker),
      storageBreaker: new CircuitBreaker(breaker),
      estimator: new PollEstimator({ times: this.#times, profile_id, clock, random, log }),
    };
    this.#profiles.set(name, profile);
    return profile;
  }

  #record(id: string): KitRecord {
    const kit = this.#deps.store.get(id);
    if (kit) return kit;
    throw new TripKitError('config', 'This kit is no longer on this laptop. Look at the list again.', {
      condition: 'unknown_kit',
    });
  }

  #live(kit: KitRecord): LiveKit {
    const run = this.#runs.get(kit.id);
    const waiting = isUnfinished(kit.state) && run ? this.#waitOf(run) : null;
    const { text = null, ...wait } = (kit.state === 'planned' ? this.#planner.waitOf(kit) : waiting) ?? {};
    return {
      ...kit,
      activity: text,
      wait: 'reason' in wait ? wait : null,
      progress: kit.state === 'downloading' ? (run?.progress ?? null) : null,
      expected_ms: kit.state === 'generating' && !kit.shelf ? this.#profile(kit).estimator.usual : null,
    };
  }

  #waitOf({ wait, breaker, notBefore }: Run): Wait | null {
    return combinedWait(wait, breaker?.hold ?? null, notBefore, this.#deps.clock.now());
  }

  #show(id: string): void {
    const kit = this.#deps.store.get(id);
    if (kit) this.#changed(kit);
  }

  #changed(kit: KitRecord): void {
    this.#listeners.tell({ changed: [this.#live(kit)], removed: [] });
  }
}
