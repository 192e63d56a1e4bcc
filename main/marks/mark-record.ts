/** A mark as it is stored: a pin, a bookmark, a highlight, ink or a note on a page of a kit's document. */
import { z } from 'zod';

const colour = z.enum(['yellow', 'green', 'blue', 'red', 'black']);
/** A colour of the palette, by name; the viewer and the copy define its appearance. */
export type MarkColour = z.infer<typeof colour>;

const share = z.number().min(0).max(1);
const page = z.number().int().min(1);
/** A rectangle in fractions of the page after its own rotation, from the top left. */
const area = z.strictObject({ x: share, y: share, width: share, height: share });

/**
 * As the contract defines it (it checks that both are the same). Stored rows are validated with it too: an invalid row is
 * skipped and does not affect others.
 */
export const markDraftRow = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pin'), page }),
  z.strictObject({ kind: z.literal('bookmark'), page, title: z.string(), heading: z.string().nullable() }),
  z.strictObject({
    kind: z.literal('highlight'),
    page,
    colour,
    areas: z.array(area),
    text: z.string(),
    note: z.string(),
  }),
  /** `width` is a fraction of the page's width; a stroke is x, y, x, y, … in fractions of the page's width and height. */
  z.strictObject({
    kind: z.literal('ink'),
    page,
    colour,
    width: z.number(),
    strokes: z.array(z.array(share)),
  }),
  z.strictObject({ kind: z.literal('note'), page, x: share, y: share, text: z.string() }),
]);
/** What a person draws. */
export type MarkDraftRecord = z.infer<typeof markDraftRow>;
export type MarkKind = MarkDraftRecord['kind'];

/** A mark as it is stored. Times are ms since 1970 UTC. */
export interface MarkRecord {
  /** A UUID. */
  id: string;
  /** Id of the kit that it was made in. */
  kit_id: string;
  /** SHA-256 of its document, hex: in another document of the same kit its place is meaningless. */
  document_sha256: string;
  /** The user name of the operating system's account. */
  by: string;
  created_at: number;
  changed_at: number;
  draft: MarkDraftRecord;
}

/** A mark as it is read, with its origin. */
export interface StoredMark extends MarkRecord {
  /** The older kit of the flight that it was carried from; null: it was made in its own kit. */
  carried_from: string | null;
  /** Id of the original mark: its own id, unless it was carried over. */
  origin_id: string;
}
