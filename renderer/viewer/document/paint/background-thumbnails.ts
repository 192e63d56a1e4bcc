/**
 * Makes stored thumbnails of kits that nobody has opened yet, in the background: first that of page 1 of each kit, then all of one kit
 * after the other. One document at a time, only while nobody reads, and given up at once when somebody does.
 */
import type { Kit } from '../../../../preload/contract.ts';
import type { Bridge } from '../../../shell/state/bridge.ts';
import { frameEngineOf } from '../engine/frame-engine.ts';
import type { PdfDocument, PdfEngine } from '../engine/pdf-engine.ts';
import { idleFor, onActivity, onReading, restedFor } from './activity.ts';
import { isBeingRead, painterOf } from './page-painter.ts';
import { PictureList, type PictureTask } from './picture-list.ts';
import { StoredThumbnails } from './stored-thumbnails.ts';
import { makeStoredThumbnails, newThumbnail, outwards } from './thumbnail-maker.ts';

/** How long nobody may have read before a picture is begun, ms. */
const REST_MS = 2_500;
/** Changes of the library within this time are looked at together, ms. */
const GATHER_MS = 1_000;
/** Between two documents, ms. */
const NEXT_MS = 200;
/** Longest time for one first page, ms. */
const FIRST_TIMEOUT_MS = 60_000;

export interface BackgroundThumbnailsDeps {
  bridge: Pick<Bridge, 'reading' | 'kits' | 'documents'>;
  /** The kit as the list has it. */
  find: (id: string) => Kit | undefined;
  engine?: PdfEngine;
}

/** Starts making thumbnails. Returns a function that ends it. */
export function startBackgroundThumbnails(deps: BackgroundThumbnailsDeps): () => void {
  const maker = new BackgroundThumbnails(deps);
  const { bridge } = deps;
  const onShown = () => maker.shown();
  const unsubscribers = [
    bridge.kits.on('changed', (change) => {
      if (change.changed.some((kit) => kit.document !== null)) maker.changed();
    }),
    bridge.reading.on('prepared', () => maker.changed()),
    onActivity(() => maker.interrupt()),
    () => document.removeEventListener('visibilitychange', onShown),
    () => maker.stop(),
  ];
  document.addEventListener('visibilitychange', onShown);
  maker.changed();
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}

class BackgroundThumbnails {
  readonly #bridge: BackgroundThumbnailsDeps['bridge'];
  readonly #find: BackgroundThumbnailsDeps['find'];
  readonly #engine: PdfEngine;
  /** Kits without that of page 1, and kits without some. */
  readonly #first = new PictureList();
  readonly #rest = new PictureList();
  readonly #ended = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The library has changed: it is asked again what is missing. */
  #isStale = false;
  #isWorking = false;
  /** Ends the making of all thumbnails of a document, which takes minutes; it is continued later. */
  #filling: AbortController | null = null;

  constructor({ bridge, find, engine = frameEngineOf(bridge) }: BackgroundThumbnailsDeps) {
    this.#bridge = bridge;
    this.#find = find;
    this.#engine = engine;
  }

