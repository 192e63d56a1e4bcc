import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../common/clock.ts';
import { isAbort } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { judgeSeal, type Seal, sealOf } from '../documents/document-seal.ts';
import { readParcel } from '../documents/kit-parcel.ts';
import type { ParcelWriter } from '../documents/parcel-writer.ts';
import type { Sealer } from '../host/sealer.ts';
import type { KitChange } from '../kits/kit-engine.ts';
import { isReady, type KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import { type KeyAnswer, noteEnrolled, openSealKey, type SealKeyDeps } from './seal-key.ts';
import type { SealState } from './soundness.ts';

/** How long the first checks of a start wait for the keychain, ms; reading never does. */
const ANSWER_MS = 10_000;
/** Minimum delay before a keychain that did not open is asked again, ms: it may ask the person each time. */
const ASK_AGAIN_MS = 5 * 60_000;
/** Pause between two documents that get their first seal, ms. */
const PAUSE_MS = 20;

/** Result of checking a kit's seal. */
export interface SealFinding {
  seal: SealState;
  /** A sentence; null if the seal is intact. */
  why: string | null;
  /** Whether the kit may be downloaded again automatically: its identity is intact. */
  fetch: boolean;
}

export interface DocumentSealsDeps {
  /** Folder of the documents. */
  folder: string;
  /** Folder of the keys. */
  keys: string;
  sealer: Sealer;
  kits: Pick<KitStore, 'get' | 'list'>;
  parcels: Pick<ParcelWriter, 'sealed' | 'written'>;
  clock: Clock;
  log: Log;
  /** Aborts when the app stops. */
  signal: AbortSignal;
  pause_ms?: number;
  /** Called for each document that was verified since the app started and is now sealed. */
  sealed?(kit_id: string): void;
}

const WAITING = 'the keychain of this computer has not answered yet';
const FORMER = 'it was made with the key of another keychain';
const MISSING =
  'It is not sealed: it was downloaded while the keychain was locked, or somebody has removed its seal.';

/**
 * Seals documents when they are verified, and checks stored documents against their seals, which are in the kits' parcels.
 * Reading and listing documents never waits for the keychain.
 */
export class DocumentSeals {
  readonly #deps: DocumentSealsDeps;
  readonly #keyDeps: SealKeyDeps;
  #answer: KeyAnswer = { why: WAITING };
  #asking: Promise<void> | null = null;
  #asked_at = Number.NEGATIVE_INFINITY;
  /** Verified since the app started, and written to the disk; to be sealed when they are ready. */
  readonly #published = new Set<string>();
  /** Verified since the app started, but not sealed for lack of a key. */
  readonly #unsealed = new Set<string>();
  /** Documents whose seals could not be checked since the app started. */
  readonly #unchecked = new Set<string>();
  readonly #listeners = new Set<(kit_ids: string[]) => void>();

  constructor(deps: DocumentSealsDeps) {
    this.#deps = deps;
    const { keys: folder, sealer, clock } = deps;
    this.#keyDeps = { folder, sealer, clock, usedKeys: () => this.#usedKeys() };
  }

  /** Asks the keychain for the key, in the background. If it did not open, asks again, with a minimum delay. */
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

  /** Resolves when the keychain has answered for the first time, or its time limit is over. Never rejects. */
  async answered(): Promise<void> {
    const { clock, signal } = this.#deps;
    const over = new AbortController();
    const limit = clock.sleep(ANSWER_MS, AbortSignal.any([signal, over.signal])).catch(() => {});
    await Promise.race([this.ask(), limit]);
    over.abort();
  }

  /** Calls `listener` with the kits whose seals can be checked once the key is there. Returns a function that unsubscribes. */
  onKey(listener: (kit_ids: string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Call when the kit's document was verified and published: it is sealed as soon as the kit is ready. */
  published(kit_id: string): void {
    this.#published.add(kit_id);
  }

  /** Seals the documents of these ready kits: they came in a hand-over file and were verified by their hashes at this start. */
  async received(kit_ids: readonly string[]): Promise<void> {
    for (const id of kit_ids) await this.#seal(id);
  }

  /** Seals each newly verified document. Returns a function that unsubscribes. */
  follow(engine: { onChange(listener: (change: KitChange) => void): () => void }): () => void {
    return engine.onChange(({ changed, removed }) => {
      for (const { id, state } of changed) {
        if (state === 'ready' && this.#published.delete(id)) void this.#seal(id);
      }
      for (const id of removed)
        for (const ids of [this.#published, this.#unsealed, this.#unchecked]) ids.delete(id);
    });
  }

  /** Whether the kit's stored facts match its seal. Never waits for the keychain, never rejects. */
  async check(kit: KitRecord): Promise<SealFinding> {
    await this.#deps.parcels.written();
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
    const seal = await this.#sealIn(kit.id);
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

  /** Seals documents that are older than the key. Their stored facts are trusted once. */
  async #enroll(): Promise<void> {
    const { kits, signal, pause_ms = PAUSE_MS, log } = this.#deps;
    let failed = 0;
    for (const { id } of kits.list()) {
      signal.throwIfAborted();
      const kit = kits.get(id);
      if (!kit || !isReady(kit) || (await this.#sealIn(id)) !== null) continue;
      if (!(await this.#write(id))) failed += 1;
      await pause(pause_ms, undefined, { signal });
    }
    if (failed > 0 || !('key' in this.#answer)) return;
    this.#answer = { key: await noteEnrolled(this.#keyDeps, this.#answer.key) };
    log.info('Every document has its seal.');
  }

  /** Writes the kit's parcel with the seal of its document; false if that failed, or it could not be sealed. */
  async #write(id: string): Promise<boolean> {
    const { kits, parcels } = this.#deps;
    const kit = kits.get(id);
    if (!kit || !isReady(kit)) return false;
    const hadKey = 'key' in this.#answer;
    const seal = await parcels.sealed(id, (now, before) =>
      isReady(now) ? this.#sealFor(now, before) : before,
    );
    if (seal) this.#unsealed.delete(id);
    else this.#unsealed.add(id);
    // The key came while the parcel was being written without it.
    if (seal === null && !hadKey && 'key' in this.#answer) return this.#write(id);
    return seal !== null;
  }

  /** A seal that shows that the kit itself was changed is kept: no download can repair that. */
  #sealFor(kit: KitRecord, before: Seal | null): Seal | null {
    if (!('key' in this.#answer)) return null;
    const { key } = this.#answer;
    return before && judgeSeal(key, kit, before) === 'other_kit' ? before : sealOf(key, kit);
  }

  async #sealIn(id: string): Promise<Seal | null> {
    return (await readParcel(this.#deps.folder, id))?.seal ?? null;
  }

  async #usedKeys(): Promise<string[]> {
    const ids = new Set<string>();
    for (const { id, document } of this.#deps.kits.list()) {
      const seal = document && (await this.#sealIn(id));
      if (seal) ids.add(seal.key);
    }
    return [...ids];
  }
}
