/**
 * Makes posters of kits in the background, then stored thumbnails of kits that nobody has opened yet: one document at a time,
 * only while nobody reads, and given up at once when somebody does.
 */
import type { Kit } from '../../../preload/contract.ts';
import type { Bridge } from '../../ipc/bridge.ts';
import type { PdfEngine } from '../engine/pdf-engine.ts';
import { pdfjsEngine } from '../engine/pdfjs-engine.ts';
import { openSessions, warmWorkers } from '../engine/pdfjs-session.ts';
import { idleFor, onActivity, onReading, restedFor } from './activity.ts';
import { isAbort } from './canvases.ts';
import { fillStoredThumbnails } from './fill-stored-thumbnails.ts';
import { isBeingRead } from './page-painter.ts';
import { PictureList } from './picture-list.ts';
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
  bridge: Pick<Bridge, 'reading' | 'kits'>;
  /** The kit as the list has it. */
  find: (id: string) => Kit | undefined;
  engine?: PdfEngine;
}

/** Starts making pictures; the answer ends it. */
export function startPosterMaker({ bridge, find, engine = pdfjsEngine }: PosterMakerDeps): () => void {
  const posters = new PictureList();
  const thumbnails = new PictureList();
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  let working = false;
  /** Ends the making of stored thumbnails, which takes minutes; they are gone on with later. */
  let filling: AbortController | null = null;

  function soon(ms: number): void {
    clearTimeout(timer);
    if (!ended.signal.aborted) timer = setTimeout(() => void work(), ms);
  }

  function changed(): void {
    asked = true;
    if (!working || filling) soon(GATHER_MS);
  }

  async function ask(): Promise<void> {
    asked = false;
    const tasksOf = (ids: readonly string[]) =>
      ids.flatMap((kitId) => {
        const document = find(kitId)?.document;
        return document ? [{ kitId, sha256: document.sha256, bytes: document.bytes }] : [];
      });
    posters.renew(tasksOf(await bridge.reading.missingPosters()));
    thumbnails.renew(tasksOf(await bridge.reading.missingStoredThumbnails()));
    // A kit that has just come is shown by its poster: that is made first.
    if (posters.next()) filling?.abort();
  }

  async function work(): Promise<void> {
    if (ended.signal.aborted) return;
    if (working) {
      if (filling && asked) await ask().catch(() => {});
      return;
    }
    // Pages are painted in frames of the window, and there are none while it is hidden: `visibilitychange` goes on.
    if (document.hidden) return;
    if (restedFor() < REST_MS) return soon(REST_MS - restedFor());
    working = true;
    const stop = new AbortController();
    const unsubscribe = onReading(() => stop.abort());
    try {
      if (asked) await ask();
      const poster = posters.next();
      const unread = isBeingRead() || idleFor() < REST_MS ? null : thumbnails.next();
      if (poster) {
        const signal = AbortSignal.any([ended.signal, stop.signal, AbortSignal.timeout(POSTER_TIMEOUT_MS)]);
        try {
          await bridge.reading.storePoster(poster.kitId, await paintPoster(engine, poster, signal));
          posters.done(poster, false);
        } catch (error) {
          // Given up for a reader: the same one is made later.
          if (!(isAbort(error) && stop.signal.aborted)) posters.done(poster, true);
        }
      } else if (unread) {
        filling = stop;
        const signal = AbortSignal.any([ended.signal, stop.signal]);
        try {
          thumbnails.done(unread, !(await fillStoredThumbnails(engine, bridge, unread, signal)));
        } catch {
          if (!signal.aborted) thumbnails.done(unread, true);
        }
      } else if (openSessions() === 0) warmWorkers();
    } catch {
      // The library could not be asked; at its next change it is asked again.
    } finally {
      unsubscribe();
      working = false;
      filling = null;
    }
    if (posters.next()) soon(NEXT_MS);
    else if (asked) soon(GATHER_MS);
    else if (thumbnails.next()) soon(isBeingRead() ? REST_MS : Math.max(NEXT_MS, REST_MS - idleFor()));
  }

  const onShown = () => {
    if (document.hidden) filling?.abort();
    else soon(GATHER_MS);
  };
  const unsubscribers = [
    bridge.kits.onChanged((change) => {
      if (change.changed.some((kit) => kit.document !== null)) changed();
    }),
    bridge.reading.onPrepared(changed),
    onActivity(() => filling?.abort()),
    () => document.removeEventListener('visibilitychange', onShown),
  ];
  document.addEventListener('visibilitychange', onShown);
  changed();
  return () => {
    ended.abort();
    clearTimeout(timer);
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
