import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { countedAt, summaryOf } from '../charts/chart-counts.ts';
import { type ChartPage, shareAirports, unknownChart } from '../charts/rules/chart.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { inTime, Wakeup } from '../common/wait.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import { headingsOf, headingWithChart, type PageHeading } from './headings.ts';
import { kitWords } from './page-search.ts';
import {
  DocumentForgotten,
  type NamedPage,
  type PreparedRecord,
  type PreparedStore,
} from './prepared-store.ts';
import type { TextExtractor } from './text-extractor.ts';

interface ReadingQueueDeps {
  engine: Pick<KitEngine, 'list' | 'onChange'>;
  prepared: PreparedStore;
  extractor: Pick<TextExtractor, 'extract' | 'close'>;
  /** Path of a kit's document. */
  fileOf(kit_id: string): string;
  /** Called with each kit whose document's data has changed. */
  onPrepared(kit_id: string): void;
  /** Called with each kit whose charts are now all known, or never will be. */
  onCharts?(kit_id: string): void;
  /** Whether a person is reading a document now. Default: never. */
  isReading?(): boolean;
  log: Log;
}

/** Number of pages extracted at a time: some 10 ms of the main process. */
const BATCH = 8;
/** Number of charts read at a time once all are stored: some 10 ms of the main process. */
const READ_AT_ONCE = 250;
/** A person who reads a document during its preparation gets its charts after each batch of this many pages. */
const TELL_EVERY = 50;
/**
 * While a person reads, pages are extracted one by one, with a pause after each of three times the page's duration,
 * within these bounds, ms: PDF.js reads and paints for the reader on the same processor.
 */
const PAUSE_SHARE = 3;
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;
/** A document whose preparation was started this often without progress is assumed to crash the process. */
const MAX_STARTS = 3;
/** Maximum number of pages to leave out of one document; beyond it, the document counts as one that can't be prepared. */
const MAX_SKIPPED = 3;
/** A download without progress for this long is ignored, ms. */
const SILENCE_MS = 30_000;

interface Job {
  kit_id: string;
  sha256: string;
  ended: AbortController;
}

/** How far a document is prepared, and its outline's headings once they are needed. */
type Progress = PreparedRecord & { headings: (PageHeading | null)[] | null };

/**
 * Prepares documents, one at a time: first the one that a person has opened, then the newest kit's. It waits while a document is
 * being downloaded or verified. After a restart it continues at the page where it stopped.
 */
export class ReadingQueue {
  readonly #deps: ReadingQueueDeps;
  readonly #downloading = new Set<string>();
  /** Kits (with their document) that could not be read from the disk since the app started. */
  readonly #givenUp = new Set<string>();
  #preferred: string | null = null;
  #job: Job | null = null;
  #working: Promise<void> | null = null;
  #stopped = true;
  #unsubscribe: () => void = () => {};
  readonly #changed = new Wakeup();

