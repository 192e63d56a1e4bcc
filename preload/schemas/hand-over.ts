/** Schemas of set-up's domain `handOver`: kits and what belongs to them, to another laptop or a colleague, in one file. */
import { z } from 'zod';
import { fileName, kitId } from './common.ts';

/** The kits that are handed over; null: all of this laptop. */
export const handedKits = z.array(kitId).min(1).max(1000).nullable();

/** What would be handed over, or was. */
export const handOverPlan = z.object({
  /** Whether kits may be handed over on this computer. */
  allowed: z.boolean(),
  kits: z.number().int(),
  documents: z.number().int(),
  /** Of the documents. */
  bytes: z.number(),
  /** Kits without a sound document on this laptop, by name: they, or their documents, stay behind. */
  left: z.array(z.string()),
});
export type HandOverPlan = z.infer<typeof handOverPlan>;

const passphrase = z.string().min(1).max(1024);

/** What a file is made of. */
export const handOverRequest = z.strictObject({ kit_ids: handedKits, passphrase });

/** A file that was made. */
export const handOverMade = handOverPlan.omit({ allowed: true }).extend({ file_name: fileName });
export type HandOverMade = z.infer<typeof handOverMade>;

/** A file that a person chose, unopened. */
export const chosenHandOver = z.object({ handle: z.uuid(), file_name: fileName });
export type ChosenHandOver = z.infer<typeof chosenHandOver>;

export const handOverOpening = z.strictObject({ handle: z.uuid(), passphrase });

/** How far making or opening a file is; null: nothing is under way. */
export const handOverProgress = z
  .object({
    step: z.enum(['checking', 'writing', 'opening', 'verifying']),
    /** Documents, or bytes. */
    done: z.number(),
    total: z.number(),
  })
  .nullable();
export type HandOverProgress = z.infer<typeof handOverProgress>;
