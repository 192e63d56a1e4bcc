import type { AppContext } from '../host/host.ts';
import type { ActivityLog } from '../kits/activity-log.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import { comparedKits } from './compared-with.ts';
import type { ComparedWithStore } from './compared-with-store.ts';

export interface KitPairsDeps extends Pick<AppContext, 'log' | 'now'> {
  engine: Pick<KitEngine, 'list'>;
  activity: Pick<ActivityLog, 'openedAt'>;
  store: ComparedWithStore;
}

/**
 * Which kit each newer kit of a flight is compared with (comparedKits). Once a person opens the newer one, or reviews its changes, it
 * stays so, whatever they open later: what they had read before is what they have to be told the changes of.
 */
export class KitPairs {
  readonly #deps: KitPairsDeps;
  /** Newer → older, for newer kits that were opened or whose changes were reviewed. */
  #kept: Map<string, string> | null = null;
  #pairs: ReadonlyMap<string, string> = new Map();
  #isStale = true;

  constructor(deps: KitPairsDeps) {
    this.#deps = deps;
  }

  /** Newer → older, as of the last `refresh`. Both have a document that is ready. */
  all(): ReadonlyMap<string, string> {
    return this.#pairs;
  }

  /** Kits have changed: the next look is a new one. */
  touch(): void {
    this.#isStale = true;
  }

  /** Kits have changed, or were opened. */
  refresh(): void {
    const { engine, activity } = this.#deps;
    const kits = engine.list();
    const kept = this.#keptPairs();
    const pairs = comparedKits(kits, (id) => kept.has(id) || activity.openedAt(id) !== null);
    if (kept.size > 0) {
      const ready = new Set(kits.flatMap(({ id, state }) => (state === 'ready' ? [id] : [])));
      for (const [id, old] of kept) if (ready.has(id) && ready.has(old)) pairs.set(id, old);
    }
    this.#pairs = pairs;
    this.#isStale = false;
  }

  /** A person has opened these kits, or reviewed what changed in them. */
  opened(kit_ids: readonly string[]): void {
    // A kit opens at once: ten thousand others are looked at only where they have just changed.
    if (this.#isStale) this.refresh();
    this.#isStale = true;
    for (const id of kit_ids) {
      const old = this.#pairs.get(id);
      if (old === undefined || this.#keptPairs().get(id) === old) continue;
      this.#keptPairs().set(id, old);
      this.#try(() => this.#deps.store.set(id, old, this.#deps.now()));
    }
  }

  /** Kits have gone. */
  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) this.#kept?.delete(id);
  }

  #keptPairs(): Map<string, string> {
    this.#kept ??= this.#try(() => this.#deps.store.all()) ?? new Map<string, string>();
    return this.#kept;
  }

  /** A full disk is no reason not to open a kit. */
  #try<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#deps.log.error('Which kit was read before which could not be kept or read.', error);
      return undefined;
    }
  }
}
