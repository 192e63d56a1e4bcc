/** How a kit was made and what people did with it: its audit, and the activity record. */
import { z } from 'zod';
import { auditLineKinds, recordFormats, recordKinds } from '../../main/record/rules/record-kinds.ts';
import { call } from './call.ts';
import { failure, kitId, profileId, serviceMessage, utc } from './common.ts';
import { documentDate, kitState, trip } from './kits.ts';

/** The kinds of lines in a kit's audit. */
export const auditKind = z.enum(auditLineKinds);

export type EventKind = z.infer<typeof auditKind>;

/** One line of an audit. */
export const auditEntry = z.object({
  at: utc,
  kind: auditKind,
  /** The state that was entered; null if the line is about no state. */
  state: kitState.nullable(),
  /** The operating system's user name of who did it; null: the app, the service, or not known. */
  by: z.string().nullable(),
  /** A sentence: what happened and why. */
  what: z.string(),
  /** The version of the document that was opened, or for which a message was acknowledged; null if there is none. */
  document_sha256: z.string().nullable(),
  /** The words that were acknowledged; null otherwise. */
  message: serviceMessage.nullable(),
});

export type AuditEntry = z.infer<typeof auditEntry>;

/** The known history of one kit, oldest first. */
export const kitAudit = z.object({
  kit_id: kitId,
  tripkit_id: z.string().nullable(),
  profile_id: profileId,
  /** Null where the profile is no longer on this laptop. */
  profile_name: z.string().nullable(),
  /** The user name of who requested or began to track the kit; null if it was not recorded. */
  asked_by: z.string().nullable(),
  asked_at: utc,
  /** What was sent; null for a kit that is tracked by its tripkit_id. */
  trip: trip.nullable(),
  state: kitState,
  state_since: utc,
  messages: z.array(serviceMessage),
  failure: failure.nullable(),
  document: z.object({ bytes: z.number(), sha256: z.string(), pages: z.number().int() }).nullable(),
  /** The known dates of `document`, with their evidence. */
  dates: z.array(documentDate),
  entries: z.array(auditEntry),
});

export type KitAudit = z.infer<typeof kitAudit>;

/** `json`: one document with every line. `csv`: one row per line of the audit, for a spreadsheet. */
export const auditFormat = z.enum(['json', 'csv']);

/** A filter for the activity record; null fields match everything. */
export const recordQuery = z.object({
  /** When it happened: from, inclusive, and to, exclusive. */
  from: utc.nullable(),
  to: utc.nullable(),
  /** A user name. */
  by: z.string().max(300).nullable(),
  /** Words of the flight, the route, the date of departure or the tripkit_id. */
  text: z.string().max(200).nullable(),
  kit_id: kitId.nullable(),
});

export type RecordQuery = z.infer<typeof recordQuery>;

/** One entry of the activity record: what happened on this laptop, whether its kit is still here or not. */
export const recordEntry = z.object({
  /** Its number; numbers are consecutive, without gaps. */
  seq: z.number().int(),
  at: utc,
  kind: z.enum(recordKinds),
  /** The state that was entered; null if the entry is about none. */
  state: kitState.nullable(),
  by: z.string().nullable(),
  what: z.string(),
  /** Null for an entry about the record itself, or an order. */
  kit_id: z.string().nullable(),
  /** Whether the kit is still on this laptop. */
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
  /** How many entries match the query. */
  total: z.number().int(),
  /** Everybody who did something that was recorded. */
  people: z.array(z.string()),
});

export type RecordPage = z.infer<typeof recordPage>;

/** Whether every entry of the record is unchanged. */
export const recordCheck = z.object({
  ok: z.boolean(),
  checked_at: utc,
  entries: z.number().int(),
  /** What was found, in a sentence. */
  what: z.string(),
  /** One sentence for each faulty entry; the first hundred. */
  problems: z.array(z.string()),
});

export type RecordCheck = z.infer<typeof recordCheck>;

export const recordFormat = z.enum(recordFormats);

export type RecordFormat = z.infer<typeof recordFormat>;

export const recordCalls = {
  /** Who requested the kit, what was sent, every state, who opened it, who acknowledged what. */
  of: call([kitId], kitAudit),
  /**
   * Asks where to save, and writes the audits of these kits. Answers the file's name without its folder, or null if the
   * person cancelled.
   */
  export: call([z.array(kitId).min(1).max(20_000), auditFormat], z.string().nullable()),
  /** The activity record, including removed kits: 100 entries from this index on, the latest first. */
  record: call([recordQuery, z.number().int().min(0).max(10_000_000)], recordPage),
  /** Asks where to save, and writes the entries that match the query; null if the person cancelled. */
  exportRecord: call([recordQuery, recordFormat], z.string().nullable()),
  /** Reads the whole record and checks that every entry is unchanged. */
  verify: call([], recordCheck),
} as const;
