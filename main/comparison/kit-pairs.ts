import { tryOrLog } from '../common/log.ts';
import type { AppContext } from '../host/host.ts';
import type { ActivityLog } from '../kits/activity-log.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { SupersessionKit } from '../kits/kit-flags.ts';
import { byAge, groupByFlight } from '../kits/rules/same-flight.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';

interface KitPairsDeps extends Pick<AppContext, 'log' | 'now'> {
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
    return tryOrLog(this.#deps.log, 'Which kit was read before which could not be kept or read.', work);
  }
}

// Which older kit a new one is compared with, derived from the list of kits.

/**
 * Pairs each flight's newest ready kit with an older ready kit of the flight: the latest one that was opened, or, if none was opened,
 * the latest one. A kit that is the only ready one of its flight is not compared.
 *
 * @returns newer id → older id
 */
export function comparedKits(
  kits: Iterable<SupersessionKit>,
  isOpened: (id: string) => boolean,
): Map<string, string> {
  const compared = new Map<string, string>();
  for (const flight of groupByFlight([...kits]).values()) {
    if (flight.length < 2) continue;
    const ready = flight.filter(({ state }) => state === 'ready').sort(byAge);
    const newest = ready.pop();
    const older = ready.findLast(({ id }) => isOpened(id)) ?? ready.at(-1);
    if (newest && older) compared.set(newest.id, older.id);
  }
  return compared;
}

/**
 * The older kit that the changes of a newer one are shown against: the last one before it that was read in full. The flight's first
 * kit counts as read; a later one counts once all its changes against the last such kit are reviewed. Unreviewed changes are shown again.
 *
 * @param before for each newer kit, the one that was opened before it
 * @param isReviewed whether all changes between two kits are reviewed, or there are none; false if that is not known
 * @returns undefined if there is no kit before it
 */
export function readKit(
  new_id: string,
  before: ReadonlyMap<string, string>,
  isReviewed: (old_id: string, new_id: string) => boolean,
): string | undefined {
  const earlier: string[] = [];
  for (let id = before.get(new_id); id !== undefined && !earlier.includes(id); id = before.get(id))
    earlier.unshift(id);
  const [first, ...later] = earlier;
  let read = first;
  for (const id of later) if (read === undefined || isReviewed(read, id)) read = id;
  return read;
}

/** The kit that a person had read before they opened a newer one. Throws TripKitError of kind `disk`. */
export class ComparedWithStore {
  readonly #database: SqliteConnection;

  constructor(database: SqliteConnection) {
    this.#database = database;
  }

  /** Newer kit → older kit. */
  all(): Map<string, string> {
    const rows = this.#database.read((sql) => sql('SELECT kit_id, old_id FROM compared_with').all());
    return new Map(rows.map(({ kit_id, old_id }) => [String(kit_id), String(old_id)]));
  }

  /** @param at ms since 1970 UTC */
  set(kit_id: string, old_id: string, at: number): void {
    this.#database.put('compared_with', 'kit_id', { kit_id, old_id, at });
  }
}
