import { setTimeout as pause } from 'node:timers/promises';
import { isAbort } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { DocumentChecker } from './document-checker.ts';

/** So much is read after each start, suspects and then newest kits first, bytes: a library may be larger than a battery is full. */
const MAX_BYTES = 2 * 1024 ** 3;
/** How long the app has run before it begins, ms: the list and a first opening have disk and processor to themselves. */
const AFTER_MS = 3_000;
/** Between two documents, ms, so that the disk stays a person's. */
const PAUSE_MS = 50;

export interface CheckDocumentsDeps {
  kits: Pick<KitStore, 'list'>;
  checker: Pick<DocumentChecker, 'check'>;
  /** Kits whose documents were damaged or written to before, or lost sight of: they come first. */
  suspects: readonly string[];
  /** Resolves when the keychain has answered, or has had time to. */
  keychain(): Promise<unknown>;
  log: Log;
  signal: AbortSignal;
  max_bytes?: number;
  after_ms?: number;
  pause_ms?: number;
}

/** Reads documents while the app runs: what was changed behind its back is found without anybody opening it. Never throws. */
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

/** Suspects, then the newest kits, whose documents are no longer than `max` bytes together. */
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
