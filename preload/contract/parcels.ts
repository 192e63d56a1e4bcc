/** Kits leaving and entering this laptop: backup copies, and hand-over files. */
import { z } from 'zod';
import { call } from './call.ts';
import { fileName, kitId } from './common.ts';

/** The name of a backup copy, not a path. */
export const backupId = z.string().regex(/^\d{8}T\d{6}Z(-\d{1,4})?$/);

/** A backup copy of what can't be requested again. */
export const backupCopy = z.object({
  id: backupId,
  /** ISO 8601 UTC. */
  made_at: z.string(),
  /** `daily`: the copy of the day. `update`: made before a newer version changed a database. */
  why: z.enum(['daily', 'update']),
  /** How many of each it holds; null if it has no copy of their database. */
  kits: z.number().int().nullable(),
  acknowledgements: z.number().int().nullable(),
  marks: z.number().int().nullable(),
  settings: z.boolean(),
});

export type BackupCopy = z.infer<typeof backupCopy>;

/** The kits to hand over; null: all on this laptop. */
export const handedKits = z.array(kitId).min(1).max(1000).nullable();

/** What would be, or was, handed over. */
export const handOverPlan = z.object({
  /** Whether kits may be handed over on this computer. */
  allowed: z.boolean(),
  kits: z.number().int(),
  documents: z.number().int(),
  /** Size of the documents. */
  bytes: z.number(),
  /** Names of kits without a sound document on this laptop: they, or their documents, are left out. */
  left: z.array(z.string()),
});

export type HandOverPlan = z.infer<typeof handOverPlan>;

const passphrase = z.string().min(1).max(1024);

/** What a hand-over file is made from. */
export const handOverRequest = z.strictObject({ kit_ids: handedKits, passphrase });

/** A hand-over file that was made. */
export const handOverMade = handOverPlan.omit({ allowed: true }).extend({ file_name: fileName });

export type HandOverMade = z.infer<typeof handOverMade>;

/** A file that a person chose, unopened. */
export const chosenHandOver = z.object({ handle: z.uuid(), file_name: fileName });

export type ChosenHandOver = z.infer<typeof chosenHandOver>;

export const handOverOpening = z.strictObject({ handle: z.uuid(), passphrase });

/** The progress of making or opening a file; null: neither is running. */
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
   * Asks in a system dialog, then restarts the app, which restores from this copy what is missing. Answers its id, or
   * null if the person cancelled.
   */
  restore: call([backupId], backupId.nullable()),
} as const;

export const handOverCalls = {
  /** What would be handed over. */
  plan: call([handedKits], handOverPlan),
  /**
   * Asks where to write a file, encrypted with the passphrase, with these kits and what belongs to them, or all on this laptop;
   * null if the person cancelled. Refused for a weak passphrase.
   */
  make: call([handOverRequest], handOverMade.nullable()),
  /** Asks the person for a hand-over file; null if they cancelled. Refused where the file is not in the form of one. */
  choose: call([], chosenHandOver.nullable()),
  /**
   * Opens and checks the chosen file, then asks in a system dialog what to import from it. True: the app restarts.
   * False: the person declined or cancelled.
   */
  open: call([handOverOpening], z.boolean()),
  /** Stops the running `make` or `open`. */
  cancel: call([], z.null()),
} as const;

export const handOverEvents = {
  progress: handOverProgress,
} as const;
