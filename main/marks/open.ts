import type { FileDialogs } from '../host/file-dialogs.ts';
import type { Host, RecordNotes } from '../host/host.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import type { EventLog } from '../store/event-log.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { Annotations, type AnnotationsDeps } from './kit-annotations.ts';
import { MarkStore } from './mark-store.ts';
import { marksCalls } from './marks-calls.ts';
import { copyWithMarks } from './marks-copy.ts';

export interface MarksNeeds extends Pick<AnnotationsDeps, 'outlineAndChartsOf' | 'chartOf'> {
  engine: KitEngine;
  flags: Pick<KitFlags, 'of'>;
  connection: SqliteConnection;
  events: EventLog;
  notes: RecordNotes;
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
  return {
    store,
    calls: (window: {
      dialogs: FileDialogs;
      /** Tells the other windows that the marks of this kit changed. */
      marked(kit_id: string): void;
    }) => ({
      marks: marksCalls({
        ...needs,
        ...window,
        annotations,
        copyWithMarks: (id, marks, to) => copyWithMarks(host.paths.documents, id, marks, to, stopping.signal),
      }),
    }),
    start: () => annotations.sweep(engine.list()),
    stop() {
      stopping.abort();
    },
  };
}
