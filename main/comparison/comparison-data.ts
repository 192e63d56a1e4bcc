/** Combines everything about changes between kits: comparisons, reviews, and marks that are carried over. */

import { tryOrLog } from '../common/log.ts';
import { coalesced, nodeTimer, type Schedule } from '../common/wait.ts';
import type { AppContext } from '../host/host.ts';
import type { ActivityLog } from '../kits/activity-log.ts';
import type { KitChange, KitEngine } from '../kits/kit-engine.ts';
import { isFlightOver } from '../kits/rules/kit-facts.ts';
import type { ListedMark } from '../marks/kit-annotations.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import type { PlaceStore } from '../reading/place-store.ts';
import type { SoundnessKeeper } from '../soundness/soundness.ts';
import type { ReadingDatabase } from '../store/reading-database.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { CarriedStore, CarryOver, carriedPlace, markWaitsNoLonger } from './carry-over.ts';
import type { ComparisonWork } from './comparison-queue.ts';
import type { ChangeCountsKeeper } from './comparison-record.ts';
import { type ComparedKits, ComparisonStore, keyOf } from './comparison-store.ts';
import { Comparisons, type ComparisonsDeps } from './comparisons.ts';
import { ComparedWithStore, KitPairs } from './kit-pairs.ts';
import type { ReviewStore } from './review-store.ts';

export interface ComparisonDataDeps
  extends ComparisonWork,
    Pick<AppContext, 'log' | 'now' | 'newId' | 'user'>,
    Pick<ComparisonsDeps, 'namesOf' | 'onChange'> {
  engine: Pick<KitEngine, 'list' | 'get' | 'onChange'>;
  activity: Pick<ActivityLog, 'openedAt' | 'onOpened'>;
  soundness: Pick<SoundnessKeeper, 'finding' | 'onChange'>;
  reading: ReadingDatabase;
  connection: SqliteConnection;
  marks: MarkStore;
  reviews: ReviewStore;
  places: Pick<PlaceStore, 'get'>;
  counts: ChangeCountsKeeper;
  /** Called when marks were copied into this kit. */
  onMarked(kit_id: string): void;
  /** Timer for changed kits. */
  schedule?: Schedule;
}

/** Kits that change within this time are handled together, ms. */
const GATHER_MS = 100;

/** Changes between kits. The counts are available after construction. */
export class ComparisonData {
  readonly #deps: ComparisonDataDeps;
  readonly #pairs: KitPairs;
  readonly #carry: CarryOver;
  readonly #comparisons: Comparisons;
  /** Newer kits, with the documents that marks were carried between since the app started. */
  readonly #carriedDocuments = new Map<string, string>();
  /** By kit: the facts that decide which kit it is compared with. */
  readonly #knownStates: Map<string, string>;
  readonly #stops: (() => void)[];

