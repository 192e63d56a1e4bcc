import { join } from 'node:path';
import { readingPlace } from '../../preload/contract.ts';
import type { ChartCounter } from '../charts/chart-counts.ts';
import { appDocument } from '../documents/document-folder.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { Host } from '../host/host.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import { documentOf, isDamaged } from '../kits/kit-view.ts';
import { ReadingDatabase } from '../store/reading-database.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { PageSearch, readingSearch } from './page-search.ts';
import { createStoredThumbnailResponder } from './picture-responder.ts';
import { PlaceStore } from './place-store.ts';
import { PreparedStore } from './prepared-store.ts';
import { Reading } from './reading.ts';
import { ReadingQueue } from './reading-queue.ts';
import { TextExtractor } from './text-extractor.ts';
import { ThumbnailStore } from './thumbnail-store.ts';

type ReadingHost = Pick<Host, 'log' | 'now' | 'reader' | 'send'> & {
  paths: Pick<Host['paths'], 'user_data' | 'documents'>;
};

interface ReadingNeeds {
  connection: SqliteConnection;
  engine: Pick<KitEngine, 'list' | 'get' | 'onChange'>;
  flags: Pick<KitFlags, 'of'>;
  /** The hash of a kit's current document; null if it has none. */
  sha256Of(kit_id: string): string | null;
  /** Older kit → the newer one. */
  superseded(): ReadonlyMap<string, string>;
  /** Counts the extracted charts. */
  charts: Pick<ChartCounter, 'readFrom' | 'changed'>;
  /** Whether a document is on the screen: preparation then yields to it. */
  isReading(): boolean;
  /** Where a person begins in a kit that they open for the first time; null if not known. */
  placeBefore(kit_id: string): unknown;
}

/** Data about documents besides their bytes: sizes, outline, text, charts, pictures, and people's reading places. */
export function openReading(host: ReadingHost, needs: ReadingNeeds) {
  const { log, paths } = host;
  const { engine, charts, sha256Of } = needs;
  const file = join(paths.user_data, 'reading.sqlite');
  const database = new ReadingDatabase(file, { log, onRebuilt: () => queue.wake() });
  const prepared = new PreparedStore(database);
  charts.readFrom(prepared);
  const thumbnails = new ThumbnailStore(database);
  const places = new PlaceStore(needs.connection);
  const queue = new ReadingQueue({
    engine,
    prepared,
    extractor: new TextExtractor(host.reader),
    fileOf: (id) => appDocument(paths.documents, id).file,
    onPrepared: (kit_id) => host.send('reading.prepared', { kit_id }),
    onCharts: (id) => charts.changed(id),
    isReading: needs.isReading,
    log,
  });
  const reading = new Reading({
    ...host,
    engine,
    prepared,
    thumbnails,
    onWanted: (id) => queue.prefer(id),
    shrink: () => database.shrink(),
  });
  const stopFollowing = engine.onChange(({ removed }) => reading.forget(removed));
  return {
    database,
    calls: {
      reading: readingCalls({ ...host, ...needs, reading, places }),
      search: readingSearch({ ...host, ...needs, prepared, search: new PageSearch(database) }),
    },
    /** Whether documents are being downloaded or extracted. */
    isBusy: () => queue.isBusy,
    /** A person's place in a kit: JSON. @throws TripKitError of kind `disk` */
    places,
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

/** Maximum number of kits without pictures in one result. */
const MISSING_AT_ONCE = 100;

interface ReadingCallsDeps
  extends Pick<ReadingHost, 'now'>,
    Pick<ReadingNeeds, 'engine' | 'flags' | 'placeBefore'> {
  reading: Reading;
  places: PlaceStore;
}

/** Handlers of the domain `reading`. */
function readingCalls(deps: ReadingCallsDeps): DomainCalls<'reading'> {
  const { engine, reading, places, now, flags, placeBefore } = deps;
  /** Whether pictures are of the kit's verified document. Pictures of a damaged document are not stored for it. */
  const isOf = (kit: LiveKit, sha256: string) => kit.document?.sha256 === sha256 && !isDamaged(kit, flags);
  return {
    prepared: (kit_id) => reading.prepared(kit_id, documentOf(engine.get(kit_id))),
    text: (kit_id) => reading.text(kit_id, documentOf(engine.get(kit_id))),
    charts: (kit_id) => reading.charts(kit_id, documentOf(engine.get(kit_id))),
    missingFirstThumbnails: () => reading.missingFirstThumbnails(MISSING_AT_ONCE),
    thumbnails: (kit_id) => reading.thumbnails(documentOf(engine.get(kit_id))),
    missingStoredThumbnails: () => reading.missingStoredThumbnails(MISSING_AT_ONCE),
    storeStoredThumbnails: (kit_id, { sha256, made }) => {
      const kit = engine.get(kit_id);
      if (!kit.document || !isOf(kit, sha256)) return false;
      return reading.storeStoredThumbnails(kit, kit.document, made);
    },
    place: (kit_id) => {
      engine.get(kit_id);
      // If it has another version or is damaged, the kit opens at its beginning.
      return readingPlace.safeParse(places.get(kit_id) ?? placeBefore(kit_id)).data ?? null;
    },
    setPlace: (kit_id, place) => {
      engine.get(kit_id);
      places.set(kit_id, place, now());
    },
  };
}
