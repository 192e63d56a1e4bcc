import type { Clock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import { registerSecret } from '../common/redact.ts';
import { abortable } from '../common/wait.ts';
import type { GrantedToken } from './authenticate.ts';

/** A token in use. Compared by identity: a late refusal of an old token never drops its successor. */
export interface AccessToken extends Readonly<GrantedToken> {
  readonly scopes: readonly string[];
}

interface Entry {
  token?: AccessToken;
  /** Monotonic ms until which `token` is used. */
  until: number;
  flight?: Promise<AccessToken>;
  /**
   * The last refusal, repeated for a moment: eighty kits must not present a refused certificate eighty times, or ask eighty
   * times for the PIN of a card.
   */
  refusal?: { error: TripKitError; until: number };
}

/** How long before its end a token is renewed, ms; for short-lived ones a tenth of their life. */
const EARLY_MS = 30_000;
const REMEMBER_REFUSAL_MS = 5_000;

interface TokenSourceDeps {
  /** Authenticates (main/service/authenticate.ts). */
  grant: (scopes: readonly string[], signal: AbortSignal) => Promise<GrantedToken>;
  clock: Clock;
}

/** Provides bearer tokens: one per set of scopes, kept until shortly before its end, requested once for all callers. */
export class TokenSource {
  readonly #deps: TokenSourceDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #closed = new AbortController();

  constructor(deps: TokenSourceDeps) {
    this.#deps = deps;
  }

  /**
   * A token for these scopes.
   *
   * @param signal ends this caller's wait, not the authentication that others wait for
   * @throws the error of the authentication; an AbortError
   */
  async get(scopes: readonly string[], signal?: AbortSignal): Promise<AccessToken> {
    signal?.throwIfAborted();
    const entry = this.#entry(scopes);
    const now = this.#deps.clock.monotonic();
    if (entry.token && now < entry.until) return entry.token;
    if (entry.refusal && now < entry.refusal.until) throw entry.refusal.error;
    entry.flight ??= this.#fetch(entry, scopes).finally(() => {
      delete entry.flight;
    });
    return signal ? abortable(entry.flight, signal) : entry.flight;
  }

  /** Forgets a token that the service refused. Does nothing if another has already replaced it. */
  drop(token: AccessToken): void {
    const entry = this.#entry(token.scopes);
    if (entry.token === token) delete entry.token;
  }

  /** Ends an authentication in progress and forgets every token. */
  close(): void {
    this.#closed.abort();
    this.#entries.clear();
  }

  async #fetch(entry: Entry, scopes: readonly string[]): Promise<AccessToken> {
    const requestedAt = this.#deps.clock.monotonic();
    try {
      const { value, expires_in } = await this.#deps.grant(scopes, this.#closed.signal);
      const life = expires_in * 1000;
      const token: AccessToken = { value, expires_in, scopes: [...scopes] };
      redactWhileValid(value, life);
      entry.token = token;
      // Counted from the request, not the answer: on a slow network the token has aged on its way.
      entry.until = requestedAt + life - Math.min(EARLY_MS, life / 10);
      delete entry.refusal;
      return token;
    } catch (error) {
      if (error instanceof TripKitError && (error.kind === 'authentication' || error.kind === 'identity')) {
        entry.refusal = { error, until: this.#deps.clock.monotonic() + REMEMBER_REFUSAL_MS };
      }
      throw error;
    }
  }

  #entry(scopes: readonly string[]): Entry {
    const key = [...scopes].sort().join(' ');
    const entry = this.#entries.get(key) ?? { until: 0 };
    this.#entries.set(key, entry);
    return entry;
  }
}

/** Node's longest timer, ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Redacts a token until it expires, whether we still use it or not: the service may repeat one that we have dropped. Real
 * time, because the service's clock counts; the timer does not keep the process alive.
 */
function redactWhileValid(token: string, life_ms: number): void {
  setTimeout(registerSecret(token), Math.min(life_ms, MAX_TIMER_MS)).unref();
}
