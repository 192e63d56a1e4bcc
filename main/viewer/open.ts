import { freeSpace } from '../documents/document-folder.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { Host, RecordNotes } from '../host/host.ts';
import type { DocumentChecker } from '../soundness/document-checker.ts';
import type { KitStore } from '../store/kit-store.ts';
import { type DocumentCallsDeps, documentCalls } from './document-calls.ts';
import { DocumentPasses } from './document-passes.ts';
import { copyDocument, copyForDrag, fileFacts, libraryResponder } from './kit-library.ts';
import type { WindowDocuments } from './open-documents.ts';

export interface ViewerNeeds extends Pick<DocumentCallsDeps, 'engine' | 'flags' | 'activity'> {
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