  changed(): void {
    this.#isStale = true;
    if (!this.#isWorking || this.#filling) this.#soon(GATHER_MS);
  }

  /** Somebody does something: all but first pages wait. */
  interrupt(): void {
    this.#filling?.abort();
  }

  /** The window came into sight, or went out of it. */
  shown(): void {
    if (document.hidden) this.interrupt();
    else this.#soon(GATHER_MS);
  }

  stop(): void {
    this.#ended.abort();
    clearTimeout(this.#timer);
  }

  #soon(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#ended.signal.aborted) this.#timer = setTimeout(() => void this.#work(), ms);
  }

  async #work(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    if (this.#isWorking) {
      if (this.#filling && this.#isStale) await this.#ask().catch(() => {});
      return;
    }
    // Chromium slows down a window that is hidden: `shown` goes on.
    if (document.hidden) return;
    if (restedFor() < REST_MS) return this.#soon(REST_MS - restedFor());
    this.#isWorking = true;
    const stop = new AbortController();
    const unsubscribe = onReading(() => stop.abort());
    try {
      if (this.#isStale) await this.#ask();
      await this.#makeNext(stop);
    } catch {
      // The library could not be asked; at its next change it is asked again.
    } finally {
      unsubscribe();
      this.#isWorking = false;
      this.#filling = null;
    }
    if (this.#first.next()) this.#soon(NEXT_MS);
    else if (this.#isStale) this.#soon(GATHER_MS);
    else if (this.#rest.next()) this.#soon(isBeingRead() ? REST_MS : Math.max(NEXT_MS, REST_MS - idleFor()));
  }

  /** What is missing now. */
  async #ask(): Promise<void> {
    this.#isStale = false;
    const tasksOf = (ids: readonly string[]) =>
      ids.flatMap((kitId) => {
        const document = this.#find(kitId)?.document;
        return document ? [{ kitId, sha256: document.sha256, bytes: document.bytes }] : [];
      });
    this.#first.renew(tasksOf(await this.#bridge.reading.missingFirstThumbnails()));
    this.#rest.renew(tasksOf(await this.#bridge.reading.missingStoredThumbnails()));
    // A kit that has just come is shown by its first page: that is made first.
    if (this.#first.next()) this.interrupt();
  }

  async #makeNext(stop: AbortController): Promise<void> {
    const first = this.#first.next();
    if (first) {
      const limit = AbortSignal.timeout(FIRST_TIMEOUT_MS);
      return this.#make(this.#first, first, AbortSignal.any([stop.signal, limit]), stop.signal, makeFirst);
    }
    const task = isBeingRead() || idleFor() < REST_MS ? null : this.#rest.next();
    if (!task) {
      if (this.#engine.openDocuments?.() === 0) this.#engine.warm?.();
      return;
    }
    this.#filling = stop;
    await this.#make(this.#rest, task, stop.signal, stop.signal, (document, thumbnails, signal) =>
      makeAll(document, thumbnails, signal, () => this.#engine.warm?.()),
    );
  }

  /** Opens the task's document and makes what its list is for. What is given up for a reader (`stop`) is made later. */
  async #make(
    list: PictureList,
    task: PictureTask,
    signal: AbortSignal,
    stop: AbortSignal,
    make: (document: PdfDocument, thumbnails: StoredThumbnails, signal: AbortSignal) => Promise<boolean>,
  ): Promise<void> {
    const any = AbortSignal.any([this.#ended.signal, signal]);
    try {
      const document = await this.#engine.open({ kitId: task.kitId, bytes: task.bytes }, any);
      try {
        list.done(task, !(await make(document, new StoredThumbnails(task, this.#bridge), any)));
      } finally {
        await document.close();
      }
    } catch {
      if (!stop.aborted) list.done(task, true);
    }
  }
}

/** @returns whether that of page 1 was kept */
async function makeFirst(
  document: PdfDocument,
  thumbnails: StoredThumbnails,
  signal: AbortSignal,
): Promise<boolean> {
  const picture = await painterOf(document).aside.storedThumbnail(1, signal);
  return thumbnails.store([newThumbnail(1, picture)]);
}

/** @returns whether none is missing now. @param before called before each page */
async function makeAll(
  document: PdfDocument,
  thumbnails: StoredThumbnails,
  signal: AbortSignal,
  before: () => void,
): Promise<boolean> {
  const pages = () => outwards(1, document.pageCount);
  const order = () => {
    // Whoever opens a kit meanwhile finds a frame, as without this.
    before();
    return pages();
  };
  await makeStoredThumbnails({ pictures: painterOf(document).aside, thumbnails, order, signal });
  return [...pages()].every((page) => !thumbnails.lacks(page));
}
