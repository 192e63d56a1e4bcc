import { z } from 'zod';
import { TripKitError } from '../common/errors.ts';
import type { AppContext } from '../host/host.ts';
import type { MarkRecord, StoredMark } from '../marks/mark-record.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import type { KitDocument } from '../store/kit-record.ts';
import type { Carried, CarriedStore } from './carried-store.ts';
import type { ComparedPage } from './comparison-record.ts';

/** As much of a kit as is needed: its document is here. */
export interface CarryKit {
  id: string;
  document: KitDocument;
}

/** An older kit, the newer one, and what became of the pages between them. */
export interface Change {
  old: CarryKit;
  new: CarryKit;
  pages: readonly ComparedPage[];
}

/** A mark that is on no page of the newer kit until a person says so. */
export interface WaitingMark {
  mark: StoredMark;
  old_id: string;
  /** The page of the newer kit that took the place of the mark's; null where it is gone. */
  page: number | null;
  state: ComparedPage['state'];
}

export interface CarryOverDeps extends Pick<AppContext, 'log' | 'now' | 'newId' | 'user'> {
  marks: MarkStore;
  carried: CarriedStore;
  /** Whether the kit's flight is over: its pins have gone. */
  isOver(kit_id: string): boolean;
}

/** A mark of the older kit that is not settled in the newer one. */
interface Unsettled {
  mark: StoredMark;
  page: ComparedPage;
  /** Its copy on another document of the newer kit, which nobody has changed. */
  replaces: string | null;
}

/**
 * Carries marks from an older kit of a flight to the newer one. On pages that are the same, or only restamped, they are copied, once
 * for each mark that was drawn; on changed pages they wait until a person says that they belong there, and on those that are gone
 * they stay with the older kit. A copy that is changed or removed leaves its origin alone, and does not come back. Marks that the
 * older kit gets later are carried too. Bookmarks find their heading by themselves, and outdated marks are on no page.
 *
 * Every call @throws TripKitError of kind `disk`.
 */
export class CarryOver {
  readonly #deps: CarryOverDeps;

  constructor(deps: CarryOverDeps) {
    this.#deps = deps;
  }

  /** Copies what belongs on pages of the newer kit and is not there yet. @returns how many marks */
  carry(change: Change): number {
    let carried = 0;
    for (const one of this.#unsettled(change)) {
      const { page } = one;
      if (!isSamePage(page)) continue;
      try {
        this.#copy(change, one, page.new);
        carried += 1;
      } catch (error) {
        if (!(error instanceof TripKitError) || error.condition !== 'too_many_marks') throw error;
        // The others wait, and a person sees them there.
        this.#deps.log.warn(`Marks could not be carried over to the kit ${change.new.id}: it is full.`);
        break;
      }
    }
    return carried;
  }

  /** The marks that wait, by page of the older kit. */
  waiting(change: Change): WaitingMark[] {
    return this.#unsettled(change)
      .map(({ mark, page }) => ({ mark, old_id: change.old.id, page: page.new, state: page.state }))
      .sort((a, b) => a.mark.draft.page - b.mark.draft.page || a.mark.created_at - b.mark.created_at);
  }

  /**
   * A person says that a waiting mark belongs on its page of the newer kit.
   *
   * @returns the copy
   * @throws TripKitError of kind `config` where it waits no longer, its page is gone, or the kit is full
   */
  accept(change: Change, mark_id: string): MarkRecord {
    const one = this.#one(change, mark_id);
    if (one.page.new === null) {
      throw new TripKitError(
        'config',
        'The page of this mark is not in the newer kit, so the mark stays with the older one. Nothing was changed.',
        { condition: 'page_gone' },
      );
    }
    return this.#copy(change, one, one.page.new);
  }

  /** A person leaves a waiting mark with the older kit. @throws TripKitError of kind `config` where it waits no longer */
  decline(change: Change, mark_id: string): void {
    const one = this.#one(change, mark_id);
    this.#deps.carried.settle(this.#row(change, one.mark, null), null, null);
  }

