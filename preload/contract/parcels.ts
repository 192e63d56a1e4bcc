/** Kits on their way elsewhere and back: backup copies, and hand-over files. */
import { z } from 'zod';
import { call } from './call.ts';
import { fileName, kitId } from './common.ts';

/** The name of a backup copy; no path. */
export const backupId = z.string().regex(/^\d{8}T\d{6}Z(-\d{1,4})?$/);

/** A backup copy of what can't be requested again. */
export const backupCopy = z.object({
  id: backupId,
  /** ISO 8601 UTC. */
  made_at: z.string(),
  /** The day's copy, or because a newer version was about to change a database. */
  why: z.enum(['daily', 'update']),
  /** How much of each it holds; null where it has no copy of their database. */
  kits: z.number().int().nullable(),
  acknowledgements: z.number().int().nullable(),
  marks: z.number().int().nullable(),
  orders: z.number().int().nullable(),
  settings: z.boolean(),
});

export type BackupCopy = z.infer<typeof backupCopy>;

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

export const backupCalls = {
  /** Backup copies of what can't be requested again, the newest first. */
  list: call([], z.array(backupCopy)),
  /**
   * Asks in the system's dialog, and restarts the app, which then brings back what is missing from this copy; its id, or
   * null when the person changed their mind.
   */
  restore: call([backupId], backupId.nullable()),
} as const;

export const handOverCalls = {
  /** What would be handed over. */
  plan: call([handedKits], handOverPlan),
  /**
   * Asks where to write a file, encrypted to the passphrase, with these kits and what belongs to them, or all of this laptop; null
   * when the person changed their mind, or cancelled. Refused for a weak passphrase.
   */
  make: call([handOverRequest], handOverMade.nullable()),
  /** Asks the person for a hand-over file; null when they changed their mind. */
  choose: call([], chosenHandOver.nullable()),
  /**
   * Opens and checks the chosen file, then asks in a dialog of the system's what of it is brought in: true, and the app restarts;
   * false where they say no or cancelled.
   */
  open: call([handOverOpening], z.boolean()),
  /** Ends what is under way. */
  cancel: call([], z.null()),
} as const;

export const handOverEvents = {
  progress: handOverProgress,
} as const;
