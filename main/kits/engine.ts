import type { Clock } from '../common/clock.ts';
import { isAbort, TripKitError } from '../common/errors.ts';
import type { Failure } from '../common/failure.ts';
import type { Log } from '../common/log.ts';
import type { Trip } from '../common/trip.ts';
import { inTime, Wakeup } from '../common/wait.ts';
import { type GenerationTimes, MemoryGenerationTimes } from '../library/generation-times.ts';
import type { KitEventRecord, KitRecord } from '../library/kit-record.ts';
import type { KitStore } from '../library/kit-store.ts';
import type { TripKitService } from '../service/trip-kit-service.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { KitDocuments } from './kit-documents.ts';
import type { KitChange, KitEngine, LiveKit } from './kit-engine.ts';
import { runKit } from './kit-run.ts';
import { decide, isUnfinished, type LifecycleEvent } from './lifecycle.ts';
import { PollEstimator } from './poll-estimator.ts';
import { RateLimit } from './rate-limit.ts';
import type { Patience, PollLimits, ProfileContext } from './run-context.ts';
import { Semaphore } from './semaphore.ts';

/** What an engine is made of. Clock and randomness come in, so that tests run hours in milliseconds. */
export interface EngineDeps {
  store: KitStore;
  documents: KitDocuments;
  /** The generation times to learn from; by default they are forgotten when the process ends. */
  times?: GenerationTimes;
  /** The client of a profile; rejects with a TripKitError of kind `identity` while there is no usable identity. */
  serviceOf: (profile_id: string) => Promise<TripKitService>;
  /** The profile's limits (profile-and-headless.md, `batch`). */
  limitsOf: (profile_id: string) => { parallel_requests: number; parallel_downloads: number };
  clock: Clock;
  /** From 0 up to 1, as Math.random. */
  random: () => number;
  /** A new UUID. */
  newId: () => string;
  patience: Patience;
  log: Log;
}

/** What is known of a kit while its run goes on. */
interface Run {
  abort: AbortController;
  requestAbort: AbortController;
  done: Promise<void>;
  activity: string | null;
  progress: LiveKit['progress'];
  progressShownAt: number;
}

/** get-PDF calls of all kits together: at once, and a second. */
const POLLS = { at_once: 8, per_second: 20, burst: 20 };
/** How long a request that is on its way may still get its answer when the engine stops, ms. */
const STOP_GRACE_MS = 3_000;
const PROGRESS_EVERY_MS = 50;

const unexpected: Failure = {
  kind: 'config',
  message: 'The app has an internal error. Try again; if it happens again, send its log to support.',
};

/** Makes the engine that runs the life of every kit (kit-engine.ts). */
export function createKitEngine(deps: EngineDeps): KitEngine {
  return new Engine(deps);
}

