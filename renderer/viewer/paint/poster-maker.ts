/**
 * Makes the pictures of page 1 that show a kit at once when it is opened. In the background: one at a time, only while
 * nobody reads, and given up at once when somebody does.
 */
import type { Kit } from '../../../preload/contract.ts';
import type { Bridge } from '../../bridge.ts';
import type { PdfEngine } from '../engine/pdf-engine.ts';
import { pdfjsEngine } from '../engine/pdfjs-engine.ts';
import { openSessions, warmWorkers } from '../engine/pdfjs-session.ts';
import { onReading, restedFor } from './activity.ts';
import { isAbort } from './canvases.ts';
import { PosterList } from './poster-list.ts';
import { paintPoster } from './poster-picture.ts';

/** How long nobody may have read before a poster is begun, ms. */
const REST_MS = 2_500;
/** Changes of the library within this time are looked at together, ms. */
const GATHER_MS = 1_000;
/** Longest time for one poster, ms. */
const POSTER_TIMEOUT_MS = 60_000;

export interface PosterMakerParts {
  bridge: Pick<Bridge, 'reading' | 'kits'>;
  /** The kit as the list has it. */
  find: (id: string) => Kit | undefined;
  engine?: PdfEngine;
}

/** Starts making posters; the answer ends it. */
export function startPosterMaker({ bridge, find, engine = pdfjsEngine }: PosterMakerParts): () => void {
  const list = new PosterList();
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  let working = false;

  function soon(ms: number): void {
    clearTimeout(timer);
    if (!ended.signal.aborted) timer = setTimeout(() => void work(), ms);
  }

  function changed(): void {
    asked = true;
    if (!working) soon(GATHER_MS);
  }

  async function ask(): Promise<void> {
    asked = false;
    const ids = await bridge.reading.missingPosters();
    list.renew(
      ids.flatMap((kitId) => {
        const document = find(kitId)?.document;
        return document ? [{ kitId, sha256: document.sha256, bytes: document.bytes }] : [];
      }),
    );
  }

  async function work(): Promise<void> {
    if (working || ended.signal.aborted) return;
    // Pages are painted in frames of the window, and there are none while it is hidden: `visibilitychange` goes on.
    if (document.hidden) return;
    if (restedFor() < REST_MS) return soon(REST_MS - restedFor());
    working = true;
    const stop = new AbortController();
    const unsubscribe = onReading(() => stop.abort());
    try {
      if (asked) await ask();
      const task = list.next();
      if (task) {
        const signal = AbortSignal.any([ended.signal, stop.signal, AbortSignal.timeout(POSTER_TIMEOUT_MS)]);
        try {
          await bridge.reading.storePoster(task.kitId, await paintPoster(engine, task, signal));
          list.done(task, false);
        } catch (error) {
          // Given up for a reader: the same one is made later.
          if (!(isAbort(error) && stop.signal.aborted)) list.done(task, true);
        }
      } else if (openSessions() === 0) warmWorkers();
    } catch {
      // The library could not be asked; at its next change it is asked again.
    } finally {
      unsubscribe();
      working = false;
    }
    if (list.next() || asked) soon(list.next() ? 200 : GATHER_MS);
  }

  const onShown = () => soon(GATHER_MS);
  const unsubscribers = [
    bridge.kits.onChanged((change) => {
      if (change.changed.some((kit) => kit.document !== null)) changed();
    }),
    bridge.reading.onPrepared(changed),
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
