import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { diskError } from '../common/disk-error.ts';
import { syncFolder } from '../common/files.ts';
import type { Log } from '../common/log.ts';
import { coalesced, nodeTimer } from '../common/wait.ts';
import { replaceFile } from '../common/whole-file.ts';
import { type LearnedDate, learnedDate } from '../store/date-store.ts';
import { documentSchema, type KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import { kitRow, readKitRow } from '../store/row-schema.ts';
import { appDocument } from './document-folder.ts';
import { type Seal, sealSchema } from './document-seal.ts';

// The parcel of a kit, `<kit id>.kit.json`: its facts from its request on, beside its document once it has one, so that the
// kit comes back if the database is lost (main/parcels/rebuild.ts). It repeats the kit's row. Contains no secret, no URL.

/** A parcel is a few KB; a file larger than this is not ours. */
const MAX_BYTES = 4 * 1024 * 1024;

const parcelFile = z.object({
  version: z.literal(1),
  /** As it was last saved. */
  kit: z.unknown().transform((kit) => readKitRow(kitRow(kit as KitRecord))),
  /** The kit's document; if that is not on this laptop any more, the last one. */
  document: documentSchema.nullable(),
  /** The document's dates; unreadable ones are ignored. */
  dates: z.array(learnedDate).max(8).catch([]),
  /** Null if the document is not sealed; an unreadable seal is ignored. */
  seal: sealSchema.nullable().catch(null),
});
export type Parcel = Omit<z.infer<typeof parcelFile>, 'version'>;

/**
 * Writes a kit's parcel, completely or not at all, durably (options as replaceFile), readable only by its owner.
 *
 * @throws TripKitError of kind `disk`
 */
export async function writeParcel(
  folder: string,
  { kit, document, dates, seal }: Parcel,
  options?: Parameters<typeof replaceFile>[2],
): Promise<void> {
  const path = appDocument(folder, kit.id).parcel;
  try {
    await replaceFile(path, JSON.stringify({ version: 1, kit, document, dates, seal }), options);
  } catch (error) {
    throw diskError(error, 'Saving the kit', path);
  }
}

/** Null if there is none that can be read, or it belongs to another kit. */
export async function readParcel(folder: string, kit_id: string): Promise<Parcel | null> {
  try {
    const path = appDocument(folder, kit_id).parcel;
    if ((await stat(path)).size > MAX_BYTES) return null;
    const { version: _, ...parcel } = parcelFile.parse(JSON.parse(await readFile(path, 'utf8')));
    return parcel.kit.id.toLowerCase() === kit_id.toLowerCase() ? parcel : null;
  } catch {
    return null;
  }
}

/** Delay between a kit's change and the writing of its parcel, ms: most requests are answered by then, and written once. */
const WRITE_AFTER_MS = 1_000;

interface ParcelWriterDeps {
  /** Folder of the documents; it is created if it is missing. */
  folder: string;
  kits: Pick<KitStore, 'get'>;
  /** The dates found for one document of a kit. */
  datesOf(kit_id: string, sha256: string): readonly LearnedDate[];
  log: Pick<Log, 'warn'>;
}

/** Gives a kit's document its seal. @param before the seal in its parcel; null if there is none */
type SealFor = (kit: KitRecord, before: Seal | null) => Seal | null;

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
