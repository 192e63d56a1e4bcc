import type { AuthErrorForm } from './auth-server.ts';
import type { FaultRule } from './faults.ts';

/** How a demo service differs from the service of the interface document. Everything has a default. */
export interface DemoServiceOptions {
  /** Seed of generation times and trip-kit ids; without it every start differs. Documents depend on the trip alone. */
  seed?: number;
  /** Generation time, ms, drawn evenly from this range. Default 20000-30000. */
  generation_ms?: { from: number; to: number };
  /** At most this many pages a kit. Default: 20 to 400, by the trip. */
  pages_max?: number;
  /** Token validity, s. Default 899. */
  token_life_s?: number;
  /** Tokens that hold every character a bearer token may hold. Default false. */
  odd_tokens?: boolean;
  /**
   * ms from the request to the first get-PDF that is allowed. Default 5000 whatever the generation time;
   * `in_proportion` shrinks the 5 s as `generation_ms.from` is to 20 s.
   */
  earliest_poll_ms?: number | 'in_proportion';
  /** Life of storage URLs, s. Default 8 hours. */
  storage_url_life_s?: number;
  /** Refuses unauthenticated and foreign clients in the TLS handshake instead of with access_denied. Default false. */
  refuse_in_handshake?: boolean;
  /** Where an authentication error's parameters stand. Default `by_error`. */
  auth_error_form?: AuthErrorForm;
  /** Ids for the next kits that are requested, in order; hostile ones too. */
  tripkit_ids?: readonly string[];
  /** Pinned documents: these files for the next kits that are requested, in order; the last one stays. */
  documents?: readonly string[];
  /** Auth, API, storage, plain-http storage and control listen on this port and the four after it. Default: random. */
  port_base?: number;
  faults?: readonly FaultRule[];
}
