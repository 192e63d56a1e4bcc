/**
 * The parcel of a kit, `<kit id>.kit.json`: its facts from its request on, beside its document once it has one, so that the
 * kit comes back if the database is lost (main/parcels/rebuild.ts). It repeats the kit's row. Contains no secret, no URL.
 */
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { diskError } from '../common/disk-error.ts';
import { replaceFile } from '../common/whole-file.ts';
import { learnedDate } from '../store/date-store.ts';
import type { KitRecord } from '../store/kit-record.ts';
import { documentSchema, kitRow, readKitRow } from '../store/row-schema.ts';
import { appDocument } from './document-folder.ts';
import { sealSchema } from './document-seal.ts';

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
