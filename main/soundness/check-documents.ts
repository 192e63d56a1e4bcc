import { setTimeout as pause } from 'node:timers/promises';
import { isAbort } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { DocumentChecker } from './document-checker.ts';

/** Maximum number of bytes to read after each start, suspects first, then the newest kits: a large library could drain a battery. */
const MAX_BYTES = 2 * 1024 ** 3;
/** Delay before the checks begin, ms: until then the list and the first document have disk and processor for themselves. */
const AFTER_MS = 3_000;
/** Pause between two documents, ms, so that the disk stays free for people's actions. */
const PAUSE_MS = 50;

export interface CheckDocumentsDeps {
  kits: Pick<KitStore, 'list'>;
  checker: Pick<DocumentChecker, 'check'>;
  /** Kits whose documents were damaged, modified or missing before: they are checked first. */
  suspects: readonly string[];
  /** Resolves when the keychain has answered, or its time limit is over. */
  keychain(): Promise<unknown>;
  log: Log;
  signal: AbortSignal;
  max_bytes?: number;
  after_ms?: number;
  pause_ms?: number;
}

/** Reads documents in the background, so that changes from outside are found before anybody opens them. Never throws. */
export async function checkDocuments(deps: CheckDocumentsDeps): Promise<void> {
  const { kits, checker, log, signal } = deps;
  try {
    await pause(deps.after_ms ?? AFTER_MS, undefined, { signal });
    await deps.keychain();
    for (const { id } of within(deps.max_bytes ?? MAX_BYTES, kits.list(), new Set(deps.suspects))) {
      signal.throwIfAborted();
      await checker.check(id, { quietly: true });
      await pause(deps.pause_ms ?? PAUSE_MS, undefined, { signal });
    }
  } catch (error) {
    if (!isAbort(error)) log.error('The documents could not all be checked.', error);
  }
}

/** Suspects, then the newest kits, until their documents reach `max` bytes. */
function within(max: number, kits: readonly KitRecord[], suspects: ReadonlySet<string>): KitRecord[] {
  let left = max;
  return kits
    .toSorted((a, b) => Number(suspects.has(b.id)) - Number(suspects.has(a.id)))
    .filter(({ id, document }) => {
      if (document === null) return suspects.has(id);
      if (left <= 0) return false;
      left -= document.bytes;
      return true;
    });
}
