import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Annotations } from '../app/annotations.ts';
import { checkDocuments } from '../app/check-documents.ts';
import { DocumentChecker } from '../app/document-checker.ts';
import { copyWithMarks } from '../app/marks-copy.ts';
import { openReadingData } from '../app/reading-data.ts';
import { userName } from '../app/user-name.ts';
import { systemClock } from '../common/clock.ts';
import { marksCalls } from '../ipc/marks-calls.ts';
import { readingCalls } from '../ipc/reading-calls.ts';
import { MarkStore } from '../library/marks/mark-store.ts';
import type { Base } from './open-base.ts';
import type { Kits } from './open-kits.ts';
import type { Library } from './open-library.ts';

const { now } = systemClock;

export type Reading = ReturnType<typeof openReading>;

/** What is known of documents beside their bytes, what people put on their pages, and whether they are still whole. */
export function openReading(
  base: Base,
  { personal, kits, complete }: Library,
  { engine, flags, open }: Kits,
) {
  const { log, window, dialogs, notices } = base;
  const folder = base.paths.documents;
  const checking = new AbortController();
  const { signal } = checking;
  const data = openReadingData({
    file: join(base.paths.user_data, 'reading.sqlite'),
    folder,
    pdfjs_folder: join(base.paths.renderer, 'pdfjs'),
    personal,
    engine,
    superseded: () => flags.superseded(),
    isReading: () => open.shown.length > 0,
    onPrepared: (kit_id) => window.send('reading.prepared', { kit_id }),
    now,
    log,
  });
  const annotations = new Annotations({
    store: new MarkStore(personal),
    kit: (id) => engine.get(id),
    outlineOf: data.outlineOf,
    user: userName(),
    now,
    newId: randomUUID,
    log,
  });
  const unfollow = engine.onChange(({ removed }) => annotations.forget(removed));
  return {
    checker: new DocumentChecker({ folder, kits, engine, signal, now, log }),
    servePoster: data.servePoster,
    serveStoredThumbnail: data.serveStoredThumbnail,
    calls: {
      marks: marksCalls({
        engine,
        dialogs,
        annotations,
        copyWithMarks: (id, marks, to) => copyWithMarks(folder, id, marks, to, signal),
      }),
      reading: readingCalls({ engine, reading: data.reading, places: data.places, now }),
      search: data.search,
    },
    start() {
      if (complete) annotations.sweep(engine.list());
      data.start(complete);
      void checkDocuments({ folder, kits, engine, notices, log, signal });
    },
    async stop() {
      checking.abort();
      unfollow();
      await data.stop();
    },
  };
}
