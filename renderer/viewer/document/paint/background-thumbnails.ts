/**
 * Makes stored thumbnails of kits that nobody has opened yet, in the background: first that of page 1 of each kit, then all of one kit
 * after the other. One document at a time, only while nobody reads; cancelled at once when somebody does.
 */
import type { Kit } from '../../../../preload/contract.ts';
import type { Bridge } from '../../../shell/state/bridge.ts';
import { frameEngineOf } from '../engine/frame-engine.ts';
import type { PdfDocument } from '../engine/pdf-engine.ts';
import { idleFor, onActivity, onReading, restedFor } from './activity.ts';
import { isBeingRead, painterOf } from './page-painter.ts';
import { StoredThumbnails } from './stored-thumbnails.ts';
import { makeStoredThumbnails, newThumbnail, outwards } from './thumbnail-maker.ts';

/** How long nobody must have read before a picture is begun, ms. */
const REST_MS = 2_500;
/** Changes of the library within this time are handled together, ms. */
const GATHER_MS = 1_000;
/** Between two documents, ms. */
const NEXT_MS = 200;
/** Longest time for one first page, ms. */
const FIRST_TIMEOUT_MS = 60_000;

interface BackgroundThumbnailsDeps {
  bridge: Pick<Bridge, 'reading' | 'kits' | 'documents'>;
  /** The kit in the list. */
  find: (id: string) => Kit | undefined;
}

interface Task {
  kitId: string;
  sha256: string;
  bytes: number;
  /** Only page 1. Reading interrupts it, other input does not. */
  isFirst: boolean;
}

const keyOf = ({ kitId, sha256, isFirst }: Task) => `${kitId} ${sha256} ${isFirst}`;

/** Starts making thumbnails. Returns a function that ends it. */
export function startBackgroundThumbnails({ bridge, find }: BackgroundThumbnailsDeps): () => void {
  const engine = frameEngineOf(bridge);
  const ended = new AbortController();
  /** Documents that failed; they are not tried again until the window closes. */
  const failed = new Set<string>();
  /** The most wanted first. */
  let tasks: Task[] = [];
  /** The library has changed: the missing thumbnails must be read again. */
  let isStale = true;
  let making: { task: Task; stop: AbortController } | null = null;
  let wake = () => {};

  /** Waits for this time, or until the library changes or the window becomes visible again. */
  function pause(ms?: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    if (ms !== undefined) setTimeout(resolve, ms);
    return promise;
  }
  function interrupt(): void {
    if (making && !making.task.isFirst) making.stop.abort();
  }
  function changed(): void {
    isStale = true;
    wake();
  }
  async function ask(): Promise<void> {
    const tasksOf = (ids: readonly string[], isFirst: boolean) =>
      ids.flatMap((kitId): Task[] => {
        const document = find(kitId)?.document;
        return document ? [{ kitId, sha256: document.sha256, bytes: document.bytes, isFirst }] : [];
      });
    const first = await bridge.reading.missingFirstThumbnails();
    const missing = await bridge.reading.missingStoredThumbnails();
    const found = [...tasksOf(first, true), ...tasksOf(missing, false)];
    tasks = found.filter((task) => !failed.has(keyOf(task)));
  }
  async function make(task: Task): Promise<void> {
    const stop = new AbortController();
    making = { task, stop };
    const limits = [ended.signal, stop.signal];
    if (task.isFirst) limits.push(AbortSignal.timeout(FIRST_TIMEOUT_MS));
    const signal = AbortSignal.any(limits);
    const unsubscribe = onReading(() => stop.abort());
    const isMade = await makeOf(task, signal).catch(() => false);
    unsubscribe();
    making = null;
    // Work that was cancelled for a reader is done later.
    if (!isMade && stop.signal.aborted) return;
    if (!isMade) failed.add(keyOf(task));
    tasks = tasks.filter((one) => one !== task);
  }
  async function makeOf(task: Task, signal: AbortSignal): Promise<boolean> {
    const document = await engine.open({ kitId: task.kitId, bytes: task.bytes, sha256: null }, signal);
    try {
      const thumbnails = new StoredThumbnails(task, bridge);
      engine.warm?.();
      return await (task.isFirst ? makeFirst : makeAll)(document, thumbnails, signal);
    } finally {
      await document.close();
    }
  }
  async function work(): Promise<void> {
    while (!ended.signal.aborted) {
      if (isStale) {
        isStale = false;
        await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
        // If the call fails, it is repeated at the next change.
        await ask().catch(() => {});
      }
      const [task] = tasks;
      const wait = waitFor(task);
      if (isStale) continue;
      // Keeps a frame ready for the next opened kit while thumbnails are made of another one.
      if (!isBeingRead() && !document.hidden) engine.warm?.();
      if (task && wait === 0) await make(task);
      await pause(wait === 0 ? NEXT_MS : wait);
    }
  }

  const onVisibility = () => (document.hidden ? interrupt() : wake());
  document.addEventListener('visibilitychange', onVisibility);
  const unsubscribers = [
    bridge.kits.on('changed', (change) => {
      if (!change.changed.some((kit) => kit.document !== null)) return;
      // The first page of a new kit is made first.
      interrupt();
      changed();
    }),
    bridge.reading.on('prepared', changed),
    onActivity(interrupt),
    () => document.removeEventListener('visibilitychange', onVisibility),
    () => ended.abort(),
    () => wake(),
  ];
  void work();
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}

/** How long the task has to wait, ms; undefined: until the library changes or the window is visible. */
function waitFor(task: Task | undefined): number | undefined {
  // Chromium slows down a window that is hidden.
  if (!task || document.hidden) return undefined;
  if (!task.isFirst && isBeingRead()) return REST_MS;
  return Math.max(0, REST_MS - (task.isFirst ? restedFor() : idleFor()));
}

/** @returns whether the thumbnail of page 1 was stored */
async function makeFirst(
  document: PdfDocument,
  thumbnails: StoredThumbnails,
  signal: AbortSignal,
): Promise<boolean> {
  const picture = await painterOf(document).storedThumbnail(1, signal);
  return thumbnails.store([newThumbnail(1, picture)]);
}

/** @returns whether none is missing now */
async function makeAll(
  document: PdfDocument,
  thumbnails: StoredThumbnails,
  signal: AbortSignal,
): Promise<boolean> {
  const order = () => outwards(1, document.pageCount);
  await makeStoredThumbnails({ painter: painterOf(document), thumbnails, order, signal });
  return [...order()].every((page) => !thumbnails.lacks(page));
}
