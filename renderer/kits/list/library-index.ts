import type { Kit } from '../../../preload/contract.ts';
import { type Arrangement, compareIn, isByDeparture } from './arrangement.ts';
import { lowerBound, withChanges } from './kit-collection.ts';
import { type LibraryEntry, libraryEntry } from './library-entry.ts';
import {
  groupKey,
  groupOf,
  isNarrowed,
  type LibraryFilter,
  type LibraryGroup,
  matcher,
  needsPerson,
} from './library-order.ts';

/** Search texts that are computed at once: some ms. */
const WARM_AT_ONCE = 400;

/** The head of a group, with the number of its kits that are shown; 0 for the line of the current time. */
export interface LibraryHead {
  group: LibraryGroup;
  count: number;
}
/** One line of the list. */
export type LibraryRow = LibraryHead | LibraryEntry;

export function isHead(row: LibraryRow): row is LibraryHead {
  return 'group' in row;
}

/** The place of the current time in a list by departure. */
interface NowLine {
  /** Its row; null if nothing departs any more. */
  row: number | null;
  /** The kit and the time of the next departure, ms since 1970; null if none is shown. */
  next: { id: string; at: number } | null;
}

const NO_NOW: NowLine = { row: null, next: null };

/** What the list shows. */
export class LibraryView {
  readonly rows: readonly LibraryRow[];
  /** The places of the heads in `rows`, in order. */
  readonly heads: readonly number[];
  /** How many kits are shown. */
  readonly count: number;
  /** How many kits there are. */
  readonly total: number;
  /** The place of the current time. */
  readonly now: NowLine;
  #places: Map<string, number> | null = null;

  constructor(rows: readonly LibraryRow[], heads: readonly number[], total: number, now: NowLine = NO_NOW) {
    this.rows = rows;
    this.heads = heads;
    this.count = rows.length - heads.length;
    this.total = total;
    this.now = now;
  }

  /** The row of a kit; undefined if it is not shown. */
  rowOf(id: string): number | undefined {
    this.#places ??= new Map(
      this.rows.flatMap((row, index) => (isHead(row) ? [] : [[row.kit.id, index] as const])),
    );
    return this.#places.get(id);
  }

  /** How many heads there are up to and including a row. */
  headsUpTo(row: number): number {
    return lowerBound(this.heads.length, (head) => (this.heads[head] ?? Infinity) <= row);
  }

  /** The position of a row's kit in the list, from 1. */
  positionOf(row: number): number {
    return row + 1 - this.headsUpTo(row);
  }

  /** The kit at a position, from 0; the first or last one beyond the ends. Undefined in an empty list. */
  kitAt(position: number): LibraryEntry | undefined {
    if (this.count === 0) return undefined;
    const wanted = Math.min(this.count - 1, Math.max(0, position));
    // The row is `wanted` plus the heads before it: at most one more at each step.
    let row = wanted;
    for (let heads = this.headsUpTo(row); row !== wanted + heads; heads = this.headsUpTo(row))
      row = wanted + heads;
    const found = this.rows[row];
    return found && !isHead(found) ? found : undefined;
  }

  /** The ids of the kits that are shown, in order. */
  ids(): string[] {
    return this.rows.flatMap((row) => (isHead(row) ? [] : [row.kit.id]));
  }
}

export const emptyView = new LibraryView([], [], 0);

/** All kits in order, stored so that a change of one is cheap with ten thousand of them. */
export class LibraryIndex {
  readonly #entries = new Map<string, LibraryEntry>();
  /** In order. */
  #sorted: readonly LibraryEntry[] = [];
  #warmed = 0;
  #arrangement: Arrangement;
  #today: number;
  #names: ReadonlyMap<string, string> | null = null;

  /** @param today the start of this day in UTC, ms since 1970 */
  constructor(arrangement: Arrangement, today: number) {
    this.#arrangement = arrangement;
    this.#today = today;
  }

