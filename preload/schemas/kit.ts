/** Schemas of the domains `kits`, `documents` and `retention`. */
import { z } from 'zod';
import { failure, kitId, profileId, serviceMessage, utc } from './common.ts';
import { kitStates } from './values.ts';

/** One flight's request, as a person enters it. Empty optional fields are absent. */
export const trip = z.strictObject({
  origin: z.string().max(100),
  destination: z.string().max(100),
  alternates: z.array(z.string().max(100)).max(100).optional(),
  route: z.string().max(10_000).optional(),
  flight: z.string().max(100).optional(),
  /** ISO 8601, UTC, for example 2026-11-21T10:45:00Z. */
  departure: z.string().max(100).optional(),
});
export type Trip = z.infer<typeof trip>;
export const tripField = z.enum(['origin', 'destination', 'alternates', 'route', 'flight', 'departure']);
export type TripField = z.infer<typeof tripField>;

/** What the rules say of a trip: an error stops the request, a warning does not (domain.md, "Validation"). */
export const tripProblem = z.object({
  field: tripField,
  severity: z.enum(['error', 'warning']),
  message: z.string(),
});
export type TripProblem = z.infer<typeof tripProblem>;

/** The states of a kit's life (ARCHITECTURE.md, "A kit's way"). */
export const kitState = z.enum(kitStates);
export type KitState = z.infer<typeof kitState>;

/** A trip kit as the renderer sees it. */
export const kit = z.object({
  /** Our own id: a key for every call; names of the service are never keys. */
  id: kitId,
  profile_id: profileId,
  /** The service's id; null until it is known. */
  tripkit_id: z.string().nullable(),
  /** Null for a kit that is tracked by its tripkit_id only. */
  trip: trip.nullable(),
  state: kitState,
  created_at: utc,
  /** When the present state was entered, UTC. */
  state_since: utc,
  /** What the engine is waiting for, in a sentence, where it waits; null otherwise. */
  activity: z.string().nullable(),
  /** Bytes while downloading; `total` is null where the storage does not say. */
  progress: z.object({ received: z.number(), total: z.number().nullable() }).nullable(),
  /** While generating: how long it usually takes, ms since `state_since`, learned or the interface's 20-30 s. */
  expected_ms: z.object({ from: z.number(), to: z.number() }).nullable(),
  messages: z.array(serviceMessage),
  failure: failure.nullable(),
  /** The verified document; null unless ready. */
  document: z.object({ bytes: z.number(), sha256: z.string(), pages: z.number().int() }).nullable(),
  /** Whether retention keeps it whatever the policy says. */
  pinned: z.boolean(),
  /** The newer kit for the same flight; null where this one is the newest. A superseded kit stays readable. */
  superseded_by: kitId.nullable(),
  /** Whether this computer's user has acknowledged every message for the present document; true where there is none. */
  acknowledged: z.boolean(),
  /** When this person last opened the document on this laptop; null: never, the kit is unread. */
  opened_at: utc.nullable(),
});
export type Kit = z.infer<typeof kit>;

/** One line of a kit's visible history. */
export const kitEvent = z.object({ at: utc, state: kitState, what: z.string() });
export type KitEvent = z.infer<typeof kitEvent>;

/** That a person has read a message: who, when, which words, for which document. */
export const acknowledgement = z.object({
  at: utc,
  /** The user name of the operating system's account. */
  by: z.string(),
  message: serviceMessage,
  /** SHA-256 of the document that it was acknowledged for; null while there was none. */
  document_sha256: z.string().nullable(),
});
export type Acknowledgement = z.infer<typeof acknowledgement>;

/** Where to read a ready document from. */
export const openDocument = z.object({
  kit_id: kitId,
  /** Path on the app's own origin; answers Range requests. Holds an opaque id, never a file path. */
  url: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  pages: z.number().int(),
});
export type OpenDocument = z.infer<typeof openDocument>;

/** Days after departure (or after the kit was made, where it has none) for which kits are kept; null: for ever. */
export const keepDays = z.number().int().min(0).max(3650).nullable();

/** What a retention policy would remove. */
export const retentionPreview = z.object({
  /** `why` is a sentence. */
  remove: z.array(z.object({ id: kitId, why: z.string() })),
  keep_count: z.number().int(),
});
export type RetentionPreview = z.infer<typeof retentionPreview>;
