/** Combines all data about documents besides their bytes: prepared data, thumbnails, search, places. */

import type { ChartCounter } from '../charts/chart-counter.ts';
import { appDocument } from '../documents/document-folder.ts';
import type { DocumentReader } from '../documents/document-reader.ts';
import type { AppContext } from '../host/host.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import { ReadingDatabase } from '../store/reading-database.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { PageSearch } from './page-search.ts';
import { createStoredThumbnailResponder } from './picture-responder.ts';
import { PlaceStore } from './place-store.ts';
import { PreparedStore } from './prepared-store.ts';
import { Reading } from './reading.ts';
import { ReadingQueue } from './reading-queue.ts';
import { readingSearch } from './reading-search.ts';
import { TextExtractor } from './text-extractor.ts';
import { ThumbnailStore } from './thumbnail-store.ts';

export interface ReadingDataDeps extends Pick<AppContext, 'log' | 'now'> {
  /** Path of the database of extracted data. */
  file: string;
  /** Folder of the documents. */
  folder: string;
  /** Where documents are parsed. */
  reader: DocumentReader;
  connection: SqliteConnection;
  engine: Pick<KitEngine, 'list' | 'get' | 'onChange'>;
  /** The hash of a kit's current document; null if it has none. */
  sha256Of(kit_id: string): string | null;
  /** Older kit → the newer one. */
  superseded(): ReadonlyMap<string, string>;
  /** Counts the extracted charts. */
  charts: Pick<ChartCounter, 'readFrom' | 'changed'>;
  /** Called with each kit whose data has changed. */
  onPrepared(kit_id: string): void;
  /** Whether a document is on the screen: preparation then yields to it. */
  isReading(): boolean;
}

/** Opens the prepared data of documents, and everything based on it. */
export function openReadingData(deps: ReadingDataDeps) {
  const { engine, sha256Of, now, log } = deps;
  const database = new ReadingDatabase(deps.file, { log, onRebuilt: () => queue.wake() });
  const prepared = new PreparedStore(database);
  deps.charts.readFrom(prepared);
  const thumbnails = new ThumbnailStore(database);
  const places = new PlaceStore(deps.connection);
  const queue = new ReadingQueue({
    engine,
    prepared,
    extractor: new TextExtractor(deps.reader),
    fileOf: (id) => appDocument(deps.folder, id).file,
    onPrepared: deps.onPrepared,
    onCharts: (id) => deps.charts.changed(id),
    isReading: deps.isReading,
    log,
  });
  const reading = new Reading({
    engine,
    prepared,
    thumbnails,
    onWanted: (id) => queue.prefer(id),
    shrink: () => database.shrink(),
    now,
    log,
  });
  const search = readingSearch({
    engine,
    prepared,
    superseded: deps.superseded,
    search: new PageSearch(database),
    now,
  });
  const stopFollowing = engine.onChange(({ removed }) => reading.forget(removed));
  return {
    reading,
    search,
    places,
    database,
    /** Whether documents are being downloaded or extracted. */
    isBusy: () => queue.isBusy,
    /** Data extracted from a kit's current document; charts once all are known. @throws TripKitError of kind `disk` */
    outlineAndChartsOf: (id: string) => {
      const sha256 = sha256Of(id) ?? '';
      const known = prepared.get(id);
      const outline = known?.sha256 === sha256 ? known.outline : null;
      const { state, pages } = prepared.charts(id, sha256);
      return { outline, charts: state === 'ready' ? pages : [] };
    },
    /** The chart of a page of exactly this document of a kit; null if not known. @throws TripKitError of kind `disk` */
    chartOf: (id: string, sha256: string, page: number) => prepared.chart(id, sha256, page),
    serveStoredThumbnail: createStoredThumbnailResponder(thumbnails, sha256Of),
    /** Starts to extract missing data. */
    start: () => {
      reading.sweep();
      if (database.problem === null) queue.start();
    },
    /** Stops all work. It continues at the next start. */
    stop: async () => {
      stopFollowing();
      await queue.stop();
      database.close();
    },
  };
}
