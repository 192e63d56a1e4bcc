/** Schemas of valid rows. A row may be damaged, or written by a program with a bug. */
import { z } from 'zod';
import { failure, serviceMessage } from '../common/failure.ts';
import { parsedJson } from '../common/json-text.ts';
import type { Trip } from '../common/trip.ts';
import { kitStates } from '../kits/rules/kit-facts.ts';
import { documentSchema, type KitRecord, shelfSchema, time } from './kit-record.ts';

/** Parses JSON in a text column. */
export const json = z.string().transform((text, context): unknown => {
  const value = parsedJson(text);
  if (value === undefined) context.addIssue({ code: 'custom', message: 'is not JSON' });
  return value;
});

export const tripSchema = z.object({
  origin: z.string(),
  destination: z.string(),
  alternates: z.array(z.string()).exactOptional(),
  route: z.string().exactOptional(),
  flight: z.string().exactOptional(),
  departure: z.string().exactOptional(),
  remarks: z.string().exactOptional(),
}) satisfies z.ZodType<Trip>;

/** In the column order of the table. */
const kitColumns = z.object({
  id: z.string().min(1),
  profile_id: z.string(),
  tripkit_id: z.string().nullable(),
  trip: json.pipe(tripSchema).nullable(),
  entered: z.enum(['departure', 'trip']).nullable(),
  state: z.enum(kitStates),
  created_at: time,
  state_since: time,
  due_at: time.nullable(),
  requested_at: time.nullable(),
  messages: json.pipe(z.array(serviceMessage)),
  failure: json.pipe(failure).nullable(),
  document_bytes: documentSchema.shape.bytes.nullable(),
  document_sha256: documentSchema.shape.sha256.nullable(),
  document_pages: documentSchema.shape.pages.nullable(),
  shelf: json.pipe(shelfSchema).nullable(),
});

/** The columns of a kit, in the order of the table. */
export const kitColumnNames = kitColumns.keyof().options;

/** Tables whose rows are validated one by one. */
export type Table = 'profiles' | 'kits' | 'acknowledgements' | 'pins' | 'document_dates' | 'generation_times';

/** @throws ZodError or TypeError if the row is not a kit */
export function readKitRow(row: unknown): KitRecord {
  const { document_bytes, document_sha256, document_pages, entered, shelf, ...kit } = kitColumns.parse(row);
  const document =
    document_bytes === null || document_sha256 === null || document_pages === null
      ? null
      : { bytes: document_bytes, sha256: document_sha256, pages: document_pages };
  if (kit.state === 'ready' && document === null) throw new TypeError('a ready kit without its document');
  return { ...kit, ...(entered === null ? {} : { entered }), ...(shelf === null ? {} : { shelf }), document };
}

/** The kit of a row; null if it can't be read. */
export function kitOrNull(row: unknown): KitRecord | null {
  try {
    return readKitRow(row);
  } catch {
    return null;
  }
}

/** The row of a kit. */
export function kitRow({ document, ...kit }: KitRecord) {
  const toJson = (value: object | null) => (value === null ? null : JSON.stringify(value));
  return {
    ...kit,
    trip: toJson(kit.trip),
    entered: kit.entered ?? null,
    messages: JSON.stringify(kit.messages),
    failure: toJson(kit.failure),
    document_bytes: document?.bytes ?? null,
    document_sha256: document?.sha256 ?? null,
    document_pages: document?.pages ?? null,
    shelf: toJson(kit.shelf ?? null),
  };
}
