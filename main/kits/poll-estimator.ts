import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import type { GenerationTime, GenerationTimes } from '../store/generation-times.ts';
import { estimate, learn, usualTime } from './learned-times.ts';
import { nextFollowDelay, nextPollDelay, type Schedule, scheduleOf } from './poll-schedule.ts';

/** How long a result of `learn` is used, ms: recent times grow old. */
const GOOD_FOR_MS = 60_000;
/** A kit that was not polled for this long (asleep, offline) is not learned from, ms. */
const BLIND_MS = 60_000;

/** The sources of one profile's estimator. */
export interface PollEstimatorDeps {
  times: GenerationTimes;
  profile_id: string;
  clock: Clock;
  random: () => number;
  log: Log;
}

/** Estimates how fast one profile's service is now: learns from each kit, and says when to poll for the next. */
export class PollEstimator {
  readonly #deps: PollEstimatorDeps;
  /** Ages at which unfinished kits were not available yet, ms. */
  readonly #notThere = new Map<string, number>();
  #known: { schedule: Schedule; usual: { from: number; to: number }; until: number } | null = null;

  constructor(deps: PollEstimatorDeps) {
    this.#deps = deps;
  }

  /** The usual range of generation times, ms since the request was accepted. */
  get usual(): { from: number; to: number } {
    return this.#learned().usual;
  }

  /** How long to wait before the next call for a kit of this age, ms. */
  delay(kit_id: string, age: number): number {
    const others = [...this.#notThere].filter(([id]) => id !== kit_id).map(([, not_at]) => not_at);
    const not_at = this.#notThere.get(kit_id) ?? 0;
    return nextPollDelay(this.#learned().schedule, { age, not_at, spread: spreadOf(kit_id), others });
  }

  /** The same for a kit whose age is not known, ms. */
  followDelay(followed: number, asked: number): number {
    return nextFollowDelay(this.#learned().schedule, followed, asked);
  }

  /** The service said that a kit of this age is not available yet. */
  notThere(kit_id: string, age: number): void {
    this.#notThere.set(kit_id, age);
  }

  /** A kit was available when polled at this age. */
  came(kit_id: string, age: number): void {
    const { times, profile_id, clock, random, log } = this.#deps;
    const not_at = this.#notThere.get(kit_id) ?? 0;
    if (age - not_at > BLIND_MS) return;
    const ms = Math.round(estimate(this.#learned().schedule, not_at, age, random()));
    try {
      times.add(profile_id, { ms, at: clock.now() });
    } catch (error) {
      // This is no reason to fail a kit; disk errors are reported where they matter.
      log.error('A generation time could not be written down.', error);
    }
    this.#known = null;
  }

  /** The kit is no longer waited for. */
  left(kit_id: string): void {
    this.#notThere.delete(kit_id);
  }

  #learned() {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    if (this.#known === null || now >= this.#known.until) {
      const learned = learn(this.#past(), clock.now());
      this.#known = { schedule: scheduleOf(learned), usual: usualTime(learned), until: now + GOOD_FOR_MS };
    }
    return this.#known;
  }

  #past(): readonly GenerationTime[] {
    const { times, profile_id, log } = this.#deps;
    try {
      return times.past(profile_id);
    } catch (error) {
      log.error('The generation times could not be read.', error);
      return [];
    }
  }
}

/** A number from 0 up to 1, always the same for an id (FNV-1a, 32 bit). */
function spreadOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
}
