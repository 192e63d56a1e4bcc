import { isDeepStrictEqual } from 'node:util';
import type { Kit } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import type { KitEngine, LiveKit } from './kit-engine.ts';
import { type FlagsOf, viewOrNull } from './kit-view.ts';
import { compareDepartures } from './rules/kit-facts.ts';
import { departureMs } from './rules/same-flight.ts';

/** Kits in the first answer: a few screenfuls. */
const FIRST = 100;
/** Further kits that are prepared, to replace kits that are removed before the answer is asked for. */
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
  /** Kits that changed since, by id; null: removed. */
  changes: Map<string, LiveKit | null>;
  stop(): void;
}

/**
 * The first answer to `kits.listText`, prepared while there is no window yet: checking and serialising ten thousand kits
 * takes time that a person would otherwise wait for. It is used once, with the changes since.
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

  /** The kits of the next flights, as JSON; `[]` if nothing is prepared or if the full list is ready just as soon. */
  firstText(): string {
    const prepared = this.#prepared;
    if (!prepared || prepared.kits.length <= FIRST) return '[]';
    // The window may open long after the app has started.
    const day = today();
    if (day !== prepared.day) Object.assign(prepared, { next: nextFlights(prepared.kits, day), day });
    return written(this.#present(prepared.next, prepared.changes).slice(0, FIRST));
  }

  /** All kits that can be shown, newest first, as JSON with one kit per line. */
  text(): string {
    const prepared = this.#prepared;
    this.drop();
    if (!prepared) return written(this.#all().map(({ view }) => view));
    const { kits, text, changes } = prepared;
    // Flags may have changed although their kits did not: check each in a map.
    if (changes.size === 0 && kits.every((kit) => this.#hasFlags(kit))) return text;
    const listedIds = new Set(kits.map(({ live }) => live.id));
    const added = [...changes.values()].filter((kit) => kit !== null && !listedIds.has(kit.id));
    return written([...added.flatMap((kit) => this.#view(kit) ?? []), ...this.#present(kits, changes)]);
  }

  /** Discards what was prepared. */
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

/** JSON that the window can read piece by piece: line breaks only between kits. */
function written(kits: readonly Kit[]): string {
  return kits.length === 0 ? '[]' : `[\n${kits.map((kit) => JSON.stringify(kit)).join(',\n')}\n]`;
}

/** The top of the list in its order by departure. */
function nextFlights(kits: readonly Shown[], day: number): Shown[] {
  return kits
    .map((one) => {
      const at = departureMs(one.live.trip?.departure);
      return { one, departs: at !== null, at: at ?? one.live.created_at };
    })
    .sort((a, b) => compareDepartures(a, b, day))
    .slice(0, FIRST + SPARE)
    .map(({ one }) => one);
}
