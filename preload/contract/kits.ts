/** Kits: their life, standing orders, and how long they are kept. */
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

/**
 * Whether the document on this laptop is the one that was verified: one state, found in the main process, that every
 * screen shows.
 */
export const soundness = z.object({
  /**
   * `verified`: every byte was as it was verified, at `at`. `checking`: it is being read. `damaged`: it is another one; it
   * can still be read, under a warning. `unchecked`: it could not be read to the end, which says nothing about it.
   */
  state: z.enum(['verified', 'checking', 'damaged', 'unchecked']),
  /** When that was found, UTC. */
  at: utc,
  /**
   * What was verified, sealed under a key of the system's keychain. `intact`; `broken`: it is not what was sealed, and the
   * document counts as damaged; `missing`: nobody sealed it; `not_checked`: the keychain is locked, or there is none.
   */
  seal: z.enum(['intact', 'broken', 'missing', 'not_checked']),
  /** A sentence: what was found and, where it is not sound, what to do. */
  what: z.string(),
});

export type Soundness = z.infer<typeof soundness>;

/**
 * By what a date of a document is known. `service`: it was seen being generated, and then done. `storage`: the storage's
 * Last-Modified. `document`: the PDF's own date. `request`: it was requested here, so it is not older than that.
 */
export const dateEvidence = z.enum(['service', 'storage', 'document', 'request']);

export type DateEvidence = z.infer<typeof dateEvidence>;

/** A date of a document, and by what it is known. Where that is a period, `from` is its begin and `at` its end. */
export const documentDate = z.object({ evidence: dateEvidence, from: utc.exactOptional(), at: utc });

export type DocumentDate = z.infer<typeof documentDate>;

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
  /** What the engine is waiting for, in sentences, where it waits; null otherwise. */
  activity: z.string().nullable(),
  /** Why, since and until when it waits; null where it does not. */
  wait: z
    .object({
      /**
       * Other kits go first; the server asked for a pause; the network or a server does not do its part; a download that is
       * under way brings nothing; there is no usable certificate; the disk takes nothing.
       */
      reason: z.enum(['turn', 'asked', 'trouble', 'silence', 'identity', 'disk']),
      since: utc,
      /** When it goes on by itself; null: at this moment, or as soon as what it waits for is there. */
      until: utc.nullable(),
      /** Whether `kits.tryNow` may cut it short. */
      may_try: z.boolean(),
    })
    .nullable(),
  /** Bytes while downloading; `total` is null where the storage does not say. */
  progress: z.object({ received: z.number(), total: z.number().nullable() }).nullable(),
  /** While generating: how long it usually takes, ms since `state_since`, learned or the interface's 20-30 s. */
  expected_ms: z.object({ from: z.number(), to: z.number() }).nullable(),
  messages: z.array(serviceMessage),
  failure: failure.nullable(),
  /** The document that can be read here: verified, or damaged and readable until a sound copy is here; null where none is. */
  document: z.object({ bytes: z.number(), sha256: z.string(), pages: z.number().int() }).nullable(),
  /** Of `document`; null where there is none. */
  soundness: soundness.nullable(),
  /** What is known of the date of `document`, at most one of each kind; none where there is no document. */
  dates: z.array(documentDate).max(4),
  /** Whether retention keeps it whatever the policy says. */
  pinned: z.boolean(),
  /** The newer kit for the same flight; null where this one is the newest. A superseded kit stays readable. */
  superseded_by: kitId.nullable(),
  /** Whether this computer's user has acknowledged every message for the present document; true where there is none. */
  acknowledged: z.boolean(),
  /** When this person last opened the document on this laptop; null: never, the kit is unread. */
  opened_at: utc.nullable(),
  /** Of `document`, by the departure of the flight; null until its charts are known. */
  charts: chartCounts.nullable(),
  /** What changed since the kit of this flight that this person read before; null where there is none. */
  changes: changeCounts.nullable(),
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

/** Days after departure (or after the kit was made, where it has none) for which kits are kept; null: for ever. */
export const keepDays = z.number().int().min(0).max(3650).nullable();

/** What a retention policy would remove. */
export const retentionPreview = z.object({
  /** `why` is a sentence. */
  remove: z.array(z.object({ id: kitId, why: z.string() })),
  keep_count: z.number().int(),
});

