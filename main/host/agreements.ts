/** What a person agreed to, or an earlier run of this app wrote down, that gives power at a later start. */
export type Agreement = 'watch' | 'hand_over' | `profile:${string}`;

/** `locked`: the keychain did not answer, is locked, or there is none. */
export type Agreed = 'yes' | 'no' | 'locked';

/** Proofs of values (JSON) for one purpose under the key, for what the app itself writes down often. */
export interface Proofs {
  /** The key was made in this run: nothing from before it can have a proof. */
  is_new: boolean;
  /** @returns hex */
  prove(values: unknown): string;
  isProof(values: unknown, proof: string): boolean;
}

/** Whose proofs: those of the activity record, or those that receipts on shelves are signed with. */
export type Proven = 'record' | 'receipts';

/**
 * Proofs of agreements under a key of the keychain: whoever can only change files can't agree in the person's name (SECURITY.md,
 * Agreements). Methods never reject.
 */
export interface Agreements {
  /**
   * Call when the person agreed, with all that they agreed to (JSON). Until the app ends it holds in any case.
   *
   * @returns whether it also holds at the next start
   */
  keep(what: Agreement, values: unknown): Promise<boolean>;
  /** Whether the person agreed to exactly these values. Waits some seconds for the keychain, at most until the signal aborts. */
  holds(what: Agreement, values: unknown, signal?: AbortSignal): Promise<Agreed>;
  /** Removes the agreement: what was agreed to is over. */
  forget(what: Agreement): Promise<void>;
  /** Calls `listener` once with proofs under the key: now, or when the keychain gives it. Returns a function that unsubscribes. */
  withProofs(what: Proven, listener: (proofs: Proofs) => void): () => void;
  /** Calls `listener` when the keychain gives the key. Returns a function that unsubscribes. */
  onKey(listener: () => void): () => void;
}
