/** Kits: their life cycle, and how long they are kept. */
import { z } from 'zod';
import { kitStates } from '../../main/kits/rules/kit-facts.ts';
import { call } from './call.ts';
import { chartCounts } from './charts.ts';
import { failure, kitId, profileId, serviceMessage, utc } from './common.ts';
import { changeCounts } from './comparison.ts';

/** One flight's request, as a person enters it. Empty optional fields are absent. */
export const trip = z.strictObject({
  origin: z.string().max(100),
  destination: z.string().max(100),
  alternates: z.array(z.string().max(100)).max(100).optional(),
  route: z.string().max(10_000).optional(),
  flight: z.string().max(100).optional(),
  /** ISO 8601, UTC, for example 2026-11-21T10:45:00Z. */
  departure: z.string().max(100).optional(),
  /** Registration, crew and remarks of a spreadsheet, on one line; no request has them. */
  remarks: z.string().max(500).optional(),
});

export type Trip = z.infer<typeof trip>;

export const tripField = z.enum(['origin', 'destination', 'alternates', 'route', 'flight', 'departure']);

export type TripField = z.infer<typeof tripField>;

/** What the rules say about a trip: an error stops the request, a warning does not (domain.md, "Validation"). */
export const tripProblem = z.object({
  field: tripField,
  severity: z.enum(['error', 'warning']),
  message: z.string(),
});

export type TripProblem = z.infer<typeof tripProblem>;

/** The states of a kit's life cycle (ARCHITECTURE.md, "A kit's way"). */
export const kitState = z.enum(kitStates);

export type KitState = z.infer<typeof kitState>;

/**
 * Whether the document on this laptop is the one that was verified. The main process determines this state, and every
 * screen shows it.
 */
export const soundness = z.object({
  /**
   * `verified`: at `at`, every byte was unchanged. `checking`: it is being read. `damaged`: its content has changed; it
   * can still be read, under a warning. `unchecked`: it could not be read to the end, so nothing is known about it.
   */
  state: z.enum(['verified', 'checking', 'damaged', 'unchecked']),
  /** When `state` was determined, UTC. */
  at: utc,
  /**
   * The record of what was verified, sealed under a key of the system's keychain. `intact`; `broken`: it has changed, and the
   * document counts as damaged; `missing`: it was never sealed; `not_checked`: the keychain is locked, or there is none.
   */
  seal: z.enum(['intact', 'broken', 'missing', 'not_checked']),
  /** A sentence: what was found and, if the document is not sound, what to do. */
  what: z.string(),
});

export type Soundness = z.infer<typeof soundness>;

/**
 * The evidence for a document's date. `service`: the service reported it as generating, then as done. `storage`: the storage's
 * Last-Modified. `document`: the PDF's own date. `request`: it was requested here, so it is not older than the request.
 */
export const dateEvidence = z.enum(['service', 'storage', 'document', 'request']);

export type DateEvidence = z.infer<typeof dateEvidence>;

/** A date of a document, with its evidence. For a period, `from` is its start and `at` its end. */
export const documentDate = z.object({ evidence: dateEvidence, from: utc.exactOptional(), at: utc });

export type DocumentDate = z.infer<typeof documentDate>;

/** A trip kit as the renderer sees it. */
export const kit = z.object({
  /** The app's own id, the key of every call; the service's names are never keys. */
  id: kitId,
  profile_id: profileId,
  /** The service's id; null until it is known. */
  tripkit_id: z.string().nullable(),
  /** Null for a kit that is tracked only by its tripkit_id. */
  trip: trip.nullable(),
  /** What of `trip` a person entered after the request, which did not say it; absent: nothing. */
  entered: z.enum(['departure', 'trip']).exactOptional(),
  state: kitState,
  /** When it was requested, or tracked; of a planned kit, when it was planned. */
  created_at: utc,
  /** When a planned kit is to be requested, UTC; null: as soon as it can be. */
  due_at: utc.nullable(),
  /** When the kit entered its current state, UTC. */
  state_since: utc,
  /** What the engine is waiting for, in short; null if it does not wait. */
  activity: z.string().nullable(),
  /** Why, since when and until when it waits; null if it does not. */
  wait: z
    .object({
      /**
       * In order: other kits go first; the server asked for a pause; the network or a server fails; a running download
       * receives nothing; there is no usable certificate; the disk can't be written; a policy or the profile keeps a
       * planned kit from being requested.
       */
      reason: z.enum(['turn', 'asked', 'trouble', 'silence', 'identity', 'disk', 'held']),
      since: utc,
      /** When it continues automatically; null: now, or as soon as the reason for the wait is gone. */
      until: utc.nullable(),
      /** Whether `kits.tryNow` may end the wait early. */
      may_try: z.boolean(),
      /** The failed call's own message, with host and HTTP number, where `activity` is shorter. */
      why: z.string().exactOptional(),
    })
    .nullable(),
  /** Bytes while downloading; `total` is null if the storage does not report it. */
  progress: z.object({ received: z.number(), total: z.number().nullable() }).nullable(),
  /** While generating: the usual duration, ms since `state_since`: measured, or the interface document's 20-30 s. */
  expected_ms: z.object({ from: z.number(), to: z.number() }).nullable(),
  messages: z.array(serviceMessage),
  failure: failure.nullable(),
  /** The document on this laptop: verified, or damaged and readable until a sound copy arrives; null if there is none. */
  document: z.object({ bytes: z.number(), sha256: z.string(), pages: z.number().int() }).nullable(),
  /** Of `document`; null if there is none. */
  soundness: soundness.nullable(),
  /** The known dates of `document`, at most one of each kind; empty if there is no document. */
  dates: z.array(documentDate).max(4),
  /** Whether retention keeps it regardless of the policy. */
  pinned: z.boolean(),
  /** The newer kit for the same flight; null if this one is the newest that is not withdrawn. A superseded kit can still be read. */
  superseded_by: kitId.nullable(),
  /** Whether this computer's user has acknowledged every message for the current document; true if there are none. */
  acknowledged: z.boolean(),
  /** When this person last opened the document on this laptop; null: never, so the kit is unread. */
  opened_at: utc.nullable(),
  /** The charts of `document`, judged at the departure of the flight; null until they are known. */
  charts: chartCounts.nullable(),
  /** The shelf that it came from, and since when it is withdrawn; absent: it was requested or followed on this laptop. */
  shelf: z
    .object({
      name: z.string(),
      put_at: utc,
      recalled: z.object({ at: utc, why: z.string() }).nullable(),
    })
    .exactOptional(),
  /** What changed since the earlier kit of this flight that this person read; null if there is none. */
  changes: changeCounts.nullable(),
});

