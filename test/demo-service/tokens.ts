import { randomBytes } from 'node:crypto';

/** What a presented token is worth for one operation. */
export type TokenVerdict = 'valid' | 'unknown' | 'expired' | 'scope';

interface IssuedToken {
  scopes: ReadonlySet<string>;
  /** performance.now() at which it ends. */
  ends_at: number;
}

/** The access tokens that were given out (interface, 4.1). */
export class TokenStore {
  readonly #tokens = new Map<string, IssuedToken>();
  readonly #life_s: number;
  readonly #odd: boolean;

  /** `odd`: tokens hold every character that RFC 6750's b64token allows, so they need percent-encoding in a URL. */
  constructor(life_s: number, odd: boolean) {
    this.#life_s = life_s;
    this.#odd = odd;
  }

  issue(scopes: readonly string[]): string {
    const random = randomBytes(30).toString('base64url');
    const token = this.#odd ? `a+b/c-._~${random}==` : random;
    this.#tokens.set(token, { scopes: new Set(scopes), ends_at: performance.now() + this.#life_s * 1000 });
    return token;
  }

  /** Every token that was ever given out. */
  all(): string[] {
    return [...this.#tokens.keys()];
  }

  check(token: string, scope: string): TokenVerdict {
    const issued = this.#tokens.get(token);
    if (!issued) return 'unknown';
    if (performance.now() >= issued.ends_at) return 'expired';
    return issued.scopes.has(scope) ? 'valid' : 'scope';
  }

  /** Ends a token's life now. */
  expire(token: string): void {
    const issued = this.#tokens.get(token);
    if (issued) issued.ends_at = 0;
  }

  /** Ends the life of every token that was given out. */
  expireAll(): void {
    for (const issued of this.#tokens.values()) issued.ends_at = 0;
  }
}
