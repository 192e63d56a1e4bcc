import { z } from 'zod';
import { pinName } from '../../preload/contract/reading.ts';
import { TripKitError } from '../common/errors.ts';
import type { AppContext } from '../host/host.ts';
import type { MarkRecord, MarkStore, StoredMark } from '../marks/mark-store.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import type { ComparedKits } from './comparison-store.ts';
import { chartUnder, movedOrder, movedTo } from './marks-moved.ts';
import { type ComparedPage, isChange } from './rules/compared-page.ts';

/** An older kit, the newer one, and their compared pages. */
export interface Change extends ComparedKits {
  pages: readonly ComparedPage[];
}

/** A mark that is on no page of the newer kit until a person accepts it. */
interface WaitingMark {
  mark: StoredMark;
  old_id: string;
  /** The page of the newer kit that replaced the mark's page, or chart of a sheet; null if it is gone. */
  page: number | null;
  /** The chart of the mark, if its page is a sheet. */
  part?: ComparedPage['part'];
  state: ComparedPage['state'];
}

interface CarryOverDeps extends Pick<AppContext, 'log' | 'now' | 'newId' | 'user'> {
  marks: MarkStore;
  carried: CarriedStore;
  /** Whether the kit's flight is over: its pins are then not carried. */
  isOver(kit_id: string): boolean;
}

/** A mark of the older kit that is not settled in the newer one. */
interface Unsettled {
  mark: StoredMark;
  page: ComparedPage;
  /** Id of its unmodified copy on another document of the newer kit; null if there is none. */
  replaces: string | null;
}

/**
 * Carries marks from an older kit of a flight to the newer one. On pages that are the same, or only restamped, each original mark is
 * copied once. On changed pages marks wait until a person accepts them; on pages that are gone they stay with the older kit. Changing
 * or removing a copy does not affect the original, and a removed copy does not come back. Marks added to the older kit later are
 * carried too. Bookmarks find their heading automatically; outdated marks are on no page.
 *
 * Every call @throws TripKitError of kind `disk`.
 */
export class CarryOver {
  readonly #deps: CarryOverDeps;

  constructor(deps: CarryOverDeps) {
    this.#deps = deps;
  }

  /** Copies the marks that belong on pages of the newer kit and are not there yet. @returns how many were copied */
  carry(change: Change): number {
    let carried = 0;
    for (const one of this.#unsettled(change)) {
      const { page } = one;
      if (!isSamePage(page)) continue;
      try {
        this.#copy(change, one, page);
        carried += 1;
      } catch (error) {
        if (!(error instanceof TripKitError) || error.condition !== 'too_many_marks') throw error;
        // The other marks wait, and a person sees them there.
        this.#deps.log.warn(`Marks could not be carried over to the kit ${change.new.id}: it is full.`);
        break;
      }
    }
    return carried;
  }

  /** The waiting marks, by page of the older kit. */
  waiting(change: Change): WaitingMark[] {
    return this.#unsettled(change)
      .map(({ mark, page: { new: page, part, state } }) => ({
        ...{ mark, old_id: change.old.id, page, state },
        ...(part && { part }),
      }))
      .sort((a, b) => a.mark.draft.page - b.mark.draft.page || a.mark.created_at - b.mark.created_at);
  }

  /**
   * Accepts a waiting mark: it belongs on its page of the newer kit.
   *
   * @returns the copy
   * @throws TripKitError of kind `config` if it no longer waits, its page is gone, or the kit is full
   */
  accept(change: Change, mark_id: string): MarkRecord {
    const one = this.#one(change, mark_id);
    const { page } = one;
    if (!isThere(page)) {
      throw new TripKitError(
        'config',
        'The page of this mark is not in the newer kit, so the mark stays with the older one. Nothing was changed.',
        { condition: 'page_gone' },
      );
    }
    return this.#copy(change, one, page);
  }

  /** Declines a waiting mark: it stays with the older kit. @throws TripKitError of kind `config` if it no longer waits */
  decline(change: Change, mark_id: string): void {
    const one = this.#one(change, mark_id);
    this.#deps.carried.settle(this.#row(change, one.mark, null), null, null);
  }