export type Kit = z.infer<typeof kit>;

/** The record that a person has read a message: who, when, which text, for which document. */
export const acknowledgement = z.object({
  at: utc,
  /** The user name of the operating system's account. */
  by: z.string(),
  message: serviceMessage,
  /** SHA-256 of the document that the message was acknowledged for; null if there was none yet. */
  document_sha256: z.string().nullable(),
});

export type Acknowledgement = z.infer<typeof acknowledgement>;

/** Days that kits are kept after departure (after creation if they have none); null: for ever. */
export const keepDays = z.number().int().min(0).max(3650).nullable();

/** What a retention policy would remove. */
export const retentionPreview = z.object({
  /** `why` is a sentence. */
  remove: z.array(z.object({ id: kitId, why: z.string() })),
  keep_count: z.number().int(),
});

export type RetentionPreview = z.infer<typeof retentionPreview>;

/** Hours before departure, in steps of a quarter hour. */
export const hoursBefore = z
  .number()
  .min(0)
  .max(14 * 24);

export const kitCalls = {
  /**
   * Every kit, newest first, as JSON text: Electron copies each object of an answer between its contexts
   * (contextBridge), which takes a second for ten thousand kits; a single text is copied at once.
   */
  listText: call([], z.string()),
  /**
   * At the window's start: the kits of the next flights, at most 100, as JSON text, so a person can read the first
   * screenful while the app opens, and `listText` is loading.
   */
  firstText: call([], z.string()),
  /** What the rules say about a draft; an empty list means it may be sent. */
  check: call([profileId, trip], z.array(tripProblem)),
  /** Requests one kit per trip. Refused as a whole (kind `config`) if any trip has an error. */
  request: call([profileId, z.array(trip).min(1).max(1000)], z.array(kit)),
  /** Plans one kit per trip, requested so many hours before its departure. Refused as a whole (kind `config`) if any can't be. */
  plan: call([profileId, z.array(trip).min(1).max(1000), hoursBefore], z.array(kit)),
  /** Follows kits that somebody else requested. */
  track: call([profileId, z.array(z.string().min(1).max(1024)).min(1).max(1000)], z.array(kit)),
  cancel: call([kitId], kit),
  /** Ends a kit's wait and tries now. Refused (kind `config`) while a server asked for the wait. */
  tryNow: call([kitId], kit),
  /** Resumes a failed or cancelled kit from its last known state; downloads the document of a ready one again. */
  retry: call([kitId], kit),
  /** The person's decision on an unconfirmed kit: send the request again, knowing it may be there already. */
  requestAgain: call([kitId], kit),
  /**
   * Sets the departure of a kit whose request had none, or corrects what was set; of a kit that is only tracked, its whole
   * trip. Of a requested trip only the departure is taken. Refused (kind `config`) if it has an error, or the kit has its own.
   */
  enterDeparture: call([kitId, trip], kit),
  /** Removes the kit and its document from this laptop; its entries in the activity record stay. */
  remove: call([kitId], z.null()),
  /** Sets whether the kit is kept regardless of the retention policy. */
  setPinned: call([kitId, z.boolean()], kit),
  /** Records that the person has read every current message, for the current document. */
  acknowledge: call([kitId], kit),
  /** Who acknowledged what and when, oldest first. */
  acknowledgements: call([kitId], z.array(acknowledgement)),
} as const;

export const retentionCalls = {
  /** What would be removed now if kits were kept for so many days. Never pinned, open or unfinished kits. */
  preview: call([keepDays], retentionPreview),
  /**
   * Keeps kits for so many days from now on, and removes what `preview` would list now. Answers how many kits were removed.
   * If kits would be removed sooner than before, a system dialog asks first: null if the person cancelled. Refused (kind
   * `config`) if administrators decide it.
   */
  apply: call([keepDays], z.number().int().nullable()),
} as const;

/** A batch of changes, at most 20 a second. */
export const kitsChanged = z.object({ changed: z.array(kit), removed: z.array(kitId) });
export type KitsChanged = z.infer<typeof kitsChanged>;

export const kitEvents = {
  changed: kitsChanged,
} as const;
