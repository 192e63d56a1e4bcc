/**
 * Makes posters of kits in the background, then stored thumbnails of kits that nobody has opened yet: one document at a time,
 * only while nobody reads, and given up at once when somebody does.
 */
import type { Kit } from '../../../../preload/contract.ts';
import type { Bridge } from '../../../shell/state/bridge.ts';
import { frameEngineOf } from '../engine/frame-engine.ts';
import type { PdfEngine } from '../engine/pdf-engine.ts';
import { idleFor, onActivity, onReading, restedFor } from './activity.ts';
import { isAbort } from './canvases.ts';
import { fillStoredThumbnails } from './fill-stored-thumbnails.ts';
import { isBeingRead } from './page-painter.ts';
import { PictureList, type PictureTask } from './picture-list.ts';
import { paintPoster } from './poster-picture.ts';

/** How long nobody may have read before a picture is begun, ms. */
const REST_MS = 2_500;
/** Changes of the library within this time are looked at together, ms. */
const GATHER_MS = 1_000;
/** Between two pictures, ms. */
const NEXT_MS = 200;
/** Longest time for one poster, ms. */
const POSTER_TIMEOUT_MS = 60_000;

export interface PosterMakerDeps {
  bridge: Pick<Bridge, 'reading' | 'kits' | 'documents'>;
  /** The kit as the list has it. */
  find: (id: string) => Kit | undefined;
  engine?: PdfEngine;
}

/** Starts making pictures; the answer ends it. */
export function startPosterMaker(deps: PosterMakerDeps): () => void {
  const maker = new PosterMaker(deps);
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

class PosterMaker {
  readonly #bridge: PosterMakerDeps['bridge'];
  readonly #find: PosterMakerDeps['find'];
  readonly #engine: PdfEngine;
  readonly #posters = new PictureList();
  readonly #thumbnails = new PictureList();
  readonly #ended = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The library has changed: it is asked again what is missing. */
  #isStale = false;
  #isWorking = false;
  /** Ends the making of stored thumbnails, which takes minutes; they are gone on with later. */
  #filling: AbortController | null = null;

  constructor({ bridge, find, engine = frameEngineOf(bridge) }: PosterMakerDeps) {
    this.#bridge = bridge;
    this.#find = find;
    this.#engine = engine;
  }

  changed(): void {
    this.#isStale = true;
    if (!this.#isWorking || this.#filling) this.#soon(GATHER_MS);
  }

  /** Somebody does something: thumbnails wait. */
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
    if (this.#posters.next()) this.#soon(NEXT_MS);
    else if (this.#isStale) this.#soon(GATHER_MS);
    else if (this.#thumbnails.next())
      this.#soon(isBeingRead() ? REST_MS : Math.max(NEXT_MS, REST_MS - idleFor()));
  }

  /** What is missing now. */
  async #ask(): Promise<void> {
    this.#isStale = false;
    const tasksOf = (ids: readonly string[]) =>
      ids.flatMap((kitId) => {
        const document = this.#find(kitId)?.document;
        return document ? [{ kitId, sha256: document.sha256, bytes: document.bytes }] : [];
      });
    this.#posters.renew(tasksOf(await this.#bridge.reading.missingPosters()));
    this.#thumbnails.renew(tasksOf(await this.#bridge.reading.missingStoredThumbnails()));
    // A kit that has just come is shown by its poster: that is made first.
    if (this.#posters.next()) this.interrupt();
  }

  async #makeNext(stop: AbortController): Promise<void> {
    const poster = this.#posters.next();
    if (poster) return this.#makePoster(poster, stop.signal);
    const unread = isBeingRead() || idleFor() < REST_MS ? null : this.#thumbnails.next();
    if (unread) return this.#fillThumbnails(unread, stop);
    if (this.#engine.openDocuments?.() === 0) this.#engine.warm?.();
  }

  async #makePoster(task: PictureTask, stop: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([this.#ended.signal, stop, AbortSignal.timeout(POSTER_TIMEOUT_MS)]);
    try {
      await this.#bridge.reading.storePoster(task.kitId, await paintPoster(this.#engine, task, signal));
      this.#posters.done(task, false);
    } catch (error) {
      // Given up for a reader: the same one is made later.
      if (!(isAbort(error) && stop.aborted)) this.#posters.done(task, true);
    }
  }

  async #fillThumbnails(task: PictureTask, stop: AbortController): Promise<void> {
    this.#filling = stop;
    const signal = AbortSignal.any([this.#ended.signal, stop.signal]);
    try {
      const isFull = await fillStoredThumbnails(this.#engine, this.#bridge, task, signal);
      this.#thumbnails.done(task, !isFull);
    } catch {
      if (!signal.aborted) this.#thumbnails.done(task, true);
    }
  }
}