  #one(change: Change, mark_id: string): Unsettled {
    const found = this.#unsettled(change).find(({ mark }) => mark.id === mark_id);
    if (!found) throw markWaitsNoLonger();
    return found;
  }

  #copy(change: Change, { mark, replaces }: Unsettled, page: ComparedPage & { new: number }): MarkRecord {
    const { now, newId, carried } = this.#deps;
    const at = now();
    const copy: MarkRecord = {
      id: newId(),
      kit_id: change.new.id,
      document_sha256: change.new.document.sha256,
      by: mark.by,
      created_at: at,
      changed_at: at,
      draft: movedTo(mark.draft, page, change.pages),
    };
    carried.settle(this.#row(change, mark, copy.id), copy, replaces);
    return copy;
  }

  #row(change: Change, { origin_id }: StoredMark, mark_id: string | null): Carried {
    const { user, now } = this.#deps;
    return { kit_id: change.new.id, origin_id, from_kit_id: change.old.id, mark_id, who: user, at: now() };
  }

  #unsettled({ old, new: newer, pages }: Change): Unsettled[] {
    const { marks, carried, isOver } = this.#deps;
    const drawn = marks.ofKit(old.id).filter(({ draft, document_sha256 }) => {
      if (draft.kind === 'bookmark' || document_sha256 !== old.document.sha256) return false;
      return draft.kind !== 'pin' || !(isOver(old.id) || isOver(newer.id));
    });
    if (drawn.length === 0) return [];
    const settled = carried.ofKit(newer.id);
    const pagesOf = Map.groupBy(pages, ({ old: page }) => page);
    return drawn.flatMap((mark): Unsettled[] => {
      const page = chartUnder(mark.draft, pagesOf.get(mark.draft.page) ?? []);
      if (page === undefined) return [];
      const row = settled.get(mark.origin_id);
      if (row === undefined) return [{ mark, page, replaces: null }];
      const copy = row.mark_id === null ? null : marks.get(row.mark_id);
      const isOutdated = copy !== null && copy.document_sha256 !== newer.document.sha256;
      return isOutdated && copy.changed_at === copy.created_at ? [{ mark, page, replaces: copy.id }] : [];
    });
  }
}

const place = z.looseObject({
  page: z.number().int().min(1),
  page_turns: z.array(z.tuple([z.number().int().min(1), z.unknown()])),
  pin_order: z.array(pinName).optional(),
});

/**
 * Where a person begins in a newer kit that they open for the first time: the same place as in the older one.
 *
 * @param before ReadingPlace of the contract
 * @returns null if that page is different now, or `before` is not a place
 */
export function carriedPlace(before: unknown, pages: readonly ComparedPage[]): unknown {
  const read = place.safeParse(before);
  if (!read.success) return null;
  const pagesOf = Map.groupBy(pages, ({ old }) => old);
  const same = new Map(
    [...pagesOf].flatMap(([old, charts]) => {
      const [first] = charts;
      return first?.new && charts.every(isSamePage) ? [[old, first.new] as const] : [];
    }),
  );
  const page = same.get(read.data.page);
  if (page === undefined) return null;
  const page_turns = read.data.page_turns.flatMap(([old, turn]) => {
    const now = same.get(old);
    return now === undefined ? [] : [[now, turn]];
  });
  const pin_order =
    read.data.pin_order &&
    movedOrder(read.data.pin_order, pages, (draft) => {
      const to = chartUnder(draft, pagesOf.get(draft.page) ?? []);
      return to && isSamePage(to) ? to : null;
    });
  return { ...read.data, page, page_turns, ...(pin_order && { pin_order }) };
}

/** The error when a mark has been settled meanwhile. */
export function markWaitsNoLonger(): TripKitError {
  return new TripKitError('config', 'This mark waits no longer. Open the kit again to see its marks.', {
    condition: 'unknown_mark',
  });
}

function isThere(page: ComparedPage): page is ComparedPage & { new: number } {
  return page.new !== null;
}

/** Whether a drawing on the older page also applies to the newer one. */
function isSamePage(page: ComparedPage): page is ComparedPage & { new: number } {
  return !isChange(page) && isThere(page);
}

const carriedRow = z.object({
  /** The newer kit. */
  kit_id: z.string(),
  /** The original mark; the older kit's mark may itself be a copy of it. */
  origin_id: z.string(),
  /** The older kit. */
  from_kit_id: z.string(),
  /** The copy in the newer kit, which may have been removed since; null: the person declined it. */
  mark_id: z.string().nullable(),
  /** The user name of the operating system's account. */
  who: z.string(),
  /** ms since 1970 UTC. */
  at: z.number(),
});

/** How a mark of an older kit was settled in a newer one. */
type Carried = z.infer<typeof carriedRow>;

/**
 * Marks of older kits that are settled in newer ones, by the original mark's id: a second comparison, a third kit or a restart copies
 * none again. Durable when a call returns. Throws TripKitError of kind `disk`.
 */
export class CarriedStore {
  readonly #database: SqliteConnection;
  readonly #marks: MarkStore;

  /** @param marks a store in the same database */
  constructor(database: SqliteConnection, marks: MarkStore) {
    this.#database = database;
    this.#marks = marks;
  }

  /** Settled marks of a newer kit, by the original mark's id. */
  ofKit(kit_id: string): Map<string, Carried> {
    const rows = this.#database.find(carriedRow, 'SELECT * FROM carried WHERE kit_id = ?', kit_id);
    return new Map(rows.map((row) => [row.origin_id, row]));
  }

  /**
   * Settles a mark and adds its copy, both or neither.
   *
   * @param copy the record of `mark_id`; null if the mark was declined
   * @param replaces id of a copy on another document of the newer kit, which is removed
   * @throws TripKitError as `MarkStore.add`
   */
  settle(row: Carried, copy: MarkRecord | null, replaces: string | null): void {
    this.#database.write(() => {
      if (replaces !== null) this.#marks.remove(replaces);
      if (copy !== null) this.#marks.add(copy, row.from_kit_id);
      this.#database.put('carried', 'kit_id, origin_id', { ...row });
    });
  }
}
