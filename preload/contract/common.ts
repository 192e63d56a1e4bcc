/** Schemas that every feature of the contract uses: failures, ids, times, files that a person gave to the app. */
import { z } from 'zod';
import type { Failure } from '../../main/common/failure.ts';

export {
  type ErrorKind,
  type Failure,
  failure,
  type ServiceMessage,
  serviceMessage,
} from '../../main/common/failure.ts';

/** What laptops write on a shelf about their kits: nothing, under the laptop’s name, or also under its person’s. */
export const shelfReceipts = z.enum(['none', 'laptop', 'person']);

/** Every call answers with a Result, because errors lose their fields on the way through Electron's bridge. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: Failure };

/** ISO 8601 in UTC, to the millisecond. */
export const utc = z.iso.datetime();

/** The number N of a document's page, whose origin is app://documents-N. Drawn at random, so it is never used twice. */
export const documentPage = z.number().int().min(1).max(999_999_999);
export const kitId = z.uuid();
export const profileId = z.string().min(1).max(64);

/** Largest file that may be dropped on the window (a profile, an identity, a CA), bytes. */
export const MAX_DROPPED_BYTES = 1024 * 1024;

/** The name of a dropped file, only to show it: the app never opens a file by this name. */
export const fileName = z.string().min(1).max(255);

/** The text of a dropped file, UTF-16 code units. */
export const fileText = z.string().max(MAX_DROPPED_BYTES);

/** The bytes of a dropped file. */
export const fileBytes = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.byteLength <= MAX_DROPPED_BYTES,
);

/** A kit that a person wants to see, at a page or at their last place. */
export const wantedKit = z.object({
  kit_id: kitId,
  /** Null: the person's last place. */
  page: z.int().min(1).max(100_000).nullable(),
});
