/** Paints the missing stored thumbnails of a document while the person is idle. */
import { readBattery } from '../../../shell/state/battery.ts';
import { PdfError } from '../engine/pdf-engine.ts';
import { idleFor, onActivity } from './activity.ts';
import { isAbort } from './canvases.ts';
import type { PagePainter } from './page-painter.ts';
import type { NewStoredThumbnail, StoredThumbnails } from './stored-thumbnails.ts';
import type { ThumbnailPicture } from './thumbnail-picture.ts';

/** How long the person must be idle before a page is begun, ms. */
const REST_MS = 2_000;
/** Thumbnails that are stored in one call. */
const BATCH = 12;
/** The pause after each page, as a share of the time that the page took, and its bounds, ms. */
const REST_SHARE = 0.5;
const SHORTEST_REST_MS = 30;
const LONGEST_REST_MS = 1_000;
/** The drawn part is rounded to this fraction of the page's sides: half a pixel of a large screen. */
const SHARES = 10_000;
/** How often a low battery is checked again, ms. */
const POWER_MS = 60_000;

interface ThumbnailWork {
  painter: Pick<PagePainter, 'storedThumbnail'>;
  thumbnails: StoredThumbnails;
  /** The pages in the currently wanted order; called again before each page. */
  order: () => Iterable<number>;
  /** Ends the work; painted thumbnails are stored. */
  signal: AbortSignal;
}

/**
 * Resolves when nothing is left to do, or nothing more can be stored. Rejects with the signal's reason, or as a call does.
 * A page that a person's activity interrupts is begun again when they are idle.
 */
export async function makeStoredThumbnails({
  painter,
  thumbnails,
  order,
  signal,
}: ThumbnailWork): Promise<void> {
  const made: NewStoredThumbnail[] = [];
  /** Pages that are painted but not stored yet, or not to be tried again in this run. */
  const tried = new Set<number>();
  const keep = async () => made.length === 0 || thumbnails.store(made.splice(0));
  // Input counts only while there is a listener.
  const unsubscribe = onActivity(() => {});
  try {
    await quiet(signal);
    // Thumbnails may have been made or removed since the document was opened.
    await thumbnails.refresh();
    for (;;) {
      await quiet(signal);
      const page = firstOf(order(), (one) => thumbnails.lacks(one) && !tried.has(one));
      if (page === null) break;
      const begun = performance.now();
      const picture = await paint(painter, page, signal);
      if (picture !== 'interrupted') tried.add(page);
      if (picture !== 'interrupted' && picture !== 'failed') made.push(newThumbnail(page, picture));
      if (made.length >= BATCH && !(await keep())) return;
      const took = performance.now() - begun;
      await rest(Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, took * REST_SHARE)), signal);
    }
    await keep();
  } catch (error) {
    await keep().catch(() => {});
    throw error;
  } finally {
    unsubscribe();
  }
}

/** The stored form of a page's thumbnail. @param picture null: the page can't be painted */
export function newThumbnail(page: number, picture: ThumbnailPicture | null): NewStoredThumbnail {
  if (!picture) return { page, webp: null };
  const { x, y, width, height } = picture.drawn;
  const part = [x, y, width, height].map((share) => Math.round(share * SHARES) / SHARES);
  return { page, webp: picture.webp, drawn: part as [number, number, number, number] };
}

/** Null: the page can never be painted; `failed`: painting failed this time. */
async function paint(
  painter: ThumbnailWork['painter'],
  page: number,
  signal: AbortSignal,
): Promise<ThumbnailPicture | null | 'interrupted' | 'failed'> {
  const stop = new AbortController();
  const unsubscribe = onActivity(() => stop.abort());
  try {
    return await painter.storedThumbnail(page, AbortSignal.any([signal, stop.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (stop.signal.aborted && isAbort(error)) return 'interrupted';
    const lasts = error instanceof PdfError && (error.kind === 'damaged' || error.kind === 'slow');
    return lasts ? null : 'failed';
  } finally {
    unsubscribe();
  }
}

/** Waits until the person is idle, the window is visible and there is power. */
async function quiet(signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    if (document.hidden) await shown(signal);
    else if (idleFor() < REST_MS) await rest(REST_MS - idleFor(), signal);
    else if (!(await hasPower())) await rest(POWER_MS, signal);
    else return;
  }
}

function shown(signal: AbortSignal): Promise<void> {
  return until(signal, (done) => {
    document.addEventListener('visibilitychange', done);
    return () => document.removeEventListener('visibilitychange', done);
  });
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return until(signal, (done) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  });
}

/** Waits until `done` is called; `begin` returns a function that stops the waiting. Rejects with the signal's reason. */
async function until(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const stop = begin(resolve);
  try {
    await promise;
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
}

function firstOf(pages: Iterable<number>, wanted: (page: number) => boolean): number | null {
  for (const page of pages) if (wanted(page)) return page;
  return null;
}

/** All pages, outwards from the one in view. */
export function* outwards(from: number, pageCount: number): Generator<number> {
  for (let step = 0; step < pageCount; step += 1) {
    if (from + step <= pageCount) yield from + step;
    if (step > 0 && from - step >= 1) yield from - step;
  }
}

/** Below this battery charge, a share, the laptop has no power for background work unless it is charging. */
const LOW = 0.3;

/** Whether the laptop has power for background work; true if not known. */
async function hasPower(): Promise<boolean> {
  const battery = await readBattery();
  return battery === null || battery.charging || battery.level >= LOW;
}
