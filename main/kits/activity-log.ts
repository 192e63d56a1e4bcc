import type { AppContext } from '../host/host.ts';
import type { Act, ActKind, ActStore } from './act-store.ts';
import type { KitEngine, LiveKit } from './kit-engine.ts';

export interface ActivityLogDeps extends Pick<AppContext, 'log' | 'now' | 'user'> {
  store: ActStore;
}

/** When what could not be written is tried again, ms. */
const RETRY_MS = 30_000;

/**
 * What people do with kits, written down for their audit. Being unable to write it down never stops what a person does:
 * a kit opens, and is asked for, with a full disk too. The log says so, and it is written as soon as it can be.
 */
export class ActivityLog {
  readonly #deps: ActivityLogDeps;
  readonly #listeners = new Set<(kit_ids: readonly string[]) => void>();
  #opened: Map<string, number> | null = null;
  #unwritten: Act[] = [];
  #retry: NodeJS.Timeout | undefined;

  constructor(deps: ActivityLogDeps) {
    this.#deps = deps;
  }

  /** This computer's user did this with these kits, now. */
  record(act: ActKind, kits: readonly Pick<LiveKit, 'id' | 'document'>[]): void {
    const { user, now } = this.#deps;
    const at = now();
    const given = kits.map(({ id, document }) => ({
      kit_id: id,
      act,
      who: user,
      at,
      document_sha256: document?.sha256 ?? null,
    }));
    this.#unwritten.push(...given);
    this.#write();
    if (act !== 'opened') return;
    for (const { id } of kits) this.#openedAt().set(id, at);
    for (const listener of this.#listeners) listener(kits.map(({ id }) => id));
  }

  /** When the kit was last opened, ms since 1970 UTC; null: never. */
  openedAt(kit_id: string): number | null {
    return this.#openedAt().get(kit_id) ?? null;
  }

  /** Kits whose `openedAt` has changed; the answer unsubscribes. */
  onOpened(listener: (kit_ids: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets what was done go with the kits that went while nobody looked. */
  sweep(kits: readonly Pick<LiveKit, 'id'>[]): void {
    const { store } = this.#deps;
    this.#try('be tidied', () => {
      const there = new Set(kits.map(({ id }) => id));
      store.remove(store.kits().filter((id) => !there.has(id)));
    });
  }

  /** Lets what was done go with the kits that go; the answer ends it. */
  follow(engine: Pick<KitEngine, 'onChange'>): () => void {
    const { store } = this.#deps;
    return engine.onChange(({ removed }) => {
      if (removed.length === 0) return;
      for (const id of removed) this.#opened?.delete(id);
      this.#try('be tidied', () => store.remove(removed));
    });
  }

  #write(): void {
    clearTimeout(this.#retry);
    this.#try('be written down', () => {
      this.#deps.store.add(this.#unwritten);
      this.#unwritten = [];
    });
    if (this.#unwritten.length > 0) this.#retry = setTimeout(() => this.#write(), RETRY_MS).unref();
  }

  #openedAt(): Map<string, number> {
    this.#opened ??= this.#try('be read', () => this.#deps.store.lastOpened()) ?? new Map();
    return this.#opened;
  }

  #try<T>(what: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#deps.log.error(`What people did with kits could not ${what}.`, error);
      return undefined;
    }
  }
}
