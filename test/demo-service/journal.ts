/**
 * What arrived at the demo service, in order: every request, every broken rule, every failed handshake. No secret is
 * kept: paths lose their query, headers are not stored but for the User-Agent.
 */

/** The three TLS servers of the interface. */
export type ServerName = 'auth' | 'api' | 'storage';

/** The operations that fault rules and entries name; `other` is a path that the service does not have. */
export type Operation = 'auth' | 'request' | 'pdf' | 'storage' | 'other';

/** The usage rules whose breach is recorded. */
export type ViolationRule =
  | 'too_early'
  | 'user_agent'
  | 'authorization_missing'
  | 'authorization_malformed'
  | 'authorization_at_storage'
  | 'redirect_followed'
  | 'body_not_due'
  | 'body_malformed'
  | 'content_type'
  | 'method'
  | 'query_not_due'
  | 'parameter_repeated'
  | 'unknown_path';

/** A request that arrived. It is entered at arrival; status, bytes and completeness follow. */
export interface JournalRequest {
  kind: 'request';
  /** Position in the journal, from 0. */
  n: number;
  /** Arrival, ISO 8601 UTC with ms. */
  at: string;
  server: ServerName;
  operation: Operation;
  method: string;
  /** Raw path as it came, without the query. */
  path: string;
  /** Null until answered, and for ever where the connection was closed without an answer. */
  status: number | null;
  /** Whether the whole answer was handed to the network. */
  complete: boolean;
  /** Decoded; null where the operation has none. */
  tripkit_id: string | null;
  /** The byte range that was answered with 206. */
  range: { from: number; to: number; total: number } | null;
  /** Bytes of the body that were sent. */
  bytes: number;
  /** The action of the fault rule that struck, for example `cut`. */
  fault: string | null;
  /** Number of the TCP connection at its server, from 1: tells whether a client reuses connections. */
  connection: number;
  user_agent: string | null;
  /** Auth server only: whether the client certificate was accepted. */
  client_authorized?: boolean;
}

/** A usage rule that a client broke. */
export interface JournalViolation {
  kind: 'violation';
  n: number;
  at: string;
  server: ServerName;
  operation: Operation;
  method: string;
  path: string;
  status: number;
  tripkit_id: string | null;
  rule: ViolationRule;
  /** A sentence, without secrets. */
  detail: string;
}

/** A TLS handshake that failed, for example because the client does not trust the operator's CA. */
export interface JournalHandshake {
  kind: 'handshake';
  n: number;
  at: string;
  server: ServerName;
  /** Node's error code, for example ERR_SSL_TLSV1_ALERT_UNKNOWN_CA. */
  code: string;
}

export type JournalEntry = JournalRequest | JournalViolation | JournalHandshake;

type Entered<T extends JournalEntry> = Omit<T, 'n' | 'at' | 'kind'>;

interface Waiter {
  matches: (entry: JournalEntry) => boolean;
  resolve: (entry: JournalEntry) => void;
}

/** The journal of one demo service. */
export class Journal {
  readonly #entries: JournalEntry[] = [];
  #waiters: Waiter[] = [];

  /** All entries, oldest first; a copy, as of now. */
  entries(): JournalEntry[] {
    return structuredClone(this.#entries);
  }

  requests(): JournalRequest[] {
    return this.entries().filter((entry) => entry.kind === 'request');
  }

  violations(): JournalViolation[] {
    return this.entries().filter((entry) => entry.kind === 'violation');
  }

  arrived(entry: Entered<JournalRequest>): JournalRequest {
    return this.#add({ kind: 'request', n: this.#entries.length, at: new Date().toISOString(), ...entry });
  }

  violated(entry: Entered<JournalViolation>): JournalViolation {
    return this.#add({ kind: 'violation', n: this.#entries.length, at: new Date().toISOString(), ...entry });
  }

  handshakeFailed(server: ServerName, code: string): JournalHandshake {
    const at = new Date().toISOString();
    return this.#add({ kind: 'handshake', n: this.#entries.length, at, server, code });
  }

  /** Tells waiters that an entry of the past has changed: it was answered, or its answer stalls. */
  settled(entry: JournalRequest): void {
    this.#tell(entry);
  }

  /**
   * Resolves with the first entry, past or future, that matches; a request is looked at when it arrives and again when
   * it is answered. Rejects with an AbortError when `signal` aborts first.
   */
  until(matches: (entry: JournalEntry) => boolean, signal?: AbortSignal): Promise<JournalEntry> {
    const past = this.#entries.find(matches);
    if (past) return Promise.resolve(structuredClone(past));
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { matches, resolve: (entry) => resolve(structuredClone(entry)) };
      this.#waiters.push(waiter);
      signal?.addEventListener(
        'abort',
        () => {
          this.#waiters = this.#waiters.filter((other) => other !== waiter);
          reject(new DOMException('The journal entry did not come.', 'AbortError'));
        },
        { once: true },
      );
    });
  }

  #add<T extends JournalEntry>(entry: T): T {
    this.#entries.push(entry);
    this.#tell(entry);
    return entry;
  }

  #tell(entry: JournalEntry): void {
    const met = this.#waiters.filter((waiter) => waiter.matches(entry));
    this.#waiters = this.#waiters.filter((waiter) => !met.includes(waiter));
    for (const waiter of met) waiter.resolve(entry);
  }
}
