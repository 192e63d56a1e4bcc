import { documentsOrigin } from '../host/app-origin.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { RecordNotes } from '../host/host.ts';
import { saveChosen } from '../host/save-file.ts';
import type { ActivityLog } from '../kits/activity-log.ts';
import { documentOf, isDamaged, notHere, suggestedName } from '../kits/kit-document.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import { viewKit } from '../kits/kit-view.ts';
import type { DocumentChecker } from '../soundness/document-checker.ts';
import type { DocumentPasses } from './document-passes.ts';
import type { WindowDocuments } from './open-documents.ts';

/** A kit whose document is dragged, and the name of its copy. */
export interface NamedKit {
  id: string;
  name: string;
}

export interface DocumentCallsDeps {
  /** The dialogs of the calling window. */
  dialogs: FileDialogs;
  /** The documents that the calling window's views hold open: retention does not remove them. */
  open: WindowDocuments;
  passes: Pick<DocumentPasses, 'give' | 'end'>;
  checker: Pick<DocumentChecker, 'check' | 'suspect'>;
  /** Records what this computer's user does. */
  activity: Pick<ActivityLog, 'record'>;
  /** Passes documents to the system's drag (main/electron/drag-out.ts). @throws TripKitError of kind `config` or `disk` */
  dragOut: { prepare(kits: readonly NamedKit[]): Promise<void>; drag(kits: readonly NamedKit[]): void };
  /** Writes a copy of a kit's document. @throws TripKitError of kind `disk` */
  copyDocument(kit_id: string, to: string): Promise<void>;
  /** Facts about a kit's current file; null if there is none. */
  fileFacts(kit_id: string): Promise<{ bytes: number; stamp: string } | null>;
  flags: Pick<KitFlags, 'of'>;
  /** Records events that have no other entry. */
  notes: RecordNotes;
  engine: Pick<KitEngine, 'get'>;
}

/** Handlers of the domain `documents`. */
export function documentCalls(deps: DocumentCallsDeps): DomainCalls<'documents'> {
  const { engine, dialogs, open, passes, checker, activity, dragOut, flags } = deps;
  const nameOf = (kit: LiveKit) => suggestedName(kit, isDamaged(kit, flags));
  /** The kits that have a document, once each. */
  const dragged = (kit_ids: readonly string[]): NamedKit[] => {
    const ready = [...new Set(kit_ids)].map((id) => engine.get(id)).filter(({ document }) => document);
    if (ready.length === 0) throw notHere();
    return ready.map((kit) => ({ id: kit.id, name: nameOf(kit) }));
  };
  return {
    open: async (kit_id) => {
      documentOf(engine.get(kit_id));
      open.add(kit_id);
      const file = await deps.fileFacts(kit_id);
      if (file === null) await checker.check(kit_id);
      const kit = engine.get(kit_id);
      const { sha256, pages, ...verified } = documentOf(kit);
      const { bytes, stamp } = file ?? { ...verified, stamp: null };
      activity.record('opened', [kit]);
      const isSound = bytes === verified.bytes && !isDamaged(kit, flags);
      // The file is checked in full while the person reads.
      if (!isSound) checker.suspect(kit_id, stamp);
      return { kit_id, bytes, sha256: isSound ? sha256 : null, pages };
    },
    pass: (kit_id, page) => {
      documentOf(engine.get(kit_id));
      return passes.give(kit_id, documentsOrigin(page));
    },
    endPass: (page) => passes.end(documentsOrigin(page)),
    closed: (kit_id) => void open.delete(kit_id),
    shown: (kit_ids) => {
      open.shown = kit_ids;
    },
    saveCopy: async (kit_id) => {
      const kit = engine.get(kit_id);
      documentOf(kit);
      return saveChosen(dialogs.saveDocument(nameOf(kit)), async (path) => {
        await deps.copyDocument(kit_id, path);
        deps.notes.note('saved', 'A copy of the document was saved outside the app.', kit);
      });
    },
    prepareDrag: async (kit_ids) => dragOut.prepare(dragged(kit_ids)),
    // No await here: the system's drag must begin within the call that asks for it (main/electron/nested-loop.ts).
    drag: (kit_ids) => dragOut.drag(dragged(kit_ids)),
    check: async (kit_id) => {
      engine.get(kit_id);
      await checker.check(kit_id);
      return viewKit(engine.get(kit_id), flags);
    },
  };
}
