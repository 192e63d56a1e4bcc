import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { abortable } from '../common/wait.ts';
import { writeWholeFile } from '../common/whole-file.ts';
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

// The documents of the app's library: served and copied by our own ids, from one folder.

/** Time limit for a copy, ms: enough for 200 MB to a slow USB stick; a network drive may be unreachable. */
const COPY_TIMEOUT_MS = 10 * 60_000;
/** Time limit for a copy on this laptop's own disk, ms. */
const DRAG_COPY_TIMEOUT_MS = 60_000;

/** Serves documents to the window; 404 for kits without one. `doubts` receives problems with files. */
export function libraryResponder(
  folder: string,
  kits: Pick<KitStore, 'get'>,
  doubts: Pick<DocumentChecker, 'suspect' | 'served'>,
): (request: Request, kit_id: string) => Promise<Response> {
  return createDocumentResponder({
    fileOf: (id) => (kits.get(id)?.document ? appDocument(folder, id).file : null),
    onServe: (id, bytes, stamp) => doubts.served(id, bytes, stamp),
    onFailure: (id) => doubts.suspect(id, null),
  });
}

/** Size and stamp of a kit's current document file; null if there is none. */
async function fileFacts(folder: string, kit_id: string): Promise<{ bytes: number; stamp: string } | null> {
  const stats = await stat(appDocument(folder, kit_id).file).catch(() => null);
  return stats && { bytes: stats.size, stamp: stampOf(stats) };
}

/** Writes a complete copy of a kit's document to a chosen path. @throws TripKitError of kind `disk` */
export async function copyDocument(folder: string, kit_id: string, to: string): Promise<void> {
  const signal = AbortSignal.timeout(COPY_TIMEOUT_MS);
  await writeWholeFile(to, 'Saving the copy', (part) => {
    const target = createWriteStream(part, { flags: 'wx', flush: true });
    return pipeline(createReadStream(appDocument(folder, kit_id).file), target, { signal });
  });
}

/** Makes a copy for a drag, beside the library: cloned if the file system can, and not flushed, because it is temporary. */
async function copyForDrag(folder: string, kit_id: string, to: string): Promise<void> {
  const how = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
  await writeWholeFile(to, 'Copying the document', (part) =>
    abortable(
      copyFile(appDocument(folder, kit_id).file, part, how),
      AbortSignal.timeout(DRAG_COPY_TIMEOUT_MS),
    ),
  );
}

interface ViewerNeeds extends Pick<DocumentCallsDeps, 'engine' | 'flags' | 'activity'> {
  checker: Pick<DocumentChecker, 'check' | 'suspect' | 'served'>;
  kits: KitStore;
  notes: RecordNotes;
}

/** Reading and copying documents, by passes. */
export function openViewer(host: Host, needs: ViewerNeeds) {
  const folder = host.paths.documents;
  const passes = new DocumentPasses();
  return {
    /** The kit that a document's page may read; null if it has no valid pass. */
    kitOfPass: (pass: string, origin: string) => passes.kitOf(pass, origin),
    serveDocument: libraryResponder(folder, needs.kits, needs.checker),
    copyForDrag: (id: string, to: string) => copyForDrag(folder, id, to),
    /** Free bytes on the volume of the kits. */
    freeSpace: () => freeSpace(folder),
    calls: (
      window: { dialogs: FileDialogs; open: WindowDocuments },
      { dragOut }: Pick<DocumentCallsDeps, 'dragOut'>,
    ) => ({
      documents: documentCalls({
        ...needs,
        ...window,
        passes,
        dragOut,
        fileFacts: (id) => fileFacts(folder, id),
        copyDocument: (id, to) => copyDocument(folder, id, to),
      }),
    }),
  };
}

/** A kit whose document is dragged, and the name of its copy. */
interface NamedKit {
  id: string;
  name: string;
}

interface DocumentCallsDeps {
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
    // No await here: the system's drag must begin within the call that asks for it (main/electron/drag-out.ts).
    drag: (kit_ids) => dragOut.drag(dragged(kit_ids)),
    check: async (kit_id) => {
      engine.get(kit_id);
      await checker.check(kit_id);
      return viewKit(engine.get(kit_id), flags);
    },
  };
}
