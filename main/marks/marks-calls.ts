import { utc } from '../common/utc.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { RecordNotes } from '../host/host.ts';
import { saveChosen } from '../host/save-file.ts';
import { isDamaged, suggestedName } from '../kits/kit-document.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import type { Annotations, ListedMark } from './kit-annotations.ts';
import type { MarkRecord } from './mark-record.ts';

export interface MarksCallsDeps {
  /** The dialogs of the calling window. */
  dialogs: FileDialogs;
  annotations: Pick<Annotations, 'list' | 'add' | 'change' | 'remove' | 'bookmarks'>;
  /** Writes a copy that contains these marks. @throws TripKitError of kind `disk` or `document`; nothing is then written to `to` */
  copyWithMarks(kit_id: string, marks: readonly MarkRecord[], to: string): Promise<void>;
  flags: Pick<KitFlags, 'of'>;
  /** Records events that have no other entry. */
  notes: RecordNotes;
  /** Tells the other windows that the marks of this kit changed. */
  marked(kit_id: string): void;
  engine: Pick<KitEngine, 'get'>;
}

/** Handlers of the domain `marks`. */
export function marksCalls(deps: MarksCallsDeps): DomainCalls<'marks'> {
  const { engine, dialogs, annotations, copyWithMarks, flags, notes, marked } = deps;
  return {
    list: (kit_id) => annotations.list(kit_id).map(viewMark),
    add: (kit_id, draft) => {
      const mark = viewMark(annotations.add(kit_id, draft));
      marked(kit_id);
      return mark;
    },
    change: (kit_id, id, draft) => {
      const mark = viewMark(annotations.change(kit_id, id, draft));
      marked(kit_id);
      return mark;
    },
    remove: (kit_id, id) => {
      const markedKit = annotations.remove(kit_id, id);
      if (markedKit !== null) marked(markedKit);
    },
    bookmarks: (kit_id) => annotations.bookmarks(kit_id),
    saveCopy: async (kit_id) => {
      const kit = engine.get(kit_id);
      const name = suggestedName(kit, isDamaged(kit, flags)).replace(/\.pdf$/, ' with marks.pdf');
      const marks = annotations.list(kit_id).filter((mark) => !mark.outdated);
      return saveChosen(dialogs.saveDocument(name), async (path) => {
        await copyWithMarks(kit_id, marks, path);
        notes.note('saved', 'A copy of the document with its marks was saved outside the app.', kit);
      });
    },
  };
}

/** A mark as the contract shows it, without the document's hash. */
export function viewMark({ document_sha256: _, created_at, changed_at, ...mark }: ListedMark) {
  return { ...mark, created_at: utc(created_at), changed_at: utc(changed_at) };
}
