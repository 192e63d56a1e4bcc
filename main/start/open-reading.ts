import { join } from 'node:path';
import { chartName } from '../charts/rules/chart-dates.ts';
import { diskError } from '../common/disk-error.ts';
import { hashFile } from '../common/hash-file.ts';
import { compareDocuments } from '../comparison/compare-documents.ts';
import { openComparisonData } from '../comparison/comparison-data.ts';
import { contentReader } from '../comparison/content-reader.ts';
import { appDocument } from '../documents/document-folder.ts';
import { Annotations } from '../marks/kit-annotations.ts';
import type { MarkRecord } from '../marks/mark-record.ts';
import { MarkStore } from '../marks/mark-store.ts';
import { copyWithMarks } from '../marks/marks-copy.ts';
import { headingsOf } from '../reading/headings.ts';
import { openReadingData } from '../reading/reading-data.ts';
import { checkDocuments } from '../soundness/check-documents.ts';
import { DocumentChecker } from '../soundness/document-checker.ts';
import type { KitRecord } from '../store/kit-record.ts';
import { copyDocument, fileFacts } from '../viewer/kit-library.ts';
import type { Base } from './open-base.ts';
import type { Kits } from './open-kits.ts';
import type { Library } from './open-library.ts';

export type Reading = ReturnType<typeof openReading>;

/** What is known of documents beside their bytes, what people put on their pages, and whether they are still whole. */
export function openReading(
  base: Base,
  { personal, kits, record, complete, suspects }: Library,
  { engine, flags, changes, activity, open, soundness, charts, seals }: Kits,
) {
  const { send } = base;
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
    onPrepared: (kit_id) => send('reading.prepared', { kit_id }),
  });
  const marks = new MarkStore(personal);
  const contents = contentReader(base.reader);
  const annotations = new Annotations({
    ...base,
    store: marks,
    kit: (id) => engine.get(id),
    takenOf: data.takenOf,
    chartOf: data.chartOf,
    onMarked: (id) => {
      record.trail.touch(id);
      comparisons.marked(id);
    },
  });
  const comparisons = openComparisonData({
    ...base,
    engine,
    activity,
    soundness,
    marks,
    personal,
    reviews: record.reviews,
    places: data.places,
    counts: changes,
    reading: data.database,
    compare: (old, new_, options) => compareDocuments(old, new_, contents, options),
    isWhole: async ({ kit_id, document }, until) => {
      const { file } = appDocument(folder, kit_id);
      const sha256 = await hashFile(file, until).catch((error: unknown) => {
        until.throwIfAborted();
        throw diskError(error, 'Reading the document', file);
      });
      if (sha256 !== document.sha256) checker.suspect(kit_id, null);
      return sha256 === document.sha256;
    },
    fileOf: (id) => appDocument(folder, id).file,
    chartsOf: (id) => data.takenOf(id).charts,
    isBusy: data.isBusy,
    namesOf: (id) => namesOf(data.takenOf(id), engine.get(id)),
    onMarked: (id) => {
      record.trail.touch(id);
      send('marks.changed', { kit_id: id });
    },
    onChange: (old_id, new_id) => send('comparison.changed', { old_id, new_id }),
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
    comparisons,
    places: {
      // Who opens a kit first begins where they were in the kit before it.
      get: (id: string) => places.get(id) ?? comparisons.place(id),
      set: (id: string, place: unknown, at: number) => places.set(id, place, at),
    },
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
      comparisons.start(complete);
      void checkDocuments({ ...base, kits, checker, suspects, keychain: () => seals.answered(), signal });
    },
    async stop() {
      checking.abort();
      unfollow();
      unseal();
      await comparisons.stop();
      await data.stop();
    },
  };
}

/** What the pages of a kit are called, page 1 first: by their chart, else by the outline. */
function namesOf(
  { charts, outline }: ReturnType<ReturnType<typeof openReadingData>['takenOf']>,
  { document }: Pick<KitRecord, 'document'>,
): (string | null)[] {
  const headings = headingsOf(outline ?? [], document?.pages ?? 0);
  const names = new Map(charts.map((chart) => [chart.page, chartName(chart)]));
  return headings.map((heading, index) => names.get(index + 1) ?? heading?.shown.split(' › ').at(-1) ?? null);
}
