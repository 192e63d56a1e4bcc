import { setTimeout as pause } from 'node:timers/promises';
import { isAbort } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitRecord } from '../library/kit-record.ts';
import type { KitStore } from '../library/kit-store.ts';
import { checkHashes } from '../library/self-check.ts';
import { decideIntegrity } from '../library/start-check.ts';
import type { NoticeBoard } from './notices.ts';

/** So much is read after each start, newest kits first, bytes: a library may be larger than a battery is full. */
const MAX_BYTES = 2 * 1024 ** 3;
/** How long the app has run before it begins, ms: the list and a first opening have disk and processor to themselves. */
const AFTER_MS = 3_000;
/** Between two documents, ms, so that the disk stays a person's. */
const PAUSE_MS = 50;

export interface CheckDocumentsDeps {
  folder: string;
  kits: Pick<KitStore, 'list' | 'get'>;
  engine: Pick<KitEngine, 'documentLost'>;
  notices: Pick<NoticeBoard, 'add'>;
  log: Log;
  signal: AbortSignal;
  max_bytes?: number;
  after_ms?: number;
  pause_ms?: number;
}

/** Reads the documents of ready kits while the app runs; a changed one is fetched again, or a notice says so. Never throws. */
export async function checkDocuments(deps: CheckDocumentsDeps): Promise<void> {
  const { folder, kits, engine, notices, log, signal } = deps;
  try {
    await pause(deps.after_ms ?? AFTER_MS, undefined, { signal });
    const some = within(deps.max_bytes ?? MAX_BYTES, kits.list());
    for await (const checked of checkHashes(folder, some, signal)) {
      const lost = decideIntegrity(kits.get(checked.kit_id), checked);
      if (lost?.do === 'fetch') {
        log.warn(`The document of the kit ${lost.kit_id} is fetched again: ${lost.why}`);
        engine.documentLost(lost.kit_id, lost.why);
      } else if (lost) {
        log.error(`The document of the kit ${lost.kit_id} is not as it was: ${lost.why}`);
        notices.add({ id: `document:${lost.kit_id}`, severity: 'error', message: lost.failure.message });
      }
      await pause(deps.pause_ms ?? PAUSE_MS, undefined, { signal });
    }
  } catch (error) {
    if (!isAbort(error)) log.error('The documents could not all be checked.', error);
  }
}

/** The newest kits whose documents are no longer than `max` bytes together. */
function within(max: number, kits: readonly KitRecord[]): KitRecord[] {
  let left = max;
  return kits.filter(({ state, document }) => {
    if (state !== 'ready' || document === null || left <= 0) return false;
    left -= document.bytes;
    return true;
  });
}
