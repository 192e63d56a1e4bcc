import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../common/clock.ts';
import { isAbort } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { judgeSeal, type Seal, sealOf } from '../documents/document-seal.ts';
import { type DatesOf, isReady, readSeal, writeKitSidecar } from '../documents/kit-sidecar.ts';
import type { Sealer } from '../host/sealer.ts';
import type { KitChange } from '../kits/kit-engine.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import { type KeyAnswer, noteEnrolled, openSealKey, type SealKeyDeps } from './seal-key.ts';
import type { SealState } from './soundness.ts';

/** So long the first checks of a start wait for the keychain, ms; reading never does. */
const ANSWER_MS = 10_000;
/** A keychain that did not open is asked again after so long at the earliest, ms: it may ask the person each time. */
const ASK_AGAIN_MS = 5 * 60_000;
/** Between two documents that get their first seal, ms. */
const PAUSE_MS = 20;

/** What a seal says of a kit. */
export interface SealFinding {
  seal: SealState;
  /** A sentence; null where it is intact. */
  why: string | null;
  /** Whether the kit may be downloaded again by itself: it is still known which one it is. */
  fetch: boolean;
}

export interface DocumentSealsDeps {
  /** Of the documents. */
  folder: string;
  /** Of the keys. */
  keys: string;
  sealer: Sealer;
  kits: Pick<KitStore, 'get' | 'list'>;
  /** What was learned of a document's date: it stands in the sidecar too. */
  datesOf?: DatesOf;
  clock: Clock;
  log: Log;
  /** Aborts when the app stops. */
  signal: AbortSignal;
  pause_ms?: number;
  /** Told of each document that was verified in this run and has its seal. */
  sealed?(kit_id: string): void;
}

const WAITING = 'the keychain of this computer has not answered yet';
const FORMER = 'it was made with the key of another keychain';
const MISSING =
  'It is not sealed: it was downloaded while the keychain was locked, or somebody has removed its seal.';

/**
 * Seals documents when they are verified, and says whether what is stored of them is what was sealed. Seals stand in the
 * sidecars of documents, which it writes. Nothing that reads or lists documents waits for the keychain.
 */
export class DocumentSeals {
  readonly #deps: DocumentSealsDeps;
  readonly #keyDeps: SealKeyDeps;
  #answer: KeyAnswer = { why: WAITING };
  #asking: Promise<void> | null = null;
  #asked_at = Number.NEGATIVE_INFINITY;
  /** Verified in this run, and written to the disk: sealed when they are ready. */
  readonly #published = new Set<string>();
  /** Verified in this run, without a key. */
  readonly #unsealed = new Set<string>();
  /** Those whose seals could not be checked in this run. */
  readonly #unchecked = new Set<string>();
  /** The last write of each sidecar, so that they never overlap. */
  readonly #writes = new Map<string, Promise<unknown>>();
  readonly #listeners = new Set<(kit_ids: string[]) => void>();

  constructor(deps: DocumentSealsDeps) {
    this.#deps = deps;
    const { keys: folder, sealer, clock } = deps;
    this.#keyDeps = { folder, sealer, clock, usedKeys: () => this.#usedKeys() };
  }