export type RetentionPreview = z.infer<typeof retentionPreview>;

/** Hours before departure; quarters of an hour are the finest that makes sense. */
export const hoursBefore = z
  .number()
  .min(0)
  .max(14 * 24);

export const orderId = z.uuid();

export const standingOrder = z.object({
  id: orderId,
  profile_id: profileId,
  trip,
  hours_before: z.number(),
  /** When the kit is asked for. */
  due_at: utc,
  created_at: utc,
  /** The user name of the operating system's account. */
  by: z.string(),
  /** `missed`: the flight left before the kit could be asked for. */
  state: z.enum(['waiting', 'requested', 'missed']),
  /** The kit that was asked for; it may have been removed since. */
  kit_id: kitId.nullable(),
  /** Why the last try failed and what to do; it is retried automatically. Null where none failed. */
  problem: z.string().nullable(),
});

export type StandingOrder = z.infer<typeof standingOrder>;

export const kitCalls = {
  /**
   * Every kit, newest first, as JSON text: Electron copies every object of an answer between its worlds
   * (contextBridge), which takes a second for ten thousand kits, and one text at once.
   */
  listText: call([], z.string()),
  /**
   * At the window's start: the kits of the next flights, at most 100, as JSON text, so that a person reads the first
   * screenful while `listText` is on its way. `[]` later, or where there is nothing to be ahead of.
   */
  firstText: call([], z.string()),
  history: call([kitId], z.array(kitEvent)),
  /** What the rules say of a draft; an empty list means it may be sent. */
  check: call([profileId, trip], z.array(tripProblem)),
  /** Requests one kit per trip. Refused as a whole (kind `config`) if any trip has an error. */
  request: call([profileId, z.array(trip).min(1).max(1000)], z.array(kit)),
  /** Follows kits that somebody else requested. */
  track: call([profileId, z.array(z.string().min(1).max(1024)).min(1).max(1000)], z.array(kit)),
  cancel: call([kitId], kit),
  /** Has a kit that waits tried at once. Refused (kind `config`) while a server asked for the wait. */
  tryNow: call([kitId], kit),
  /** Goes on with a failed or cancelled kit from the last thing that is known of it; downloads the document of a ready one again. */
  retry: call([kitId], kit),
  /** The person's decision on an unconfirmed kit: send the request again, knowing it may be there already. */
  requestAgain: call([kitId], kit),
  /** Takes the kit and its document off this laptop; what was done with it stays in the activity record. */
  remove: call([kitId], z.null()),
  /** Keeps the kit whatever the retention policy says, or no longer. */
  setPinned: call([kitId, z.boolean()], kit),
  /** The person has read every present message, for the present document. */
  acknowledge: call([kitId], kit),
  /** Who acknowledged what and when, oldest first. */
  acknowledgements: call([kitId], z.array(acknowledgement)),
} as const;

export const orderCalls = {
  /** Standing orders, by departure; also sent as the event `orders.changed`. */
  list: call([], z.array(standingOrder)),
  /** Requests a kit for each trip so many hours before its departure. Refused as a whole (kind `config`) if any can't be. */
  add: call([profileId, z.array(trip).min(1).max(1000), hoursBefore], z.array(standingOrder)),
  /** Takes an order back; a kit that was asked for stays. */
  remove: call([orderId], z.null()),
} as const;

export const retentionCalls = {
  /** What keeping kits for so many days would remove now. Pinned, open and unfinished kits are never in it. */
  preview: call([keepDays], retentionPreview),
  /**
   * Keeps kits for so many days from now on, and removes what `preview` would name now; how many kits were removed. Where
   * kits go sooner by it the system's dialog asks first: null when the person changed their mind. Refused (kind `config`)
   * where administrators decide it.
   */
  apply: call([keepDays], z.number().int().nullable()),
} as const;

/** A batch of changes, at most 20 a second. */
export const kitsChanged = z.object({ changed: z.array(kit), removed: z.array(kitId) });
export type KitsChanged = z.infer<typeof kitsChanged>;

export const kitEvents = {
  changed: kitsChanged,
} as const;

export const orderEvents = {
  /** All orders, as `orders.list` answers, whenever they change. */
  changed: z.array(standingOrder),
} as const;
