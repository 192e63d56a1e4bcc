import { mkdir, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { coalesced, nodeTimer } from '../common/coalesced.ts';
import { syncFolder } from '../common/files.ts';
import type { Log } from '../common/log.ts';
import type { LearnedDate } from '../store/date-store.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import { appDocument } from './document-folder.ts';
import type { Seal } from './document-seal.ts';
import { readParcel, writeParcel } from './kit-parcel.ts';

/** Delay between a kit's change and the writing of its parcel, ms: most requests are answered by then, and written once. */
const WRITE_AFTER_MS = 1_000;

export interface ParcelWriterDeps {
  /** Folder of the documents; it is created if it is missing. */
  folder: string;
  kits: Pick<KitStore, 'get'>;
  /** The dates found for one document of a kit. */
  datesOf(kit_id: string, sha256: string): readonly LearnedDate[];
  log: Pick<Log, 'warn'>;
}

/** Gives a kit's document its seal. @param before the seal in its parcel; null if there is none */
export type SealFor = (kit: KitRecord, before: Seal | null) => Seal | null;

/**
 * Writes the parcel of each kit behind the transaction that changed it, one at a time: a kit never waits for it. What a killed
 * process or a full disk left unwritten is written at the next start (StartPlan.stale).
 */
export class ParcelWriter {
  readonly #deps: ParcelWriterDeps;
  readonly #due = new Set<string>();
  readonly #soon = coalesced(nodeTimer, WRITE_AFTER_MS, () => void this.written());
  #writing: Promise<unknown> = Promise.resolve();

  constructor(deps: ParcelWriterDeps) {
    this.#deps = deps;
  }

  /** Call after the kit was changed or removed. */
  changed(kit_id: string): void {
    this.#due.add(kit_id);
    this.#soon.soon();
  }

  /** Writes the parcels of all changed kits, without a delay. Never rejects. */
  async written(): Promise<void> {
    await this.#next(async () => {
      const due = [...this.#due];
      for (const id of due) await this.#write(id, (_kit, before) => before, true);
      if (due.length > 0) await syncFolder(this.#deps.folder).catch(() => {});
    });
  }

  /** Writes the kit's parcel with another seal. Returns that seal; null also if it could not be written. Never rejects. */
  sealed(kit_id: string, sealFor: SealFor): Promise<Seal | null> {
    return this.#next(() => this.#write(kit_id, sealFor, false));
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#writing.then(work);
    this.#writing = mine;
    return mine;
  }

  async #write(id: string, sealFor: SealFor, name_later: boolean): Promise<Seal | null> {
    const { folder, kits, datesOf, log } = this.#deps;
    const before = await readParcel(folder, id);
    this.#due.delete(id);
    try {
      const kit = kits.get(id);
      if (kit === undefined) {
        await rm(appDocument(folder, id).parcel, { force: true });
        return null;
      }
      const document = kit.document ?? before?.document ?? null;
      const seal = sealFor(kit, before?.seal ?? null);
      const dates = document ? [...datesOf(id, document.sha256)] : [];
      const parcel = { kit, document, dates, seal };
      if (isDeepStrictEqual(parcel, before)) return seal;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeParcel(folder, parcel, { name_later });
      return seal;
    } catch (error) {
      log.warn(`The parcel of the kit ${id} is not written yet: ${String(error)}`);
      return null;
    }
  }
}
