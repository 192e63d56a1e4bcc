/** How a kit came about and what people did with it: its audit, and the activity record. */
import { z } from 'zod';
import { auditLineKinds, recordFormats, recordKinds } from '../../main/record/rules/record-kinds.ts';
import { call } from './call.ts';
import { failure, kitId, profileId, serviceMessage, utc } from './common.ts';
import { documentDate, kitState, trip } from './kits.ts';

/** What a line of a kit's audit tells of. */
export const auditKind = z.enum(auditLineKinds);

export type EventKind = z.infer<typeof auditKind>;

/** One line of an audit. */
export const auditEntry = z.object({
  at: utc,
  kind: auditKind,
  /** The state that was entered; null where the line tells of no state. */
  state: kitState.nullable(),
  /** The user name of the operating system's account whose doing it was; null: the app's, the service's, or not known. */
  by: z.string().nullable(),
  /** A sentence: what happened and why. */
  what: z.string(),
  /** The version of the document that was opened, or for which a message was acknowledged; null where there is none. */
  document_sha256: z.string().nullable(),
  /** The words that were acknowledged; null otherwise. */
  message: serviceMessage.nullable(),
});

export type AuditEntry = z.infer<typeof auditEntry>;

/** Everything that is known of one kit's way, oldest first. */
export const kitAudit = z.object({
  kit_id: kitId,
  tripkit_id: z.string().nullable(),
  profile_id: profileId,
  /** Null where the profile is no longer on this laptop. */
  profile_name: z.string().nullable(),
  /** The user name of who asked for the kit, or began to follow it; null where nobody wrote it down. */
  asked_by: z.string().nullable(),
  asked_at: utc,
  /** What was sent; null for a kit that is followed by its tripkit_id. */
  trip: trip.nullable(),
  state: kitState,
  state_since: utc,
  messages: z.array(serviceMessage),
  failure: failure.nullable(),
  document: z.object({ bytes: z.number(), sha256: z.string(), pages: z.number().int() }).nullable(),
  /** What is known of the date of `document`, and by what. */
  dates: z.array(documentDate),
  entries: z.array(auditEntry),
});

export type KitAudit = z.infer<typeof kitAudit>;

/** `json`: one document with every line. `csv`: one row a line of the audit, for a spreadsheet. */
export const auditFormat = z.enum(['json', 'csv']);

export type AuditFormat = z.infer<typeof auditFormat>;

/** Which entries of the activity record are meant; what is null does not matter. */
export const recordQuery = z.object({
  /** When it happened: from, inclusive, and to, exclusive. */
  from: utc.nullable(),
  to: utc.nullable(),
  /** A user name. */
  by: z.string().max(300).nullable(),
  /** Words that stand in the flight, the route, the date of departure or the tripkit_id. */
  text: z.string().max(200).nullable(),
  kit_id: kitId.nullable(),
});

export type RecordQuery = z.infer<typeof recordQuery>;

/** One entry of the activity record: what happened on this laptop, whether its kit is still here or not. */
export const recordEntry = z.object({
  /** Its number: they follow one another without a gap. */
  seq: z.number().int(),
  at: utc,
  kind: z.enum(recordKinds),
  /** The state that was entered; null where the entry tells of none. */
  state: kitState.nullable(),
  by: z.string().nullable(),
  what: z.string(),
  /** Null for an entry about the record itself, or an order. */
  kit_id: z.string().nullable(),
  /** Whether that kit is on this laptop. */
  here: z.boolean(),
  flight: z.string().nullable(),
  origin: z.string().nullable(),
  destination: z.string().nullable(),
  departure: z.string().nullable(),
  tripkit_id: z.string().nullable(),
  document_sha256: z.string().nullable(),
});

export type RecordEntry = z.infer<typeof recordEntry>;

export const recordPage = z.object({
  /** The latest first. */
  entries: z.array(recordEntry),
  /** How many the query means. */
  total: z.number().int(),
  /** Everybody who did something that is on record. */
  people: z.array(z.string()),
});

export type RecordPage = z.infer<typeof recordPage>;

/** Whether every entry of the record is as it was written. */
export const recordCheck = z.object({
  ok: z.boolean(),
  checked_at: utc,
  entries: z.number().int(),
  /** What was found, in a sentence. */
  what: z.string(),
  /** What is wrong, a sentence for each entry; the first hundred. */
  problems: z.array(z.string()),
});

export type RecordCheck = z.infer<typeof recordCheck>;

export const recordFormat = z.enum(recordFormats);

export type RecordFormat = z.infer<typeof recordFormat>;

export const recordCalls = {
  /** Who asked, what was sent, every state, who opened it, who acknowledged what. */
  of: call([kitId], kitAudit),
  /**
   * Asks where to, and writes the audits of these kits; the file's name without its folder, or null when the person
   * changed their mind.
   */
  export: call([z.array(kitId).min(1).max(20_000), auditFormat], z.string().nullable()),
  /** The activity record, of kits that are gone too: 100 entries from the so many-th on, the latest first. */
  record: call([recordQuery, z.number().int().min(0).max(10_000_000)], recordPage),
  /** Asks where to, and writes the entries that the query means; null when the person changed their mind. */
  exportRecord: call([recordQuery, recordFormat], z.string().nullable()),
  /** Reads the whole record and says whether every entry is as it was written. */
  verify: call([], recordCheck),
} as const;
