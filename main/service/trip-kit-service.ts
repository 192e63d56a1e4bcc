import type { Clock } from '../common/clock.ts';
import type { Trip } from '../common/trip.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import type { AuthTransport } from './auth-transport.ts';
import { authenticate } from './authenticate.ts';
import type { BearerCallOptions } from './bearer-call.ts';
import { CallFailure } from './call-failure.ts';
import { Connection, type TimeLimits } from './connection.ts';
import { type DocumentSink, type DownloadOptions, downloadDocument } from './download.ts';
import { getTripKitPdf, type TripKitPdf } from './get-trip-kit-pdf.ts';
import { CLOCKS_APART_MS } from './http-date.ts';
import { type ProxyFinder, ProxyRoutes } from './proxy.ts';
import { type AcceptedRequest, requestTripKit } from './request-trip-kit.ts';
import { type AccessToken, TokenSource } from './token-source.ts';

/**
 * The identity of a client: key and certificate chain in PEM; or, if the key can't leave the computer's store or its card,
 * a transport that calls with it. The transport is closed with the client.
 */
export type PresentedIdentity = { key: string; cert: string } | { transport: AuthTransport };

/** The options of a service client. */
export interface TripKitServiceOptions {
  profile: ServiceProfile;
  /** Presented to the authentication server only. */
  identity: PresentedIdentity;
  clock: Clock;
  limits?: Partial<TimeLimits>;
  /** The proxy settings, for all three servers; without them every connection is direct. */
  findProxy?: ProxyFinder | undefined;
}

/**
 * The client of one Trip Kit Generation Service, for one profile and one identity. Its only state is the token; each call
 * makes one try (two if a token was refused), and the engine waits and repeats.
 *
 * Every call throws CallFailure or another TripKitError, or an AbortError.
 */
export class TripKitService {
  readonly #profile: ServiceProfile;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;
  readonly #auth: AuthTransport;
  readonly #api: Connection;
  readonly #storage: Connection;
  #clockOff = 0;

  constructor({ profile, identity, clock, limits = {}, findProxy }: TripKitServiceOptions) {
    const proxies = findProxy && new ProxyRoutes({ find: findProxy, monotonic: () => clock.monotonic() });
    this.#profile = profile;
    this.#clock = clock;
    this.#auth =
      'transport' in identity
        ? identity.transport
        : new Connection({
            role: 'auth',
            trust: profile.trust.auth,
            identity: { key: identity.key, cert: identity.cert },
            limits,
            proxies,
          });
    this.#api = new Connection({ role: 'api', trust: profile.trust.api, limits, proxies });
    this.#storage = new Connection({ role: 'storage', trust: profile.trust.storage, limits, proxies });
    this.#tokens = new TokenSource({
      clock,
      grant: (scopes, signal) =>
        authenticate({ transport: this.#auth, profile, scopes, now: clock.now, signal }),
    });
  }

  /**
   * How far the service's clock is ahead of this laptop's, ms, by its last answer; 0 if it does not say, or if the
   * difference is a normal one.
   */
  get clock_off_ms(): number {
    return this.#clockOff;
  }

  /** Only authenticates: one token per scope set, as the profile says. */
  async authenticate(signal?: AbortSignal): Promise<{ scopes: readonly string[]; expires_in: number }[]> {
    const granted: { scopes: readonly string[]; expires_in: number }[] = [];
    const operations = this.#profile.token_per_scope
      ? (['request', 'download'] as const)
      : (['download'] as const);
    for (const scopes of operations.map((operation) => this.#scopes(operation))) {
      const { expires_in } = await this.#tokens.get(scopes, signal);
      granted.push({ scopes, expires_in });
    }
    return granted;
  }

  /** Gets a token for {@link request} in advance, so nothing but the request itself can fail then. */
  async prepareRequest(signal?: AbortSignal): Promise<void> {
    await this.#token(this.#scopes('request'), signal);
  }

  /** Requests a trip kit (4.2). Sent at most once, except after a first 401, which is no acceptance. */
  request(trip: Trip, signal?: AbortSignal): Promise<AcceptedRequest> {
    return this.#withToken('request', signal, (call) => requestTripKit({ ...call, trip }));
  }

  /** Asks whether the PDF is available (4.3). */
  pdf(tripkit_id: string, signal?: AbortSignal): Promise<TripKitPdf> {
    return this.#withToken('download', signal, (call) => getTripKitPdf({ ...call, tripkit_id }));
  }

  /** Reads the document at `url` into `sink` (main/service/download.ts). Sends no token. */
  download(
    url: string,
    sink: DocumentSink,
    options: Pick<DownloadOptions, 'onBegin' | 'onStored' | 'onProgress' | 'signal'> = {},
  ): Promise<void> {
    return downloadDocument({
      connection: this.#storage,
      url,
      insecure_hosts: this.#profile.storage.insecure_hosts,
      user_agent: this.#profile.user_agent,
      sink,
      now: this.#clock.now,
      ...options,
    });
  }

  /** Ends every call and forgets the tokens. */
  async close(): Promise<void> {
    this.#tokens.close();
    await Promise.all([this.#auth.close(), this.#api.close(), this.#storage.close()]);
  }

  /** Makes a call with a token; replaces a refused token once. */
  async #withToken<T>(
    operation: 'request' | 'download',
    signal: AbortSignal | undefined,
    call: (options: BearerCallOptions) => Promise<T>,
  ): Promise<T> {
    const options = {
      connection: this.#api,
      profile: this.#profile,
      now: this.#clock.now,
      onServed: (off: number) => {
        this.#clockOff = Math.abs(off) > CLOCKS_APART_MS ? off : 0;
      },
      signal,
    };
    for (let renewed = false; ; renewed = true) {
      const token = await this.#token(this.#scopes(operation), signal);
      try {
        return await call({ ...options, token: token.value });
      } catch (error) {
        if (!(error instanceof CallFailure) || error.remedy !== 'renew_token') throw error;
        // Also after the second refusal: the next kit starts with a new token.
        this.#tokens.drop(token);
        if (renewed) throw error;
      }
    }
  }

  async #token(scopes: readonly string[], signal: AbortSignal | undefined): Promise<AccessToken> {
    try {
      return await this.#tokens.get(scopes, signal);
    } catch (error) {
      throw error instanceof CallFailure ? error.beforeSending() : error;
    }
  }

  #scopes(operation: 'request' | 'download'): string[] {
    const { scopes, token_per_scope } = this.#profile;
    return token_per_scope ? [scopes[operation]] : [...new Set([scopes.request, scopes.download])];
  }
}