class Engine implements KitEngine {
  readonly #deps: EngineDeps;
  readonly #runs = new Map<string, Run>();
  readonly #profiles = new Map<string, ProfileContext>();
  readonly #listeners = new Set<(change: KitChange) => void>();
  readonly #times: GenerationTimes;
  readonly #polls: PollLimits;
  readonly #wakeup = new Wakeup();
  #stopped = false;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#times = deps.times ?? new MemoryGenerationTimes();
    const { at_once, per_second, burst } = POLLS;
    this.#polls = {
      semaphore: new Semaphore(at_once),
      rate: new RateLimit({ clock: deps.clock, per_second, burst }),
    };
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
        // A disk that takes nothing is no reason to keep a person from reading; the next start asks them.
        this.#deps.log.error(`The interrupted request of kit ${kit.id} could not be written down.`, error);
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
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
    this.#wakeup.wake();
  }

  list(): LiveKit[] {
    return this.#deps.store.list().map((kit) => this.#live(kit));
  }

  get(id: string): LiveKit {
    return this.#live(this.#record(id));
  }

  history(id: string): KitEventRecord[] {
    return this.#deps.store.history(this.#record(id).id);
  }

  request(profile_id: string, trips: readonly Trip[]): LiveKit[] {
    return this.#create(
      trips.map((trip) => ({ profile_id, trip, tripkit_id: null, state: 'requesting' })),
      () => 'Request created.',
    );
  }

  track(profile_id: string, tripkit_ids: readonly string[]): LiveKit[] {
    return this.#create(
      tripkit_ids.map((tripkit_id) => ({ profile_id, trip: null, tripkit_id, state: 'generating' })),
      ({ tripkit_id }) => `Following ${tripkit_id}.`,
    );
  }

  cancel(id: string): LiveKit {
    const kit = this.#apply(id, { type: 'cancel' });
    this.#end(id);
    return this.#live(kit);
  }

  retry(id: string): LiveKit {
    return this.#takeUp(id, { type: 'retry' });
  }

  requestAgain(id: string): LiveKit {
    return this.#takeUp(id, { type: 'request_again' });
  }

  documentLost(id: string, why: string): LiveKit {
    return this.#takeUp(id, { type: 'document_lost', why });
  }

  async remove(id: string): Promise<void> {
    const kit = this.#record(id);
    const run = this.#runs.get(id);
    this.#end(id);
    await run?.done;
    await this.#deps.documents.remove(kit);
    this.#deps.store.remove(id);
    this.#notify({ changed: [], removed: [id] });
  }

  onChange(listener: (change: KitChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** All or none: a person who learns that it failed may ask again without asking for any kit twice. */
  #create(
    starts: readonly Pick<KitRecord, 'profile_id' | 'trip' | 'tripkit_id' | 'state'>[],
    what: (kit: KitRecord) => string,
  ): LiveKit[] {
    const { clock, newId, store } = this.#deps;
    const at = clock.now();
    const kits: KitRecord[] = [];
    try {
      for (const start of starts) {
        const kit: KitRecord = {
          ...start,
          id: newId(),
          created_at: at,
          state_since: at,
          requested_at: null,
          messages: [],
          failure: null,
          document: null,
        };
        store.write(kit, { kit_id: kit.id, at, state: kit.state, what: what(kit) });
        kits.push(kit);
      }
    } catch (error) {
      for (const { id } of kits) store.remove(id);
      throw error;
    }
    for (const kit of kits) {
      this.#run(kit.id);
      this.#changed(kit);
    }
    return kits.map((kit) => this.#live(kit));
  }

  #takeUp(id: string, event: LifecycleEvent): LiveKit {
    const kit = this.#apply(id, event);
    if (isUnfinished(kit.state)) this.#run(id);
    return this.#live(kit);
  }

  #apply(id: string, event: LifecycleEvent): KitRecord {
    const at = this.#deps.clock.now();
    const decision = decide(this.#record(id), event, at);
    if (!decision.ok) {
      const message = `${decision.why} Look at the list again: it may have changed meanwhile.`;
      throw new TripKitError('config', message, { condition: 'wrong_state' });
    }
    const { kit, what } = decision;
    this.#deps.store.write(kit, { kit_id: id, at, state: kit.state, what });
    this.#changed(kit);
    return kit;
  }

  #run(id: string): void {
    if (this.#stopped) return;
    const before = this.#runs.get(id);
    const { store, documents, clock, random, patience, log } = this.#deps;
    const run: Run = {
      abort: new AbortController(),
      requestAbort: new AbortController(),
      done: Promise.resolve(),
      activity: null,
      progress: null,
      progressShownAt: 0,
    };
    const show = () => {
      const kit = store.get(id);
      if (kit) this.#changed(kit);
    };
    const isCurrent = () => this.#runs.get(id) === run;
    this.#runs.set(id, run);
    const go = async () => {
      // A cancelled run may still be letting go of its file.
      await before?.done;
      await runKit({
        profile: this.#profile(this.#record(id).profile_id),
        documents,
        clock,
        random,
        patience,
        polls: this.#polls,
        signal: run.abort.signal,
        requestSignal: run.requestAbort.signal,
        kit: () => this.#record(id),
        apply: (event) => {
          // Not `abort`: a request that is answered while the engine stops is still written down.
          run.requestAbort.signal.throwIfAborted();
          return this.#apply(id, event);
        },
        activity: (text) => {
          if (run.activity === text) return;
          run.activity = text;
          show();
        },
        progress: (progress) => {
          run.progress = progress;
          const now = clock.monotonic();
          if (progress !== null && now - run.progressShownAt < PROGRESS_EVERY_MS) return;
          run.progressShownAt = now;
          show();
        },
        woken: this.#wakeup.wait,
      });
    };
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
        show();
      });
  }

  /** Ends the kit's run without a word of its own. */
  #end(id: string): void {
    const run = this.#runs.get(id);
    run?.abort.abort();
    run?.requestAbort.abort();
  }

  #profile(profile_id: string): ProfileContext {
    const known = this.#profiles.get(profile_id);
    if (known) return known;
    const { clock, random, serviceOf, limitsOf, log, patience } = this.#deps;
    const limits = limitsOf(profile_id);
    const profile: ProfileContext = {
      service: () => serviceOf(profile_id),
      requests: new Semaphore(limits.parallel_requests),
      downloads: new Semaphore(limits.parallel_downloads),
      breaker: new CircuitBreaker({ clock, random, max_failures: patience.max_failures }),
      storageBreaker: new CircuitBreaker({ clock, random, max_failures: patience.max_failures }),
      estimator: new PollEstimator({ times: this.#times, profile_id, clock, random, log }),
    };
    this.#profiles.set(profile_id, profile);
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
    return {
      ...kit,
      activity: isUnfinished(kit.state) ? (run?.activity ?? null) : null,
      progress: kit.state === 'downloading' ? (run?.progress ?? null) : null,
      expected_ms: kit.state === 'generating' ? this.#profile(kit.profile_id).estimator.usual : null,
    };
  }

  #changed(kit: KitRecord): void {
    this.#notify({ changed: [this.#live(kit)], removed: [] });
  }

  #notify(change: KitChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
