import { basename } from 'node:path';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { MarkDraftRecord, MarkRecord } from '../library/marks/mark-record.ts';
import type { DomainCalls } from './call-map.ts';
import { suggestedName } from './document-calls.ts';
import type { FileDialogs } from './file-dialogs.ts';

type ListedMark = MarkRecord & { outdated: boolean };

/** As much of main/app/marks.ts as is needed; it says what each may throw. */
export interface MarkBookPort {
  list(kit_id: string): ListedMark[];
  add(kit_id: string, draft: MarkDraftRecord): ListedMark;
  change(kit_id: string, id: string, draft: MarkDraftRecord): ListedMark;
  remove(kit_id: string, id: string): void;
  bookmarks(kit_id: string): { id: string; title: string; heading: string | null; page: number | null }[];
}

export interface MarksCallsDeps {
  engine: Pick<KitEngine, 'get'>;
  dialogs: Pick<FileDialogs, 'saveDocument'>;
  book: MarkBookPort;
  /**
   * Writes a copy of the kit's document with these marks in it.
   * @throws TripKitError of kind `disk` or `document`; nothing is left at `to` then
   */
  copyWithMarks(kit_id: string, marks: readonly MarkRecord[], to: string): Promise<void>;
}

/** Calls of the domain `marks`. */
export function marksCalls({ engine, dialogs, book, copyWithMarks }: MarksCallsDeps): DomainCalls<'marks'> {
  return {
    list: (kit_id) => book.list(kit_id).map(view),
    add: (kit_id, draft) => view(book.add(kit_id, draft)),
    change: (kit_id, id, draft) => view(book.change(kit_id, id, draft)),
    remove: (kit_id, id) => {
      book.remove(kit_id, id);
      return null;
    },
    bookmarks: (kit_id) => book.bookmarks(kit_id),
    saveCopy: async (kit_id) => {
      const name = suggestedName(engine.get(kit_id)).replace(/\.pdf$/, ' with marks.pdf');
      const marks = book.list(kit_id).filter((mark) => !mark.outdated);
      const path = await dialogs.saveDocument(name);
      if (path === null) return null;
      await copyWithMarks(kit_id, marks, path);
      return basename(path);
    },
  };
}

/** The document's hash stays here. */
function view({ id, kit_id, created_at, changed_at, by, draft, outdated }: ListedMark) {
  return {
    id,
    kit_id,
    created_at: new Date(created_at).toISOString(),
    changed_at: new Date(changed_at).toISOString(),
    by,
    draft,
    outdated,
  };
}