  constructor(deps: ComparisonDataDeps) {
    const { engine, activity, soundness, marks, connection, now } = deps;
    this.#deps = deps;
    this.#pairs = new KitPairs({ ...deps, store: new ComparedWithStore(connection) });
    this.#carry = new CarryOver({
      ...deps,
      carried: new CarriedStore(connection, marks),
      isOver: (id) => isFlightOver(engine.get(id).trip?.departure, now()),
    });
    this.#comparisons = new Comparisons({
      ...deps,
      pairs: this.#pairs,
      store: new ComparisonStore(deps.reading),
      isOpened: (id) => activity.openedAt(id) !== null,
      onReady: (new_id) => this.#carryInto(new_id),
    });
    this.#knownStates = new Map(engine.list().map((kit) => [kit.id, stateOf(kit)]));
    const soon = coalesced(deps.schedule ?? nodeTimer, GATHER_MS, () => this.#refresh());
    this.#stops = [
      engine.onChange((change) => {
        if (this.#recordChange(change)) soon.soon();
      }),
      activity.onOpened((ids) => {
        this.#pairs.opened(ids);
        soon.soon();
      }),
      soundness.onChange(() => soon.soon()),
      () => soon.cancel(),
    ];
    this.#refresh();
  }

  of(old_id: string, new_id: string) {
    return this.#comparisons.of(old_id, new_id);
  }

  review(...args: Parameters<Comparisons['review']>) {
    return this.#comparisons.review(...args);
  }

  /** The older kit's marks that wait to be accepted in this one. */
  waitingMarks(kit_id: string) {
    const change = this.#comparisons.change(kit_id);
    if (change === null) return [];
    return this.#carry
      .waiting(change)
      .map(({ mark, ...rest }) => ({ ...rest, mark: { ...mark, outdated: false } }));
  }

  /** @throws TripKitError of kind `config` if it no longer waits, or has no page in this kit */
  acceptMark(kit_id: string, mark_id: string): ListedMark {
    const change = this.#changeOf(kit_id);
    const copy = this.#carry.accept(change, mark_id);
    this.#deps.onMarked(kit_id);
    this.#deps.onChange(change.old.id, kit_id);
    return { ...copy, carried_from: change.old.id, outdated: false };
  }

  /** @throws TripKitError of kind `config` if it no longer waits */
  declineMark(kit_id: string, mark_id: string): void {
    const change = this.#changeOf(kit_id);
    this.#carry.decline(change, mark_id);
    this.#deps.onChange(change.old.id, kit_id);
  }

  /** Call after a person added, changed or removed a mark in this kit. Newer kits that are compared with it get the marks too. */
  marked(kit_id: string): void {
    for (const [new_id, old_id] of this.#pairs.all()) {
      if (old_id !== kit_id || !this.#comparisons.ready().some((pair) => pair.new.id === new_id)) continue;
      this.#carryInto(new_id);
      this.#deps.onChange(old_id, new_id);
    }
  }

  /** Where a person begins in a kit that they have not opened: their place in the previous kit; null: at its beginning. */
  place(kit_id: string): unknown {
    const failed = `Where a person was before the kit ${kit_id} could not be read.`;
    const place = tryOrLog(this.#deps.log, failed, () => {
      const change = this.#comparisons.change(kit_id);
      return change && carriedPlace(this.#deps.places.get(change.old.id), change.pages);
    });
    return place ?? null;
  }

  /** Starts to compare. */
  start(): void {
    this.#comparisons.tidy();
    this.#comparisons.start();
  }

  /** Resolves when there is nothing to compare at the moment; for tests. */
  idle() {
    return this.#comparisons.idle();
  }

  /** Stops all work. It continues at the next start. */
  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#comparisons.stop();
  }

  #changeOf(kit_id: string) {
    const change = this.#comparisons.change(kit_id);
    if (change === null) throw markWaitsNoLonger();
    return change;
  }

  /** Records a change. @returns whether it may change which kits are compared */
  #recordChange({ changed, removed }: KitChange): boolean {
    const others = changed.filter((kit) => this.#knownStates.get(kit.id) !== stateOf(kit));
    for (const kit of others) this.#knownStates.set(kit.id, stateOf(kit));
    for (const id of removed) {
      this.#knownStates.delete(id);
      this.#carriedDocuments.delete(id);
    }
    if (removed.length > 0) this.#comparisons.forget(removed);
    if (others.length + removed.length === 0) return false;
    this.#pairs.markStale();
    return true;
  }

  #refresh(): void {
    this.#comparisons.refresh();
    tryOrLog(this.#deps.log, 'Marks could not be carried over to newer kits.', () => this.#carryMissing());
  }

  #carryInto(new_id: string): void {
    // Retried at the next start.
    tryOrLog(this.#deps.log, `Marks could not be carried over to the kit ${new_id}.`, () => {
      const change = this.#comparisons.change(new_id);
      if (change === null) return;
      if (this.#carry.carry(change) > 0) this.#deps.onMarked(new_id);
      this.#carriedDocuments.set(new_id, carriedKey(change));
    });
  }

  /** Carries marks that were not carried when their comparison became ready: the previous kit is another one now, or the app ended. */
  #carryMissing(): void {
    const ready = this.#comparisons.ready();
    if (ready.length === 0) return;
    const { marks, onChange } = this.#deps;
    const marked = new Set(marks.kits());
    for (const pair of ready) {
      const [old_id, new_id] = [pair.old.id, pair.new.id];
      if (!marked.has(old_id) || this.#carriedDocuments.get(new_id) === carriedKey(pair)) continue;
      this.#carryInto(new_id);
      onChange(old_id, new_id);
    }
  }
}

/** The facts about a kit that decide which kit it is compared with. */
function stateOf({ state, tripkit_id, document }: ReturnType<KitEngine['list']>[number]): string {
  return `${state} ${tripkit_id} ${document?.sha256}`;
}

function carriedKey(pair: ComparedKits): string {
  return `${pair.old.id} ${keyOf(pair)}`;
}
