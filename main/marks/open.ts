import { createReadStream } from 'node:fs';
import type { MarkDraft } from '../../preload/contract.ts';
import { utc } from '../common/clock.ts';
import { writeCopy } from '../documents/document-copy.ts';
import { appDocument } from '../documents/document-folder.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { Host, RecordNotes } from '../host/host.ts';
import { saveChosen } from '../host/save-file.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import { isDamaged, suggestedName } from '../kits/kit-view.ts';
import type { EventLog } from '../store/event-log.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { Annotations, type AnnotationsDeps, type ListedMark } from './kit-annotations.ts';
import { LastingNotes, type LastingNotesDeps } from './lasting-notes.ts';
import { type MarkRecord, MarkStore } from './mark-store.ts';
import { marksUpdate } from './marked-copy.ts';
import { NoteStore } from './note-store.ts';

interface MarksNeeds extends Pick<AnnotationsDeps, 'outlineAndChartsOf' | 'chartOf'> {
  engine: KitEngine;
  flags: Pick<KitFlags, 'of'>;
  connection: SqliteConnection;
  events: EventLog;
  notes: RecordNotes;
  /** What the pages of kits draw. */
  contents: LastingNotesDeps['contents'];
  companyNotes: LastingNotesDeps['companyNotes'];
  /** Called when a person added, changed or removed a mark in this kit. */
  marked(kit_id: string): void;
}

/** People's marks on the pages of kits. */
export function openMarks(host: Host, needs: MarksNeeds) {
  const { engine, marked, connection } = needs;
  const stopping = new AbortController();
  const store = new MarkStore(connection, needs.events);
  const annotations = new Annotations({
    ...host,
    ...needs,
    store,
    kit: (id) => engine.get(id),
    onMarked: marked,
  });
  const lasting = new LastingNotes({
    ...host,
    ...needs,
    store: new NoteStore(connection, needs.events),
    kit: (id) => engine.get(id),
    onNotes: () => host.send('marks.changed', { kit_id: null }),
  });
  return {
    store,
    /** The marks of a kit that belong to its present document. Never rejects. */
    currentMarks: (id: string) => currentMarks({ annotations, lasting }, id),
    calls: (window: {
      dialogs: FileDialogs;
      /** Tells the other windows that the marks of this kit changed. */
      marked(kit_id: string): void;
    }) => ({
      marks: marksCalls({
        ...needs,
        ...window,
        ...{ annotations, lasting },
        copyWithMarks: (id, marks, to) => copyWithMarks(host.paths.documents, id, marks, to, stopping.signal),
      }),
    }),
    start: () => annotations.sweep(engine.list()),
    stop() {
      stopping.abort();
    },
  };
}

interface MarksCallsDeps {
  /** The dialogs of the calling window. */
  dialogs: FileDialogs;
  annotations: Pick<Annotations, 'list' | 'add' | 'change' | 'remove' | 'bookmarks'>;
  lasting: Pick<LastingNotes, 'list' | 'get' | 'read' | 'add' | 'change' | 'keep' | 'remove'>;
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
  const { engine, dialogs, annotations, lasting, copyWithMarks, flags, notes, marked } = deps;
  const list = (kit_id: string) => [...annotations.list(kit_id), ...lasting.list(kit_id)];
  return {
    list: (kit_id) => list(kit_id).map(viewMark),
    add: async (kit_id, draft) => {
      if (isLasting(draft)) return viewMark(await lasting.add(kit_id, draft));
      const mark = viewMark(annotations.add(kit_id, draft));
      marked(kit_id);
      return mark;
    },
    change: async (kit_id, id, draft) => {
      const note = lasting.get(id);
      const before = note && (note.chart ? 'chart' : 'airport');
      if (isLasting(draft)) {
        if (draft.belongs === before) return viewMark(await lasting.change(kit_id, id, draft));
        // Added first: if the app ends in between, the note is there twice, not lost.
        const mark = viewMark(await lasting.add(kit_id, draft));
        if (note) lasting.remove(kit_id, id);
        else annotations.remove(kit_id, id);
        return mark;
      }
      const mark = note ? annotations.add(kit_id, draft) : annotations.change(kit_id, id, draft);
      if (note) lasting.remove(kit_id, id);
      marked(kit_id);
      return viewMark(mark);
    },
    keepNote: async (kit_id, id) => viewMark(await lasting.keep(kit_id, id)),
    remove: (kit_id, id) => {
      if (lasting.get(id)) return lasting.remove(kit_id, id);
      const markedKit = annotations.remove(kit_id, id);
      if (markedKit !== null) marked(markedKit);
    },
    bookmarks: (kit_id) => annotations.bookmarks(kit_id),
    saveCopy: async (kit_id) => {
      const kit = engine.get(kit_id);
      const name = suggestedName(kit, isDamaged(kit, flags)).replace(/\.pdf$/, ' with marks.pdf');
      return saveChosen(dialogs.saveDocument(name), async (path) => {
        await copyWithMarks(kit_id, await currentMarks(deps, kit_id), path);
        notes.note('saved', 'A copy of the document with its marks was saved outside the app.', kit);
      });
    },
  };
}

/** The marks of a kit that belong to its present document, when it is known which of its notes those are. */
async function currentMarks(
  { annotations, lasting }: Pick<MarksCallsDeps, 'annotations' | 'lasting'>,
  kit_id: string,
): Promise<ListedMark[]> {
  await lasting.read(kit_id);
  return [...annotations.list(kit_id), ...lasting.list(kit_id)].filter((mark) => !mark.outdated);
}

/** A mark as the contract shows it, without the document's hash. */
export function viewMark({ document_sha256: _, created_at, changed_at, ...mark }: ListedMark) {
  return { ...mark, created_at: utc(created_at), changed_at: utc(changed_at) };
}

function isLasting(draft: MarkDraft): draft is Extract<MarkDraft, { kind: 'note' }> {
  return draft.kind === 'note' && draft.belongs !== undefined;
}

/**
 * Writes a complete copy of a kit's document with marks in it, the document's own bytes first.
 *
 * @throws TripKitError of kind `disk`; of kind `document` if marks can't be written into it (marked-copy.ts)
 */
export async function copyWithMarks(
  folder: string,
  kit_id: string,
  marks: readonly MarkRecord[],
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  const { file } = appDocument(folder, kit_id);
  await writeCopy(to, 'Saving the copy', file, (limit) => markedBytes(file, marks, limit), signal);
}

async function* markedBytes(
  file: string,
  marks: readonly MarkRecord[],
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const update = await marksUpdate(file, marks, signal);
  yield* createReadStream(file);
  if (update.length > 0) yield update;
}