  /** Applies the changes since the last call: a changed kit is a new object. */
  sync(kits: readonly Kit[]): void {
    const gone: LibraryEntry[] = [];
    const come: LibraryEntry[] = [];
    for (const kit of kits) {
      const before = this.#entries.get(kit.id);
      if (before?.kit === kit) continue;
      if (before) gone.push(before);
      const entry = libraryEntry(kit, this.#names?.get(kit.profile_id));
      this.#entries.set(kit.id, entry);
      come.push(entry);
    }
    if (this.#entries.size > kits.length) {
      const there = new Set(kits.map(({ id }) => id));
      for (const [id, entry] of this.#entries) {
        if (there.has(id)) continue;
        gone.push(entry);
        this.#entries.delete(id);
      }
    }
    this.#change(gone, come);
  }

  /** Sets the names of the profiles, which a search finds; null if there is only one. */
  setNames(names: ReadonlyMap<string, string> | null): void {
    this.#names = names;
    const before = [...this.#entries.values()];
    const after = before.map(({ kit }) => libraryEntry(kit, names?.get(kit.profile_id)));
    for (const entry of after) this.#entries.set(entry.kit.id, entry);
    this.#change(before, after);
  }

  /** @param today the start of this day in UTC, ms since 1970 */
  arrange(arrangement: Arrangement, today: number): void {
    this.#arrangement = arrangement;
    this.#today = today;
    this.#sorted = this.#sorted.toSorted(compareIn(arrangement, today));
  }

  /** Every airport of the kits, with the number of kits, the most common first. */
  airports(): { code: string; count: number }[] {
    const counts = new Map<string, number>();
    for (const { airports } of this.#entries.values())
      for (const code of new Set(airports)) counts.set(code, (counts.get(code) ?? 0) + 1);
    return [...counts]
      .map(([code, count]) => ({ code, count }))
      .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
  }

  /** Computes some more search texts, ahead of the first search. Returns whether all are done. */
  warm(): boolean {
    for (const stop = this.#warmed + WARM_AT_ONCE; this.#warmed < stop; this.#warmed += 1)
      // Reading the property computes it.
      void this.#sorted[this.#warmed]?.text;
    return this.#warmed >= this.#sorted.length;
  }

  /** What the list shows under a filter. @param now ms since 1970, for the current time's line in a list by departure; null: none */
  view(filter: LibraryFilter, now: number | null = null): LibraryView {
    const all = this.#sorted;
    const shown = isNarrowed(filter) ? all.filter(matcher(filter, this.#today)) : all;
    const { layout, order, failedFirst } = this.#arrangement;
    const place = now === null || !isByDeparture(this.#arrangement) ? null : this.#placeOf(now, shown);
    const rows: LibraryRow[] = [];
    const heads: number[] = [];
    let nowRow: number | null = null;
    const drawNow = () => {
      nowRow = rows.length;
      heads.push(rows.length);
      rows.push({ group: { kind: 'now' }, count: 0 });
    };
    let head: LibraryHead | null = null;
    let key: string | number | null = null;
    for (const [index, entry] of shown.entries()) {
      if (index === place?.index) drawNow();
      const own = layout === 'cards' ? groupKey(order, entry, failedFirst) : null;
      if (own !== null && (head === null || own !== key)) {
        key = own;
        head = { group: groupOf(order, own), count: 0 };
        heads.push(rows.length);
        rows.push(head);
      }
      if (head) head.count += 1;
      rows.push(entry);
    }
    if (place?.index === shown.length) drawNow();
    return new LibraryView(rows, heads, all.length, { row: nowRow, next: place?.next ?? null });
  }

  #change(gone: readonly LibraryEntry[], come: readonly LibraryEntry[]): void {
    this.#sorted = withChanges(this.#sorted, gone, come, compareIn(this.#arrangement, this.#today));
  }

  /** The index of the first kit below the current time, and the next departure; null if it has no place. */
  #placeOf(now: number, shown: readonly LibraryEntry[]): { index: number; next: NowLine['next'] } | null {
    const { layout, down, failedFirst } = this.#arrangement;
    const lifted = failedFirst ? shown.findIndex(({ kit }) => !needsPerson(kit)) : 0;
    const first = lifted < 0 ? shown.length : lifted;
    const rest = shown.slice(first);
    const isDown = layout === 'table' && down;
    const isBelow = (entry: LibraryEntry) =>
      isDown ? entry.at < now : entry.at >= now || (layout === 'cards' && entry.at < this.#today);
    // Kits without a departure come after those to come.
    const found = rest.findIndex((entry) => isBelow(entry) || !entry.departs);
    const below = found < 0 ? rest.length : found;
    let next: LibraryEntry | null = null;
    for (const entry of shown)
      if (entry.departs && entry.at >= now && (next === null || entry.at < next.at)) next = entry;
    if (next === null && below === 0) return null;
    return { index: first + below, next: next && { id: next.kit.id, at: next.at } };
  }
}
