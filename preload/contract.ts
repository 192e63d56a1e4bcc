/**
 * THE contract between the main process and the renderer: every call and every event, with its schemas and types.
 *
 * Both ends are typed by this one map: main/ipc registers exactly these calls and validates arguments and answers
 * with these schemas; preload.ts exposes exactly these, under domain names, as `window.tripkit`. The file imports no
 * Electron and no Node, so that all three layers may read it.
 *
 * Nothing secret is ever in an answer: a passphrase may be handed in, no key, token or storage URL comes out.
 */
import { z } from 'zod';

/** The kinds of failure, exactly those of the headless contract (profile-and-headless.md, section 2). */
export const errorKind = z.enum([
  'config',
  'identity',
  'authentication',
  'rejected',
  'not_found',
  'service',
  'network',
  'deadline',
  'document',
  'disk',
]);
export type ErrorKind = z.infer<typeof errorKind>;

/** One Message of the service (interface document, "Message"); unknown codes and types are kept as they came. */
export const serviceMessage = z.object({ code: z.string(), type: z.string(), message: z.string() });
export type ServiceMessage = z.infer<typeof serviceMessage>;

/** A failure in words for a person: what happened and what to do next, never a secret. */
export const failure = z.object({
  kind: errorKind,
  message: z.string(),
  messages: z.array(serviceMessage).optional(),
  /** HTTP status of the answer that caused it, where there was one. */
  status: z.number().int().optional(),
});
export type Failure = z.infer<typeof failure>;

/** Every call answers with a Result, because errors lose their fields on the way through Electron's bridge. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: Failure };

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

/** The states of a kit's life (design.md, "A kit's way"). */
export const kitState = z.enum([
  'requesting',
  'generating',
  'downloading',
  'ready',
  'unconfirmed',
  'failed',
  'cancelled',
]);
export type KitState = z.infer<typeof kitState>;

const utc = z.iso.datetime();
const kitId = z.uuid();
const profileId = z.string().min(1).max(64);

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
});
export type Kit = z.infer<typeof kit>;

/** One line of a kit's visible history. */
export const kitEvent = z.object({ at: utc, state: kitState, what: z.string() });
export type KitEvent = z.infer<typeof kitEvent>;

/** A service profile as far as the renderer needs it. */
export const profileSummary = z.object({
  id: profileId,
  name: z.string(),
  company_code: z.string(),
  company_name: z.string(),
  /** Host names only, for recognition. */
  auth_host: z.string(),
  api_host: z.string(),
  max_alternates: z.number().int(),
});
export type ProfileSummary = z.infer<typeof profileSummary>;

/** Whose certificate it is. Public facts only; the key stays in the main process. */
export const identitySummary = z.object({
  subject: z.string(),
  issuer: z.string(),
  serial: z.string(),
  sha256: z.string(),
  valid_from: utc,
  valid_to: utc,
  key: z.string(),
  chain_length: z.number().int(),
});
export type IdentitySummary = z.infer<typeof identitySummary>;

/** State of a profile's client identity. `locked`: stored or chosen before, but needs the passphrase or the keychain. */
export const identityState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('locked'), identity: identitySummary.nullable(), reason: z.string() }),
  z.object({
    state: z.literal('usable'),
    identity: identitySummary,
    /** False where the keychain cannot keep it: the passphrase is typed at each start. */
    stored: z.boolean(),
  }),
]);
export type IdentityState = z.infer<typeof identityState>;

/** A PKCS#12 file that was chosen but not yet opened; the handle is spent by `identity.import`. */
export const chosenIdentityFile = z.object({ handle: z.uuid(), file_name: z.string() });
export type ChosenIdentityFile = z.infer<typeof chosenIdentityFile>;

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

export const appInfo = z.object({
  version: z.string(),
  /** Which window host runs the app: real Electron, or the Chromium window host of test/host. */
  host: z.enum(['electron', 'chromium']),
  platform: z.string(),
});
export type AppInfo = z.infer<typeof appInfo>;

