import { isDeepStrictEqual } from 'node:util';
import type { Kit } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import type { KitEngine, LiveKit } from './kit-engine.ts';
import { type FlagsOf, viewOrNull } from './kit-view.ts';

/** Kits of the first answer: some screenfuls. */
const FIRST = 100;
/** As many more are prepared, in the place of those that are removed until it is asked for. */
const SPARE = 50;
const DAY_MS = 86_400_000;

interface Shown {
  live: LiveKit;
  view: Kit;
}

interface Prepared {
  kits: Shown[];
  text: string;
  /** The next flights of `day`. */
  next: Shown[];
  day: number;
  /** Kits as they are since; null: removed. */
  changes: Map<string, LiveKit | null>;
  stop(): void;
}

/**
 * The first answer to `kits.listText`, prepared while there is no window yet: checking and writing out ten thousand kits
 * takes a moment that a person would otherwise wait for. It is used once, with what has changed meanwhile.
 */
export class FirstList {
  readonly #engine: Pick<KitEngine, 'list' | 'onChange'>;
  readonly #flags: FlagsOf;
  readonly #log: Log;
  #prepared: Prepared | null = null;

  constructor(engine: Pick<KitEngine, 'list' | 'onChange'>, flags: FlagsOf, log: Log) {
    this.#engine = engine;
    this.#flags = flags;
    this.#log = log;
  }

  /** Prepares the answer now. */
  prepare(): void {
    this.drop();
    const changes: Prepared['changes'] = new Map();
    const stop = this.#engine.onChange(({ changed, removed }) => {
      for (const kit of changed) changes.set(kit.id, kit);
      for (const id of removed) changes.set(id, null);
    });
    const kits = this.#all();
    const day = today();
    const text = written(kits.map(({ view }) => view));
    this.#prepared = { kits, text, next: nextFlights(kits, day), day, changes, stop };
  }

  /** The kits of the next flights, as JSON; `[]` where nothing is prepared or all of them are as soon there. */
  firstText(): string {
    const prepared = this.#prepared;
    if (!prepared || prepared.kits.length <= FIRST) return '[]';
    // The window may open long after the app has begun.
    const day = today();
    if (day !== prepared.day) Object.assign(prepared, { next: nextFlights(prepared.kits, day), day });
    return written(this.#present(prepared.next, prepared.changes).slice(0, FIRST));
  }

  /** Every kit that can be shown, newest first, as JSON with each kit on a line of its own. */
  text(): string {
    const prepared = this.#prepared;
    this.drop();
    if (!prepared) return written(this.#all().map(({ view }) => view));
    const { kits, text, changes } = prepared;
    // Flags may have changed without their kits: each costs a look into a map.
    if (changes.size === 0 && kits.every((kit) => this.#hasFlags(kit))) return text;
    const known = new Set(kits.map(({ live }) => live.id));
    const added = [...changes.values()].filter((kit) => kit !== null && !known.has(kit.id));
    return written([...added.flatMap((kit) => this.#view(kit) ?? []), ...this.#present(kits, changes)]);
  }

  /** Forgets what was prepared. */
  drop(): void {
    this.#prepared?.stop();
    this.#prepared = null;
  }

  #all(): Shown[] {
    return this.#engine.list().flatMap((live) => {
      const view = this.#view(live);
      return view ? [{ live, view }] : [];
    });
  }

  /** The kits as they are now. */
  #present(kits: readonly Shown[], changes: Prepared['changes']): Kit[] {
    return kits.flatMap(({ live, view }) => {
      const now = changes.get(live.id);
      return now === undefined ? { ...view, ...this.#flags.of(live) } : (this.#view(now) ?? []);
    });
  }

  #view(kit: LiveKit | null): Kit | null {
    return kit && viewOrNull(kit, this.#flags, this.#log);
  }

  #hasFlags({ live, view }: Shown): boolean {
    const { pinned, superseded_by, acknowledged, opened_at, dates, soundness, changes } =
      this.#flags.of(live);
    return (
      soundness?.state === view.soundness?.state &&
      soundness?.at === view.soundness?.at &&
      soundness?.seal === view.soundness?.seal &&
      pinned === view.pinned &&
      superseded_by === view.superseded_by &&
      acknowledged === view.acknowledged &&
      opened_at === view.opened_at &&
      JSON.stringify(dates) === JSON.stringify(view.dates) &&
      isDeepStrictEqual(changes, view.changes)
    );
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
function nextFlights(kits: readonly Shown[], day: number): Shown[] {
  return kits
    .map((one) => ({ one, at: Date.parse(one.live.trip?.departure ?? '') || one.live.created_at }))
    .sort((a, b) => Number(a.at < day) - Number(b.at < day) || (a.at < day ? b.at - a.at : a.at - b.at))
    .slice(0, FIRST + SPARE)
    .map(({ one }) => one);
}
