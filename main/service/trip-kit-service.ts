import type { Clock } from '../common/clock.ts';
import type { ServiceMessage } from '../common/failure.ts';
import { registerSecret } from '../common/redact.ts';
import type { Trip } from '../common/trip.ts';
import { encodePathParameter } from '../profile/path-parameter.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import { fillRequestTemplate } from '../profile/request-template.ts';
import { readTripkitId } from '../profile/tripkit-id.ts';
import { CallFailure } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { answerFailure, type BearerCallOptions, bearerCall, unreadableAnswer } from './bearer-call.ts';
import { type AuthTransport, Connection, type TimeLimits } from './connection.ts';
import { type DocumentSink, type DownloadOptions, downloadDocument } from './download.ts';
import { CLOCKS_APART_MS } from './http-date.ts';
import { isRecord, readMessages } from './messages.ts';
import { type ProxyFinder, ProxyRoutes } from './proxy.ts';
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

/** What the life of a kit asks of a service. Also a shelf answers so (main/shelf/shelf-service.ts). */
export type KitService = Pick<
  TripKitService,
  'clock_off_ms' | 'prepareRequest' | 'request' | 'pdf' | 'download'
>;

/** Access parameters are long; shorter values (a version, a number of seconds) occur in texts by chance. Characters. */
const MIN_ACCESS_VALUE = 12;

/** The two states of a kit that the service shows (interface document, "States and transitions"). */
export type TripKitPdf =
  | { state: 'generating'; messages: ServiceMessage[] }
  | {
      state: 'generated';
      /** Its query may contain access parameters: a secret, for the download only. */
      url: string;
      messages: ServiceMessage[];
      /** The hash that the document must have, hex; the service itself names none. */
      sha256?: string;
    };

/**
 * Asks whether a trip kit's PDF is available (interface document, 4.3).
 *
 * @throws CallFailure
 */
export async function getTripKitPdf(
  options: BearerCallOptions & { tripkit_id: string },
): Promise<TripKitPdf> {
  const company = encodePathParameter(options.profile.company_code);
  const kit = encodePathParameter(options.tripkit_id);
  const path = `/v1/companies/${company}/tripkits/${kit}/pdf`;
  const { answer, json, place } = await bearerCall(options, { method: 'GET', path });
  // The status alone is enough: an empty body is no reason to stop waiting.
  if (answer.status === 202) return { state: 'generating', messages: readMessages(json) };
  if (answer.status !== 200) throw answerFailure(answer, place);
  const unreadable = (condition: string, what: string) =>
    unreadableAnswer(answer, place, condition, `says that the kit is there, but ${what}`, {
      advice: 'Try again later; if it stays so, tell the service’s operator.',
    });
  if (!isRecord(json)) throw unreadable('bad_json', 'its answer can’t be read');
  const { url } = json;
  if (typeof url !== 'string' || url === '') throw unreadable('no_url', 'not where its PDF is');
  return { state: 'generated', url, messages: messagesBeside(url, json) };
}

/** The messages of an answer with a secret URL, which the messages might repeat. */
function messagesBeside(url: string, json: unknown): ServiceMessage[] {
  const { search } = URL.parse(url) ?? { search: '' };
  const values = [...new URLSearchParams(search).values()].filter(({ length }) => length >= MIN_ACCESS_VALUE);
  const unregister = [search.slice(1), ...values].map(registerSecret);
  try {
    return readMessages(json);
  } finally {
    for (const end of unregister) end();
  }
}

/** An accepted request. */
export interface AcceptedRequest {
  tripkit_id: string;
  messages: ServiceMessage[];
}

/**
 * Requests the generation of a trip kit (interface document, 4.2), entirely from the profile's template. Sends once; from
 * the failure's `maybe_received`, `status` and `remedy` the caller decides whether to send again.
 *
 * @throws CallFailure; TripKitError of kind `config` if the template can't be filled: nothing was sent then
 */
export async function requestTripKit(options: BearerCallOptions & { trip: Trip }): Promise<AcceptedRequest> {
  const { profile, trip } = options;
  const { method, path, body } = fillRequestTemplate(profile, trip);
  const { answer, json, place } = await bearerCall(options, { method, path, body, fresh: true });
  if (answer.status < 200 || answer.status > 299) throw answerFailure(answer, place);
  const tripkit_id = readTripkitId(profile, { json, headers: answer.headers });
  if (!tripkit_id) {
    throw unreadableAnswer(
      answer,
      place,
      'no_tripkit_id',
      'accepted the request, but its answer has no tripkit_id where the profile says (request.tripkit_id)',
      {
        advice: 'The kit is probably being generated: ask your airline’s IT to correct the profile first.',
        page: 'Ask the service or your scheduler whether it has this request.',
      },
    );
  }
  return { tripkit_id, messages: readMessages(json) };
}
