/** Schemas of the domain `audit`: how a kit came about and what people did with it. */
import { z } from 'zod';
import { failure, kitId, profileId, serviceMessage, utc } from './common.ts';
import { kitState, trip } from './kit.ts';

/** What a line of an audit tells of. */
export const auditKind = z.enum([
  /** The kit entered a state, or went on within one. */
  'state',
  /** A person decided something that changed no state at once. */
  'decided',
  'opened',
  'acknowledged',
]);
export type AuditKind = z.infer<typeof auditKind>;

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
  entries: z.array(auditEntry),
});
export type KitAudit = z.infer<typeof kitAudit>;

/** `json`: one document with every line. `csv`: one row a line of the audit, for a spreadsheet. */
export const auditFormat = z.enum(['json', 'csv']);
export type AuditFormat = z.infer<typeof auditFormat>;