  /** Asks the keychain for the key, in the background. Where it did not open, asks again, not too often. */
  ask(): Promise<void> {
    const { clock } = this.#deps;
    if (this.#asking) return this.#asking;
    if ('key' in this.#answer || clock.monotonic() - this.#asked_at < ASK_AGAIN_MS) return Promise.resolve();
    this.#asking = this.#ask().finally(() => {
      this.#asked_at = clock.monotonic();
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Resolves when the keychain has answered for the first time, or has had its time. Never rejects. */
  async answered(): Promise<void> {
    const { clock, signal } = this.#deps;
    const over = new AbortController();
    const limit = clock.sleep(ANSWER_MS, AbortSignal.any([signal, over.signal])).catch(() => {});
    await Promise.race([this.ask(), limit]);
    over.abort();
  }

  /** Kits whose seals can be checked now: the key has come. The answer unsubscribes. */
  onKey(listener: (kit_ids: string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The kit's document was verified and has its place: as soon as the kit is ready, it is sealed. */
  published(kit_id: string): void {
    this.#published.add(kit_id);
  }

  /** The documents of these kits, which are ready, came in a hand-over file and were verified by their hashes at this start. */
  async received(kit_ids: readonly string[]): Promise<void> {
    for (const id of kit_ids) await this.#seal(id);
  }

  /** Writes the sidecar of each kit that has got a verified document; resolves `end` when what was begun is written. */
  follow(engine: { onChange(listener: (change: KitChange) => void): () => void }): () => Promise<void> {
    const stop = engine.onChange(({ changed, removed }) => {
      for (const { id, state } of changed) {
        if (state === 'ready' && this.#published.delete(id)) void this.#seal(id);
      }
      for (const id of removed)
        for (const ids of [this.#published, this.#unsealed, this.#unchecked]) ids.delete(id);
    });
    return async () => {
      stop();
      await Promise.all(this.#writes.values());
    };
  }

  /** Whether what is stored of the kit is what was sealed. Never waits for the keychain, never rejects. */
  async check(kit: KitRecord): Promise<SealFinding> {
    await this.#writes.get(kit.id);
    const found = await this.#judge(kit);
    if (found.seal === 'not_checked') this.#unchecked.add(kit.id);
    else this.#unchecked.delete(kit.id);
    return found;
  }

  async #seal(id: string): Promise<void> {
    if (await this.#write(id)) this.#deps.sealed?.(id);
  }

  async #judge(kit: KitRecord): Promise<SealFinding> {
    const notChecked = (why: string): SealFinding => ({
      seal: 'not_checked',
      why: `Its seal was not checked: ${why}.`,
      fetch: true,
    });
    if (!('key' in this.#answer)) return notChecked(this.#answer.why);
    const { key } = this.#answer;
    const seal = await readSeal(this.#deps.folder, kit.id);
    if (seal === null && !key.enrolled && isReady(kit) && (await this.#write(kit.id)))
      return { seal: 'intact', why: null, fetch: true };
    const verdict = seal && judgeSeal(key, kit, seal);
    switch (verdict) {
      case 'intact':
        return { seal: 'intact', why: null, fetch: true };
      case 'other_document':
      case 'other_kit':
        return { seal: 'broken', why: null, fetch: verdict === 'other_document' };
      default:
        if (seal && key.former.includes(seal.key)) return notChecked(FORMER);
        return { seal: 'missing', why: MISSING, fetch: true };
    }
  }

  async #ask(): Promise<void> {
    const { log, kits } = this.#deps;
    const answer = await openSealKey(this.#keyDeps);
    this.#answer = answer;
    if (!('key' in answer)) {
      log.info(`Documents are not sealed: ${answer.why}.`);
      return;
    }
    for (const id of this.#unsealed) await this.#seal(id);
    if (!answer.key.enrolled)
      await this.#enroll().catch((error: unknown) => {
        if (!isAbort(error)) log.error('Documents could not be sealed.', error);
      });
    const ids = [...this.#unchecked].filter((id) => kits.get(id));
    for (const listener of this.#listeners) listener(ids);
  }

  /** Documents from before there was a key: what is stored of them now is taken on trust, once. */
  async #enroll(): Promise<void> {
    const { kits, folder, signal, pause_ms = PAUSE_MS, log } = this.#deps;
    let failed = 0;
    for (const { id } of kits.list()) {
      signal.throwIfAborted();
      const kit = kits.get(id);
      if (!kit || !isReady(kit) || (await readSeal(folder, id)) !== null) continue;
      if (!(await this.#write(id))) failed += 1;
      await pause(pause_ms, undefined, { signal });
    }
    if (failed > 0 || !('key' in this.#answer)) return;
    this.#answer = { key: await noteEnrolled(this.#keyDeps, this.#answer.key) };
    log.info('Every document has its seal.');
  }

  /** Writes the kit's sidecar with its seal; false where that failed, or nothing could be sealed. */
  #write(id: string): Promise<boolean> {
    const before = this.#writes.get(id) ?? Promise.resolve();
    const mine = before.then(() => this.#writeNow(id));
    this.#writes.set(id, mine);
    return mine.finally(() => {
      if (this.#writes.get(id) === mine) this.#writes.delete(id);
    });
  }

  async #writeNow(id: string): Promise<boolean> {
    const { kits, folder, log } = this.#deps;
    const kit = kits.get(id);
    if (!kit || !isReady(kit)) return false;
    try {
      const seal = await this.#sealFor(kit);
      await writeKitSidecar(folder, kit, {
        seal,
        dates: this.#deps.datesOf?.(id, kit.document.sha256) ?? [],
      });
      if (seal) this.#unsealed.delete(id);
      else this.#unsealed.add(id);
      return seal !== null;
    } catch (error) {
      log.warn(`The kit ${id} has no sidecar yet: ${String(error)}`);
      return false;
    }
  }

  /** One that tells that the kit itself was changed stays: no download can make that good. */
  async #sealFor(kit: KitRecord): Promise<Seal | null> {
    if (!('key' in this.#answer)) return null;
    const { key } = this.#answer;
    const before = await readSeal(this.#deps.folder, kit.id);
    return before && judgeSeal(key, kit, before) === 'other_kit' ? before : sealOf(key, kit);
  }

  async #usedKeys(): Promise<string[]> {
    const ids = new Set<string>();
    for (const { id, document } of this.#deps.kits.list()) {
      const seal = document && (await readSeal(this.#deps.folder, id));
      if (seal) ids.add(seal.key);
    }
    return [...ids];
  }
}