  #one(change: Change, mark_id: string): Unsettled {
    const found = this.#unsettled(change).find(({ mark }) => mark.id === mark_id);
    if (!found) throw markWaitsNoLonger();
    return found;
  }

  #copy(change: Change, { mark, replaces }: Unsettled, page: number): MarkRecord {
    const { now, newId, carried } = this.#deps;
    const at = now();
    const copy: MarkRecord = {
      id: newId(),
      kit_id: change.new.id,
      document_sha256: change.new.document.sha256,
      by: mark.by,
      created_at: at,
      changed_at: at,
      draft: { ...mark.draft, page },
    };
    carried.settle(this.#row(change, mark, copy.id), copy, replaces);
    return copy;
  }

  #row(change: Change, { origin_id }: StoredMark, mark_id: string | null): Carried {
    const { user, now } = this.#deps;
    return { kit_id: change.new.id, origin_id, from_kit_id: change.old.id, mark_id, who: user, at: now() };
  }

  #unsettled({ old, new: new_, pages }: Change): Unsettled[] {
    const { marks, carried, isOver } = this.#deps;
    const drawn = marks.ofKit(old.id).filter(({ draft, document_sha256 }) => {
      if (draft.kind === 'bookmark' || document_sha256 !== old.document.sha256) return false;
      return draft.kind !== 'pin' || !(isOver(old.id) || isOver(new_.id));
    });
    if (drawn.length === 0) return [];
    const settled = carried.ofKit(new_.id);
    const pageOf = new Map(pages.flatMap((page) => (page.old === null ? [] : [[page.old, page] as const])));
    return drawn.flatMap((mark): Unsettled[] => {
      const page = pageOf.get(mark.draft.page);
      if (page === undefined) return [];
      const row = settled.get(mark.origin_id);
      if (row === undefined) return [{ mark, page, replaces: null }];
      const copy = row.mark_id === null ? null : marks.get(row.mark_id);
      const isOutdated = copy !== null && copy.document_sha256 !== new_.document.sha256;
      return isOutdated && copy.changed_at === copy.created_at ? [{ mark, page, replaces: copy.id }] : [];
    });
  }
}

const place = z.looseObject({
  page: z.number().int().min(1),
  page_turns: z.array(z.tuple([z.number().int().min(1), z.unknown()])),
  pin_order: z.array(z.number().int().min(1)).optional(),
});

/**
 * Where a person is in the newer kit when they open it first: where they were in the older one.
 *
 * @param before ReadingPlace of the contract
 * @returns null where that page is another one now, or `before` is no place
 */
export function carriedPlace(before: unknown, pages: readonly ComparedPage[]): unknown {
  const read = place.safeParse(before);
  if (!read.success) return null;
  const same = new Map(pages.filter(isSamePage).map((page) => [page.old, page.new]));
  const page = same.get(read.data.page);
  if (page === undefined) return null;
  const page_turns = read.data.page_turns.flatMap(([old, turn]) => {
    const now = same.get(old);
    return now === undefined ? [] : [[now, turn]];
  });
  const pin_order = read.data.pin_order?.flatMap((old) => same.get(old) ?? []);
  return { ...read.data, page, page_turns, ...(pin_order && { pin_order }) };
}

/** What a mark is told to that was settled meanwhile. */
export function markWaitsNoLonger(): TripKitError {
  return new TripKitError('config', 'This mark waits no longer. Open the kit again to see its marks.', {
    condition: 'unknown_mark',
  });
}

type SamePage = ComparedPage & { old: number; new: number };

/** Whether what was drawn on the older page is about the newer one. */
function isSamePage(page: ComparedPage): page is SamePage {
  return (page.state === 'same' || page.state === 'restamped') && page.old !== null && page.new !== null;
}
