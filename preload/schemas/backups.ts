/** Schemas of the domain `backups`. */
import { z } from 'zod';

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

export const backupList = z.object({
  /** The newest first. */
  copies: z.array(backupCopy),
  /** The one to begin with after damage that nobody has decided about; null where there is none. */
  offered: backupId.nullable(),
});
export type BackupList = z.infer<typeof backupList>;
