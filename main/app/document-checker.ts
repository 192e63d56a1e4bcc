import { isAbort, TripKitError } from '../common/errors.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitStore } from '../library/kit-store.ts';
import { type CheckedDocument, checkHashes } from '../library/self-check.ts';
import { decideIntegrity, type LostDocument } from '../library/start-check.ts';
import type { AppContext } from './app-context.ts';

/** So long the reading of one document may take, ms: 500 MB at 5 MB a second, and then some. */
const TIMEOUT_MS = 2 * 60_000;

export interface DocumentCheckerDeps extends Pick<AppContext, 'log' | 'now'> {
  folder: string;
  kits: Pick<KitStore, 'get'>;
  engine: Pick<KitEngine, 'documentLost'>;
  /** Aborts when the app stops. */
  signal: AbortSignal;
  timeout_ms?: number;
}

/** Whether a document is what was verified after its download. */
export interface CheckedNow {
  ok: boolean;
  /** When its last byte had been read, ms since 1970 UTC. */
  checked_at: number;
  /** What was found and, where it is not sound, what to do. */
  what: string;
}

/**
 * Reads the whole document of an open kit, on demand. A changed one is not taken away from its reader, who may have no
 * other: it is fetched again once the last view has let go of it.
 */
export class DocumentChecker {
  readonly #deps: DocumentCheckerDeps;
  readonly #running = new Map<string, Promise<CheckedNow>>();
  readonly #lost = new Map<string, CheckedDocument>();

  constructor(deps: DocumentCheckerDeps) {
    this.#deps = deps;
  }

  /**
   * Checks a document; two views that ask at the same time wait for the same reading.
   *
   * @throws TripKitError of kind `config` where the kit has no document; of kind `disk` where it can't be read in time
   */
  check(kit_id: string): Promise<CheckedNow> {
    const running =
      this.#running.get(kit_id) ?? this.#read(kit_id).finally(() => this.#running.delete(kit_id));
    this.#running.set(kit_id, running);
    return running;
  }

  /** The last view has let go of the document: where it was found changed, it is fetched again. Never throws. */
  released(kit_id: string): void {
    const found = this.#lost.get(kit_id);
    if (!found) return;
    this.#lost.delete(kit_id);
    const { kits, engine, log } = this.#deps;
    try {
      const lost = decideIntegrity(kits.get(kit_id), found);
      if (lost?.do === 'fetch') engine.documentLost(kit_id, lost.why);
    } catch (error) {
      log.error(`The document of the kit ${kit_id} could not be fetched again.`, error);
    }
  }

  async #read(kit_id: string): Promise<CheckedNow> {
    const { folder, kits, signal, now, log, timeout_ms } = this.#deps;
    const kit = kits.get(kit_id);
    if (!kit?.document) {
      throw new TripKitError('config', 'This kit is not on this laptop. Download it before you check it.');
    }
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeout_ms ?? TIMEOUT_MS)]);
    const found = await first(checkHashes(folder, [kit], ended)).catch((error: unknown) => {
      throw notRead(error, signal);
    });
    if (!found || found.integrity === 'unreadable') throw unreadable();
    const lost = decideIntegrity(kits.get(kit_id), found);
    if (lost) {
      log.error(`The document of the kit ${kit_id} is not as it was verified: ${lost.why}`);
      this.#lost.set(kit_id, found);
    } else {
      this.#lost.delete(kit_id);
    }
    return { ok: lost === null, checked_at: now(), what: lost ? advice(lost) : SOUND };
  }
}

const SOUND = 'Every byte is the one that was verified after the download.';

function advice(lost: LostDocument): string {
  const warning = `${lost.why} Do not fly by it.`;
  if (lost.do === 'say') return `${warning} Request a new kit for the flight.`;
  return `${warning} Close this kit while you are online: it is then downloaded again.`;
}

async function first(checks: AsyncIterable<CheckedDocument>): Promise<CheckedDocument | null> {
  for await (const checked of checks) return checked;
  return null;
}

function unreadable(): TripKitError {
  return new TripKitError(
    'disk',
    'The document could not be read to check it. Check the disk of this laptop, then open the kit again.',
  );
}

function notRead(error: unknown, stopping: AbortSignal): unknown {
  if (stopping.aborted) {
    return new TripKitError(
      'disk',
      'The check was ended because the app closes. Open the kit again to check it.',
    );
  }
  if (isAbort(error) || (error instanceof Error && error.name === 'TimeoutError')) {
    return new TripKitError(
      'disk',
      'Checking the document took longer than two minutes. Close other programs that use the disk, then open the kit again.',
      { condition: 'slow' },
    );
  }
  return error;
}
