import type { Soundness } from '../../preload/contract.ts';
import { Listeners } from '../common/listeners.ts';
import { judgeSeal, type Seal, sealOf } from '../documents/document-seal.ts';
import { type ParcelWriter, readParcel } from '../documents/parcel-writer.ts';
import type { KitChange } from '../kits/kit-engine.ts';
import { isReady, type KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { KeyHolder } from './key-holder.ts';

/** Result of checking a kit's seal. */
export interface SealFinding {
  seal: Soundness['seal'];
  /** A sentence; null if the seal is intact. */
  why: string | null;
  /** Whether the kit may be downloaded again automatically: its identity is intact. */
  fetch: boolean;
}

export interface DocumentSealsDeps {
  /** Folder of the documents. */
  folder: string;
  key: Pick<KeyHolder, 'answer' | 'onKey'>;
  kits: Pick<KitStore, 'get'>;
  parcels: Pick<ParcelWriter, 'sealed' | 'written'>;
  /** Called for each document that was verified since the app started and is now sealed. */
  sealed?(kit_id: string): void;
}

const MISSING =
  'It is not sealed: it was downloaded while the keychain was locked, or somebody has removed its seal.';
const OTHER_KEY = 'It is sealed with the key of another keychain, so its seal can’t be checked here.';

/**
 * Seals documents when they are verified, and checks stored documents against their seals, which are in the kits' parcels.
 * Reading and listing documents never waits for the keychain.
 */
export class DocumentSeals {
  readonly #deps: DocumentSealsDeps;
  /** Verified since the app started, and written to the disk; to be sealed when they are ready. */
  readonly #published = new Set<string>();
  /** Verified since the app started, but not sealed for lack of a key. */
  readonly #unsealed = new Set<string>();
  /** Documents whose seals could not be checked since the app started. */
  readonly #unchecked = new Set<string>();
  readonly #listeners = new Listeners<[string[]]>();

  constructor(deps: DocumentSealsDeps) {
    this.#deps = deps;
    deps.key.onKey(() => this.#hasKey());
  }

  /** Calls `listener` with the kits whose seals can be checked once the key is there. Returns a function that unsubscribes. */
  readonly onKey = this.#listeners.add;

  /** Call when the kit's document was verified and published: it is sealed as soon as the kit is ready. */
  published(kit_id: string): void {
    this.#published.add(kit_id);
  }

  /**
   * Seals the documents of these ready kits: they came in a hand-over file and were verified by their hashes at this start. A
   * seal that is there stays.
   */
  async received(kit_ids: readonly string[]): Promise<void> {
    for (const id of kit_ids) if ((await this.#sealIn(id)) === null) await this.#seal(id);
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
    const { answer } = this.#deps.key;
    if (!('key' in answer))
      return { seal: 'not_checked', why: `Its seal was not checked: ${answer.why}.`, fetch: true };
    const seal = await this.#sealIn(kit.id);
    const verdict = seal && judgeSeal(answer.key, kit, seal);
    switch (verdict) {
      case 'intact':
        return { seal: 'intact', why: null, fetch: true };
      case 'other_document':
      case 'other_kit':
        return { seal: 'broken', why: null, fetch: verdict === 'other_document' };
      default:
        return { seal: 'missing', why: verdict === 'other_key' ? OTHER_KEY : MISSING, fetch: true };
    }
  }

  async #hasKey(): Promise<void> {
    for (const id of this.#unsealed) await this.#seal(id);
    const ids = [...this.#unchecked].filter((id) => this.#deps.kits.get(id));
    this.#listeners.tell(ids);
  }

  /** Writes the kit's parcel with a new seal of its document; false if that failed, or it could not be sealed. */
  async #write(id: string): Promise<boolean> {
    const { kits, parcels, key } = this.#deps;
    const kit = kits.get(id);
    if (!kit || !isReady(kit)) return false;
    let judged = false;
    let made = false;
    const seal = await parcels.sealed(id, (now, before) => {
      const { answer } = key;
      // Without the key nobody can tell what a seal that is there says, so it stays.
      if (!isReady(now) || !('key' in answer)) return before;
      judged = true;
      // One that shows that the kit itself was changed stays, too: no download can repair that.
      if (before && judgeSeal(answer.key, now, before) === 'other_kit') return before;
      made = true;
      return sealOf(answer.key, now);
    });
    if (judged && seal) this.#unsealed.delete(id);
    else this.#unsealed.add(id);
    // The key came while the parcel was being written without it.
    if (!judged && 'key' in key.answer) return this.#write(id);
    return made && seal !== null;
  }

  async #sealIn(id: string): Promise<Seal | null> {
    return (await readParcel(this.#deps.folder, id))?.seal ?? null;
  }
}
