import { assessCandidates, type Candidate } from './candidates.ts';
import { identityError } from './identity-error.ts';

/** What a choice among the certificates of this computer needs. */
export interface ComputerChoiceDeps {
  /** Asks the profile's server what it accepts. @throws TripKitError; the signal's reason */
  list(
    profile_id: string,
    signal: AbortSignal,
  ): Promise<{ candidates: readonly (readonly Uint8Array[])[]; cards: readonly string[] }>;
  /** Ms since 1970 UTC. */
  now(): number;
}

/**
 * The computer's certificates of the last list, from which one is chosen: a choice of the page is looked up here, so it
 * can't choose one that no server asked for.
 */
export class ComputerChoice {
  readonly #deps: ComputerChoiceDeps;
  #listed: { profile_id: string; candidates: readonly Candidate[]; cards: readonly string[] } | null = null;
  #running: AbortController | null = null;

  constructor(deps: ComputerChoiceDeps) {
    this.#deps = deps;
  }

  /** Lists those that the profile's server accepts; cancels a list in progress. @throws TripKitError: as the list; `given_up` */
  async list(profile_id: string): Promise<readonly Candidate[]> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#listed = null;
    const { candidates: chains, cards } = await this.#deps
      .list(profile_id, running.signal)
      .catch((error: unknown) => {
        if (!running.signal.aborted) throw error;
        throw identityError('given_up', 'The list was given up. Have it made again.');
      });
    const candidates = assessCandidates(chains, this.#deps.now());
    if (this.#running === running) this.#listed = { profile_id, candidates, cards };
    return candidates;
  }

  /** Cancels a list in progress, and forgets the last one. */
  cancel(): void {
    this.#running?.abort();
    this.#running = null;
    this.#listed = null;
  }

  /**
   * The certificate with this fingerprint, from the last list of this profile.
   * @throws TripKitError `identity`: `unknown_choice`, or `unfit` if it may not be chosen
   */
  pick(profile_id: string, sha256: string): Candidate & { cards: readonly string[] } {
    const listed = this.#listed?.profile_id === profile_id ? this.#listed : null;
    const found = listed?.candidates.find(({ facts }) => facts.sha256 === sha256);
    if (!listed || !found) {
      throw identityError(
        'unknown_choice',
        'This certificate is no longer in the list. Have the list made again.',
      );
    }
    if (found.problem !== null) {
      throw identityError('unfit', `This certificate can’t be used. ${found.problem} Choose another one.`);
    }
    return { ...found, cards: listed.cards };
  }
}