function call<A extends z.ZodType[], R extends z.ZodType>(args: [...A], result: R) {
  return { args: z.tuple(args as unknown as [z.ZodType]) as unknown as z.ZodType<CallArgs<A>>, result };
}
type CallArgs<A extends z.ZodType[]> = { [I in keyof A]: z.infer<A[I]> };

/** Every call, by domain. The channel of a call is `domain.name`. */
export const calls = {
  app: {
    info: call([], appInfo),
  },
  profiles: {
    list: call([], z.array(profileSummary)),
    /** Asks the person for a profile file and takes it in; null when they changed their mind. */
    choose: call([], profileSummary.nullable()),
    remove: call([profileId], z.null()),
  },
  identity: {
    state: call([profileId], identityState),
    /** Asks the person for a .p12/.pfx file; nothing is opened before the passphrase is there. */
    choose: call([], chosenIdentityFile.nullable()),
    /**
     * Opens the chosen file and keeps the identity for this profile. `store: false` keeps it in memory until the app
     * ends, for machines whose keychain can't seal it.
     */
    import: call(
      [
        z.strictObject({
          profile_id: profileId,
          handle: z.uuid(),
          passphrase: z.string().max(4096),
          store: z.boolean(),
        }),
      ],
      identityState,
    ),
    /** Whether this machine's keychain can keep an identity; the reason is a sentence where it can't. */
    canStore: call([], z.object({ can: z.boolean(), reason: z.string().nullable() })),
    remove: call([profileId], identityState),
  },
  kits: {
    list: call([], z.array(kit)),
    history: call([kitId], z.array(kitEvent)),
    /** What the rules say of a draft; an empty list means it may be sent. */
    check: call([profileId, trip], z.array(tripProblem)),
    /** Requests one kit per trip. Refused as a whole (kind `config`) if any trip has an error. */
    request: call([profileId, z.array(trip).min(1).max(1000)], z.array(kit)),
    /** Follows kits that somebody else requested. */
    track: call([profileId, z.array(z.string().min(1).max(1024)).min(1).max(1000)], z.array(kit)),
    cancel: call([kitId], kit),
    /** Goes on with a failed or cancelled kit from the last thing that is known of it. */
    retry: call([kitId], kit),
    /** The person's decision on an unconfirmed kit: send the request again, knowing it may be there already. */
    requestAgain: call([kitId], kit),
    /** Takes the kit, its history and its document off this laptop. */
    remove: call([kitId], z.null()),
  },
  documents: {
    open: call([kitId], openDocument),
    /** Asks where to, and writes a copy; the file's name without its folder, or null when they changed their mind. */
    saveCopy: call([kitId], z.string().nullable()),
  },
} as const;

/** A batch of changes, at most 20 a second. */
export const kitsChanged = z.object({ changed: z.array(kit), removed: z.array(kitId) });
export type KitsChanged = z.infer<typeof kitsChanged>;

/** Every event that the main process sends. The channel of an event is `domain.name`. */
export const events = {
  kits: { changed: kitsChanged },
} as const;

export type Calls = typeof calls;
export type Events = typeof events;

/** What `window.tripkit` is: the calls as functions, and `on` per domain for the events. */
export type TripKitBridge = {
  [D in keyof Calls]: {
    [N in keyof Calls[D]]: Calls[D][N] extends { args: infer A; result: infer R }
      ? A extends z.ZodType<infer AV extends unknown[]>
        ? R extends z.ZodType
          ? (...args: AV) => Promise<Result<z.infer<R>>>
          : never
        : never
      : never;
  };
} & {
  [D in keyof Events]: {
    /** Calls `listener` at every event of that name; the answer unsubscribes. */
    on<N extends keyof Events[D] & string>(
      name: N,
      listener: (payload: Events[D][N] extends z.ZodType ? z.infer<Events[D][N]> : never) => void,
    ): () => void;
  };
};
