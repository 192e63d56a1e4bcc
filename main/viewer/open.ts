import { constants, createReadStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { abortable } from '../common/wait.ts';
import { writeWholeFile } from '../common/whole-file.ts';
import { writeCopy } from '../documents/document-copy.ts';
import { appDocument, freeSpace } from '../documents/document-folder.ts';
import { stampOf } from '../documents/examine-document.ts';
import { documentsOrigin } from '../host/app-origin.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { Host, RecordNotes } from '../host/host.ts';
import { saveChosen } from '../host/save-file.ts';
import type { ActivityLog } from '../kits/activity-log.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import { documentOf, isDamaged, notHere, suggestedName, viewKit } from '../kits/kit-view.ts';
import type { DocumentChecker } from '../soundness/document-checker.ts';
import type { KitStore } from '../store/kit-store.ts';
import { DocumentPasses, type WindowDocuments } from './open-documents.ts';
import { createDocumentResponder } from './serve-document.ts';

/** Time limit for a copy on this laptop's own disk, ms. */
const DRAG_COPY_TIMEOUT_MS = 60_000;

interface ViewerNeeds {
  engine: Pick<KitEngine, 'get'>;
  kits: Pick<KitStore, 'get'>;
  flags: Pick<KitFlags, 'of'>;
  checker: Pick<DocumentChecker, 'check' | 'suspect' | 'served'>;
  /** Records what this computer's user does. */
  activity: Pick<ActivityLog, 'record'>;
  /** Records events that have no other entry. */
  notes: RecordNotes;
}

interface ViewerWindow {
  /** The dialogs of the calling window. */
  dialogs: FileDialogs;
  /** The documents that the calling window's views hold open: retention does not remove them. */
  open: WindowDocuments;
}

/** A kit whose document is dragged, and the name of its copy. */
interface NamedKit {
  id: string;
  name: string;
}

interface ViewerActions {
  /** Passes documents to the system's drag (main/electron/drag-out.ts). @throws TripKitError of kind `config` or `disk` */
  dragOut: { prepare(kits: readonly NamedKit[]): Promise<void>; drag(kits: readonly NamedKit[]): void };
}

/** Reading and copying documents of the library, by the kits' ids and by passes. */
export function openViewer(host: Host, { engine, kits, flags, checker, activity, notes }: ViewerNeeds) {
  const folder = host.paths.documents;
  const passes = new DocumentPasses();
  const fileOf = (id: string) => appDocument(folder, id).file;
  const nameOf = (kit: LiveKit) => suggestedName(kit, isDamaged(kit, flags));
  /** The kits that have a document, once each. */
  const dragged = (kit_ids: readonly string[]): NamedKit[] => {
    const ready = [...new Set(kit_ids)].map((id) => engine.get(id)).filter(({ document }) => document);
    if (ready.length === 0) throw notHere();
    return ready.map((kit) => ({ id: kit.id, name: nameOf(kit) }));
  };
  const callsOf = (
    { dialogs, open }: ViewerWindow,
    { dragOut }: ViewerActions,
  ): DomainCalls<'documents'> => ({
    open: async (kit_id) => {
      documentOf(engine.get(kit_id));
      open.add(kit_id);
      const file = await stat(fileOf(kit_id)).catch(() => null);
      if (file === null) await checker.check(kit_id);
      const kit = engine.get(kit_id);
      const verified = documentOf(kit);
      const bytes = file?.size ?? verified.bytes;
      activity.record('opened', [kit]);
      const isSound = bytes === verified.bytes && !isDamaged(kit, flags);
      // The file is checked in full while the person reads.
      if (!isSound) checker.suspect(kit_id, file && stampOf(file));
      return { kit_id, bytes, sha256: isSound ? verified.sha256 : null, pages: verified.pages };
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
        const file = fileOf(kit_id);
        await writeCopy(path, 'Saving the copy', file, () => createReadStream(file));
        notes.note('saved', 'A copy of the document was saved outside the app.', kit);
      });
    },
    prepareDrag: async (kit_ids) => dragOut.prepare(dragged(kit_ids)),
    // No await here: the system's drag must begin within the call that asks for it (main/electron/drag-out.ts).
    drag: (kit_ids) => dragOut.drag(dragged(kit_ids)),
    check: async (kit_id) => {
      engine.get(kit_id);
      await checker.check(kit_id);
      return viewKit(engine.get(kit_id), flags);
    },
  });
  return {
    /** The kit that a document's page may read; null if it has no valid pass. */
    kitOfPass: (pass: string, origin: string) => passes.kitOf(pass, origin),
    /** Serves documents to the window; 404 for kits without one. */
    serveDocument: createDocumentResponder((id) => (kits.get(id)?.document ? fileOf(id) : null), checker),
    copyForDrag: (id: string, to: string) => copyForDrag(fileOf(id), to),
    /** Free bytes on the volume of the kits. */
    freeSpace: () => freeSpace(folder),
    calls: (window: ViewerWindow, actions: ViewerActions) => ({ documents: callsOf(window, actions) }),
  };
}

/** Makes a copy for a drag, beside the library: cloned if the file system can, and not flushed, because it is temporary. */
async function copyForDrag(file: string, to: string): Promise<void> {
  const how = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
  await writeWholeFile(to, 'Copying the document', (part) =>
    abortable(copyFile(file, part, how), AbortSignal.timeout(DRAG_COPY_TIMEOUT_MS)),
  );
}
