/** Schemas that every feature of the contract uses: failures, ids, times, files that a person gave to the app. */
import { z } from 'zod';
import { type ErrorKind, errorKinds, type Failure, type ServiceMessage } from '../../main/common/failure.ts';

export type { ErrorKind, Failure, ServiceMessage };

/** One Message of the service (interface document, "Message"); unknown codes and types are kept unchanged. */
export const serviceMessage = z
  .object({ code: z.string(), type: z.string(), message: z.string() })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()])) satisfies z.ZodType<ServiceMessage>;

/** What laptops write on a shelf about their kits: nothing, under the laptop’s name, or also under its person’s. */
export const shelfReceipts = z.enum(['none', 'laptop', 'person']);

/** A failure in words for a person: what happened and what to do next, never a secret. */
export const failure = z.object({
  kind: z.enum(errorKinds),
  message: z.string(),
  messages: z.array(serviceMessage).exactOptional(),
  /** HTTP status of the answer that caused it, if there was one. */
  status: z.number().int().exactOptional(),
}) satisfies z.ZodType<Failure>;

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
