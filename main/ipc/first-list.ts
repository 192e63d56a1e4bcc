import type { Kit } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import { type KitMarks, viewOrNull } from './kit-view.ts';

/** Kits of the first answer: some screenfuls. */
const FIRST = 100;
/** As many more are prepared, in the place of those that are removed until it is asked for. */
const SPARE = 50;
const DAY_MS = 86_400_000;

interface Shown {
  live: LiveKit;
  view: Kit;
}

/**
 * The first answer to `kits.listText`, prepared while there is no window yet: checking and writing out ten thousand kits
 * takes a moment that a person would otherwise wait for. It is used once; what has changed meanwhile is looked at again.
 */
export class FirstList {
  readonly #engine: Pick<KitEngine, 'list' | 'onChange'>;
  readonly #marks: KitMarks;
  readonly #log: Log;
  #prepared: { shown: Shown[]; text: string; ahead: Shown[]; day: number } | null = null;
  #changed = new Map<string, LiveKit>();
  #removed = new Set<string>();
  #stop: (() => void) | null = null;

  constructor(engine: Pick<KitEngine, 'list' | 'onChange'>, marks: KitMarks, log: Log) {
    this.#engine = engine;
    this.#marks = marks;
    this.#log = log;
  }

  /** Prepares the answer now. */
  prepare(): void {
    this.drop();
    this.#stop = this.#engine.onChange(({ changed, removed }) => {
      for (const kit of changed) this.#changed.set(kit.id, kit);
      for (const id of removed) this.#removed.add(id);
    });
    const shown = this.#look();
    const day = today();
    this.#prepared = {
      shown,
      text: written(shown.map(({ view }) => view)),
      ahead: nextFlights(shown, day),
      day,
    };
  }

  /** The kits of the next flights, as JSON; `[]` where nothing is prepared or all of them are as soon there. */
  firstText(): string {
    const prepared = this.#prepared;
    if (!prepared || prepared.shown.length <= FIRST) return '[]';
    // The window may open long after the app has begun.
    const day = today();
    if (day !== prepared.day) Object.assign(prepared, { ahead: nextFlights(prepared.shown, day), day });
    const { ahead } = prepared;
    return written(this.#again(ahead, this.#changedOf(ahead), this.#removed).slice(0, FIRST));
  }

  /** Every kit that can be shown, newest first, as JSON with each kit on a line of its own. */
  text(): string {
    const prepared = this.#prepared;
    const [changed, removed] = [this.#changed, this.#removed];
    this.drop();
    if (!prepared) return written(this.#look().map(({ view }) => view));
    // Marks may have moved without their kits: they are looked at again, each at the price of a look into a map.
    const moved = prepared.shown.some(({ live, view }) => {
      const { pinned, superseded_by, acknowledged, opened_at } = this.#marks.of(live);
      return (
        pinned !== view.pinned ||
        superseded_by !== view.superseded_by ||
        acknowledged !== view.acknowledged ||
        opened_at !== view.opened_at
      );
    });
    if (!moved && changed.size === 0 && removed.size === 0) return prepared.text;
    return written(this.#again(prepared.shown, changed, removed));
  }

  /** Forgets what was prepared. */
  drop(): void {
    this.#stop?.();
    this.#stop = null;
    this.#prepared = null;
    this.#changed = new Map();
    this.#removed = new Set();
  }

  #changedOf(shown: readonly { live: LiveKit }[]): Map<string, LiveKit> {
    const found = shown.map(({ live }) => this.#changed.get(live.id)).filter((kit) => kit !== undefined);
    return new Map(found.map((kit) => [kit.id, kit]));
  }

  #look(): Shown[] {
    return this.#engine.list().flatMap((live) => {
      const view = viewOrNull(live, this.#marks, this.#log);
      return view ? [{ live, view }] : [];
    });
  }

  #again(
    shown: readonly Shown[],
    changed: ReadonlyMap<string, LiveKit>,
    removed: ReadonlySet<string>,
  ): Kit[] {
    const fresh = new Map(changed);
    const old = shown.flatMap(({ live, view }) => {
      fresh.delete(live.id);
      if (removed.has(live.id)) return [];
      const now = changed.get(live.id);
      if (!now) return [{ ...view, ...this.#marks.of(live) }];
      return viewOrNull(now, this.#marks, this.#log) ?? [];
    });
    const come = [...fresh.values()]
      .filter(({ id }) => !removed.has(id))
      .flatMap((live) => viewOrNull(live, this.#marks, this.#log) ?? []);
    return [...come, ...old];
  }
}

/** The start of this day in UTC, ms since 1970. */
function today(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS;
}

/** JSON that the window can read piece by piece: a line break between two kits, and nowhere else. */
function written(kits: readonly Kit[]): string {
  return kits.length === 0 ? '[]' : `[\n${kits.map((kit) => JSON.stringify(kit)).join(',\n')}\n]`;
}

/** What the list shows at its top: flights from this day on, the next one first, then the last ones before it. */
function nextFlights(shown: readonly Shown[], day: number): Shown[] {
  return shown
    .map((one) => ({ one, at: Date.parse(one.live.trip?.departure ?? '') || one.live.created_at }))
    .sort((a, b) => Number(a.at < day) - Number(b.at < day) || (a.at < day ? b.at - a.at : a.at - b.at))
    .slice(0, FIRST + SPARE)
    .map(({ one }) => one);
}