  constructor(deps: ReadingQueueDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#stopped = false;
    const { engine } = this.#deps;
    this.#updateDownloads(engine.list());
    this.#unsubscribe = engine.onChange(({ changed, removed }) => {
      this.#updateDownloads(changed);
      for (const id of removed) this.#downloading.delete(id);
      this.#endIfGone(changed, removed);
      this.wake();
    });
    this.wake();
  }

  /** A person reads this kit: it is prepared next. */
  prefer(kit_id: string): void {
    this.#preferred = kit_id;
  }

  /** Call when there may be something to do. */
  wake(): void {
    this.#changed.wake();
    if (this.#stopped) return;
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  }

  /** Whether documents are being downloaded or extracted. */
  get isBusy(): boolean {
    return this.#downloading.size > 0 || this.#working !== null;
  }

  /** Resolves when there is nothing to do at the moment; for tests. */
  async idle(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  /** Stops the work. It continues at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    this.#job?.ended.abort();
    this.#changed.wake();
    await this.#deps.extractor.close();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { log } = this.#deps;
    try {
      for (;;) {
        await this.#waitForDownloads();
        const kit = this.#stopped ? null : this.#next();
        if (kit === null) return;
        await this.#take(kit);
      }
    } catch (error) {
      log.error('Documents can’t be prepared any more in this run; they are read without.', error);
      this.#stopped = true;
    }
  }

  /** Waits while a document is being downloaded. */
  async #waitForDownloads(): Promise<void> {
    while (this.#downloading.size > 0 && !this.#stopped) {
      const change = this.#changed.wait(new AbortController().signal);
      // A download constantly reports progress: without it, the download waits for something else.
      const silent = () => new Error('no progress');
      await inTime(change, SILENCE_MS, silent).catch(() => this.#downloading.clear());
    }
  }

  #updateDownloads(kits: readonly LiveKit[]): void {
    for (const { id, state, activity } of kits) {
      // A download that waits for the network or its turn does nothing.
      if (state === 'downloading' && activity === null) this.#downloading.add(id);
      else this.#downloading.delete(id);
    }
  }

  #next(): LiveKit | null {
    const states = this.#deps.prepared.states();
    let best: LiveKit | null = null;
    for (const kit of this.#deps.engine.list()) {
      const { id, state, document } = kit;
      if (state !== 'ready' || document === null || this.#givenUp.has(id + document.sha256)) continue;
      const known = states.get(id);
      if (known?.sha256 === document.sha256 && known.state !== 'waiting') continue;
      if (id === this.#preferred) return kit;
      if (best === null || kit.created_at > best.created_at) best = kit;
    }
    return best;
  }

  #endIfGone(changed: readonly LiveKit[], removed: readonly string[]): void {
    const job = this.#job;
    if (job === null) return;
    const other = changed.some(({ id, document }) => id === job.kit_id && document?.sha256 !== job.sha256);
    if (other || removed.includes(job.kit_id)) job.ended.abort();
  }

  async #take(kit: LiveKit): Promise<void> {
    const { prepared, onPrepared, onCharts = () => {}, log } = this.#deps;
    const sha256 = kit.document?.sha256 ?? '';
    const record = prepared.begin(kit.id, sha256);
    const job: Job = { kit_id: kit.id, sha256, ended: new AbortController() };
    this.#job = job;
    try {
      if (record.starts > MAX_STARTS)
        throw new TripKitError('document', 'Its preparation ended the app before.');
      await this.#takeAll(kit, record, job.ended.signal);
      onPrepared(kit.id);
      onCharts(kit.id);
    } catch (error) {
      if (error instanceof DocumentForgotten) return;
      if (job.ended.signal.aborted) return prepared.putDown(record.id);
      if (!(error instanceof TripKitError) || error.kind !== 'document') {
        this.#givenUp.add(kit.id + sha256);
        log.error(`The document of the kit ${kit.id} can't be prepared in this run.`, error);
        return;
      }
      log.warn(`The document of the kit ${kit.id} is read without preparation: ${error.message}`);
      prepared.fail(record.id, error.message);
      onPrepared(kit.id);
      onCharts(kit.id);
    } finally {
      this.#job = null;
    }
  }

  /** Extracts all pages. A page that crashes the worker is found by extracting pages one by one, and left out. */
  async #takeAll(kit: LiveKit, record: PreparedRecord, signal: AbortSignal): Promise<void> {
    const { prepared } = this.#deps;
    const progress: Progress = { ...record, headings: null };
    let batch = BATCH;
    for (let skipped = 0; ; ) {
      try {
        await this.#extract(kit, progress, batch, signal);
        return await this.#finish(kit, progress, signal);
      } catch (error) {
        const tookTheWorker =
          error instanceof TripKitError && ['timeout', 'memory'].includes(error.condition ?? '');
        if (!tookTheWorker || progress.sizes === null) throw error;
        if (batch === 1) {
          skipped += 1;
          if (skipped > MAX_SKIPPED) throw error;
          const chart = unknownChart(progress.done + 1, 'refused');
          prepared.savePages(record.id, [{ text: '', heading: null, chart }], kitWords(kit));
          progress.done += 1;
        }
        batch = batch === 1 ? BATCH : 1;
      }
    }
  }

  async #extract(kit: LiveKit, progress: Progress, batch: number, signal: AbortSignal): Promise<void> {
    const { prepared, extractor, fileOf, onPrepared, isReading = () => false } = this.#deps;
    const pagesNow = () => (isReading() ? 1 : batch);
    let since = performance.now();
    const words = kitWords(kit);
    await extractor.extract(
      {
        file: fileOf(kit.id),
        from: progress.done + 1,
        shape: progress.sizes === null,
        batch: pagesNow(),
        ...(progress.sizes && { pages: progress.sizes.length }),
      },
      {
        shape: (sizes, outline) => {
          prepared.saveShape(progress.id, sizes, outline);
          Object.assign(progress, { sizes, outline });
          onPrepared(kit.id);
          since = performance.now();
        },
        batch: pagesNow,
        pages: async (pages) => {
          await this.#waitForDownloads();
          if (signal.aborted || this.#stopped) return;
          const taken = pages.map(({ text, chart }) => ({ ...named(progress, chart), text }));
          prepared.savePages(progress.id, taken, words);
          progress.done += pages.length;
          if (progress.done % TELL_EVERY < pages.length) onPrepared(kit.id);
          if (isReading()) await yieldToReader(performance.now() - since, signal);
          since = performance.now();
        },
      },
      signal,
    );
  }

  /** All pages are stored. Some of them say which airport others are about. */
  async #finish(kit: LiveKit, progress: Progress, signal: AbortSignal): Promise<void> {
    const { prepared } = this.#deps;
    const pages: ChartPage[] = [];
    for (let more = true; more; ) {
      const next = prepared.chartsFrom(progress.id, pages.length + 1, READ_AT_ONCE);
      pages.push(...next);
      more = next.length === READ_AT_ONCE;
      await turn(undefined, { signal });
    }
    const shared = shareAirports(pages);
    const learned = shared.filter((chart, index) => chart !== pages[index]);
    for (let first = 0; first < learned.length; first += BATCH) {
      const some = learned.slice(first, first + BATCH);
      const rename = some.map((chart) => named(progress, chart));
      prepared.rename(progress.id, rename, kitWords(kit));
      await turn(undefined, { signal });
    }
    const dates = summaryOf(shared);
    prepared.finish(progress.id, dates, countedAt(dates, kit.trip?.departure ?? null));
  }
}

/** A page with its heading from the outline and its chart. */
function named(progress: Progress, chart: ChartPage): NamedPage {
  progress.headings ??= headingsOf(progress.outline ?? [], progress.sizes?.length ?? 0);
  return { chart, heading: headingWithChart(progress.headings[chart.page - 1] ?? null, chart) };
}

/** Leaves the processor to the reader after a page that took `took` ms. An abort ends the pause. */
async function yieldToReader(took: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, PAUSE_SHARE * took));
  // Aborted: the caller checks the signal.
  await pause(ms, undefined, { signal }).catch(() => {});
}
