/** How long one kit took, as far as it can be known (see `estimate` in poll-schedule.ts). */
export interface GenerationTime {
  /** From the request's acceptance to the finished PDF, ms. */
  ms: number;
  /** When it was noticed, ms since 1970 UTC. */
  at: number;
}

/** How many times are kept a profile. */
export const KEPT_TIMES = 200;

/** The generation times that this laptop has seen, per profile: what the poll schedule learns from. */
export interface GenerationTimes {
  /** The newest 200 at most, newest first. */
  past(profile_id: string): readonly GenerationTime[];
  /** @throws TripKitError of kind `disk` where it can't be written */
  add(profile_id: string, time: GenerationTime): void;
}

/** Times that live as long as the process: for the headless command and for tests. */
export class MemoryGenerationTimes implements GenerationTimes {
  readonly #times = new Map<string, GenerationTime[]>();

  past(profile_id: string): readonly GenerationTime[] {
    return this.#times.get(profile_id) ?? [];
  }

  add(profile_id: string, time: GenerationTime): void {
    this.#times.set(profile_id, [time, ...this.past(profile_id)].slice(0, KEPT_TIMES));
  }
}
