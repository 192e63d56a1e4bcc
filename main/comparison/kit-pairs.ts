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
 * Which kit each newer kit of a flight is compared with (comparedKits). The pair is kept once a person opens the newer kit or reviews
 * its changes, whichever kits they open later: they need the changes against the kit that they had read before.
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

  /** Newer → older, as of the last `refresh`. Both documents are ready. */
  all(): ReadonlyMap<string, string> {
    return this.#pairs;
  }

  /** Call when kits have changed: the next use computes the pairs again. */
  markStale(): void {
    this.#isStale = true;
  }

  /** Computes the pairs again, after kits have changed or were opened. */
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

  /** Call when a person has opened these kits, or reviewed their changes. */
  opened(kit_ids: readonly string[]): void {
    // Opening must be fast: thousands of kits are only listed again if some have just changed.
    if (this.#isStale) this.refresh();
    this.#isStale = true;
    for (const id of kit_ids) {
      const old = this.#pairs.get(id);
      if (old === undefined || this.#keptPairs().get(id) === old) continue;
      this.#keptPairs().set(id, old);
      this.#try(() => this.#deps.store.set(id, old, this.#deps.now()));
    }
  }

  /** Call when kits were removed. */
  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) this.#kept?.delete(id);
  }

  #keptPairs(): Map<string, string> {
    this.#kept ??= this.#try(() => this.#deps.store.all()) ?? new Map<string, string>();
    return this.#kept;
  }

  /** A full disk must not prevent opening a kit. */
  #try<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#deps.log.error('Which kit was read before which could not be kept or read.', error);
      return undefined;
    }
  }
}
