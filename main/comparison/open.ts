import { pageName } from '../charts/rules/chart-dates.ts';
import { diskError } from '../common/disk-error.ts';
import { hashFile } from '../common/files.ts';
import { appDocument } from '../documents/document-folder.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { Host } from '../host/host.ts';
import { viewMark } from '../marks/open.ts';
import { headingsOf } from '../reading/headings.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { ReadingDatabase } from '../store/reading-database.ts';
import { compareDocuments } from './compare-documents.ts';
import { ComparisonData, type ComparisonDataDeps } from './comparison-data.ts';
import type { ComparisonWork } from './comparison-queue.ts';
import { ComparisonStore } from './comparison-store.ts';
import { contentReader } from './content-reader.ts';
import { PageContents } from './page-contents.ts';

/** What was read from a kit's document. */
type OutlineAndCharts = {
  outline: Parameters<typeof headingsOf>[0] | null;
  charts: ReturnType<ComparisonWork['chartsOf']>;
};

interface ComparisonNeeds
  extends Pick<
    ComparisonDataDeps,
    'engine' | 'activity' | 'soundness' | 'connection' | 'marks' | 'reviews' | 'places' | 'counts' | 'isBusy'
  > {
  database: ReadingDatabase;
  outlineAndChartsOf(kit_id: string): OutlineAndCharts;
  /** Called when a document is not the one that was verified. */
  suspect(kit_id: string): void;
  /** Called when marks were copied into this kit. */
  carried(kit_id: string): void;
}

/** Changes between kits. */
export function openComparison(host: Host, needs: ComparisonNeeds) {
  const { engine, outlineAndChartsOf, suspect } = needs;
  const fileOf = (id: string) => appDocument(host.paths.documents, id).file;
  const contents = contentReader(host.reader);
  const documents: Pick<ComparisonWork, 'isWhole' | 'fileOf' | 'chartsOf'> = {
    isWhole: async ({ id, document }, until) => {
      const file = fileOf(id);
      const sha256 = await hashFile(file, until).catch((error: unknown) => {
        until.throwIfAborted();
        throw diskError(error, 'Reading the document', file);
      });
      if (sha256 !== document.sha256) suspect(id);
      return sha256 === document.sha256;
    },
    fileOf,
    chartsOf: (id) => outlineAndChartsOf(id).charts,
  };
  const comparisons = new ComparisonData({
    ...host,
    ...needs,
    ...documents,
    reading: needs.database,
    compare: (old, newer, options) => compareDocuments(old, newer, contents, options),
    namesOf: (id) => namesOf(outlineAndChartsOf(id), engine.get(id)),
    onMarked: needs.carried,
    onChange: (old_id, new_id) => host.send('comparison.changed', { old_id, new_id }),
  });
  return {
    /** Call after a person added, changed or removed a mark in this kit. */
    marked: (kit_id: string) => comparisons.marked(kit_id),
    /** What pages draw, for notes that outlive their kit. */
    pageContents: new PageContents({
      ...{ ...documents, log: host.log, reader: contents },
      store: new ComparisonStore(needs.database),
    }),
    /** Where a person begins in a kit that they open for the first time: their place in the previous kit; null if not known. */
    place: (kit_id: string) => comparisons.place(kit_id),
    calls: {
      comparison: {
        of: (old_id, new_id) => comparisons.of(old_id, new_id),
        review: (old_id, new_id, pages, reviewed) => comparisons.review(old_id, new_id, pages, reviewed),
        waitingMarks: (kit_id) => {
          engine.get(kit_id);
          return comparisons
            .waitingMarks(kit_id)
            .map(({ mark, ...rest }) => ({ ...rest, mark: viewMark(mark) }));
        },
        acceptMark: (kit_id, mark_id) => viewMark(comparisons.acceptMark(kit_id, mark_id)),
        declineMark: (kit_id, mark_id) => comparisons.declineMark(kit_id, mark_id),
      } satisfies DomainCalls<'comparison'>,
    },
    start: () => comparisons.start(),
    stop: () => comparisons.stop(),
  };
}

/** Gives the names of a kit's pages, and of the charts of a sheet: from their chart, else from the outline. */
function namesOf(
  { charts, outline }: OutlineAndCharts,
  { document }: Pick<KitRecord, 'document'>,
): (page: number, part: number | null) => string | null {
  const headings = headingsOf(outline ?? [], document?.pages ?? 0);
  const byPage = new Map(charts.map((chart) => [chart.page, chart]));
  return (page, part) => {
    const chart = byPage.get(page);
    return (chart && pageName(chart, part)) ?? headings[page - 1]?.shown.split(' › ').at(-1) ?? null;
  };
}
