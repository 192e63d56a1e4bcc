import { join } from 'node:path';
import { Annotations } from '../app/annotations.ts';
import { checkDocuments } from '../app/check-documents.ts';
import { DocumentChecker } from '../app/document-checker.ts';
import { copyDocument, fileFacts } from '../app/kit-library.ts';
import { copyWithMarks } from '../app/marks-copy.ts';
import { openReadingData } from '../app/reading-data.ts';
import type { KitRecord } from '../library/kit-record.ts';
import type { MarkRecord } from '../library/marks/mark-record.ts';
import { MarkStore } from '../library/marks/mark-store.ts';
import type { Base } from './open-base.ts';
import type { Kits } from './open-kits.ts';
import type { Library } from './open-library.ts';

export type Reading = ReturnType<typeof openReading>;

/** What is known of documents beside their bytes, what people put on their pages, and whether they are still whole. */
export function openReading(
  base: Base,
  { personal, kits, record, complete, suspects }: Library,
  { engine, flags, open, soundness, charts, seals }: Kits,
) {
  const { window } = base;
  const folder = base.paths.documents;
  const checking = new AbortController();
  const { signal } = checking;
  const data = openReadingData({
    ...base,
    file: join(base.paths.user_data, 'reading.sqlite'),
    folder,
    personal,
    engine,
    sha256Of: (id) => kits.get(id)?.document?.sha256 ?? null,
    superseded: () => flags.superseded(),
    charts,
    isReading: () => open.shown.length > 0,
    onPrepared: (kit_id) => window.send('reading.prepared', { kit_id }),
  });
  const annotations = new Annotations({
    ...base,
    store: new MarkStore(personal),
    kit: (id) => engine.get(id),
    takenOf: data.takenOf,
    chartOf: data.chartOf,
    onMarked: (id) => record.trail.touch(id),
  });
  const sealOf = (kit: KitRecord) => seals.check(kit);
  const checker = new DocumentChecker({
    ...base,
    folder,
    kits,
    engine,
    soundness,
    sealOf,
    opens: (file, until) => base.verifier.opens(file, until),
    signal,
  });
  const unfollow = engine.onChange(({ changed, removed }) => {
    annotations.forget(removed);
    for (const kit of changed) checker.changed(kit);
  });
  const unseal = seals.onKey((ids) => {
    for (const id of ids) void checker.check(id, { quietly: true });
  });
  const { reading, places, search, servePoster, serveStoredThumbnail } = data;
  return {
    reading,
    places,
    search,
    servePoster,
    serveStoredThumbnail,
    annotations,
    checker,
    fileFacts: (id: string) => fileFacts(folder, id),
    copyDocument: (id: string, to: string) => copyDocument(folder, id, to),
    copyWithMarks: (id: string, marks: readonly MarkRecord[], to: string) =>
      copyWithMarks(folder, id, marks, to, signal),
    start() {
      if (complete) annotations.sweep(engine.list());
      data.start(complete);
      void checkDocuments({ ...base, kits, checker, suspects, keychain: () => seals.answered(), signal });
    },
    async stop() {
      checking.abort();
      unfollow();
      unseal();
      await data.stop();
    },
  };
}
