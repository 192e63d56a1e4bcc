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
import { appCommand, appInfo, kitCommand, notice } from './schemas/app.ts';
import { auditFormat, kitAudit } from './schemas/audit.ts';
import { fileBytes, fileName, fileText, kitId, profileId, type Result } from './schemas/common.ts';
import { chosenIdentityFile, identityImport, identityImported, identityState } from './schemas/identity.ts';
import {
  acknowledgement,
  keepDays,
  kit,
  kitEvent,
  openDocument,
  retentionPreview,
  trip,
  tripProblem,
} from './schemas/kit.ts';
import { bookmarkPlace, mark, markDraft, markId } from './schemas/marks.ts';
import { hoursBefore, orderId, standingOrder } from './schemas/orders.ts';
import { chosenAuthority, diagnosis, presetInput, profilePreset, profileSummary } from './schemas/profile.ts';
import {
  documentCheck,
  documentText,
  newStoredThumbnails,
  posterImage,
  preparedDocument,
  readingPlace,
  searchAnswer,
  thumbnails,
} from './schemas/reading.ts';
import { settingsPatch, settingsState } from './schemas/settings.ts';
import { updateState } from './schemas/updates.ts';

export * from './schemas/app.ts';
export * from './schemas/audit.ts';
export * from './schemas/common.ts';
export * from './schemas/identity.ts';
export * from './schemas/kit.ts';
export * from './schemas/marks.ts';
export * from './schemas/orders.ts';
export * from './schemas/profile.ts';
export * from './schemas/reading.ts';
export * from './schemas/settings.ts';
export * from './schemas/updates.ts';

function call<A extends z.ZodType[], R extends z.ZodType>(args: [...A], result: R) {
  return { args: z.tuple(args as unknown as [z.ZodType]) as unknown as z.ZodType<CallArgs<A>>, result };
}
type CallArgs<A extends z.ZodType[]> = { [I in keyof A]: z.infer<A[I]> };

/** Every call, by domain. The channel of a call is `domain.name`. */
export const calls = {
  app: {
    info: call([], appInfo),
    /** What the app has to say since its start, the gravest first; also sent as the event `app.notices`. */
    notices: call([], z.array(notice)),
    dismissNotice: call([z.string().max(200)], z.null()),
    /** Bytes that are free where kits are kept; null where the system does not say. */
    freeSpace: call([], z.number().nullable()),
    /**
     * Asks where to, and writes a file for support that holds no secret; its name without its folder, or null when the
     * person changed their mind.
     */
    saveDiagnostics: call([], z.string().nullable()),
    /** The window hears commands from now on; those that came before are sent at once. */
    listening: call([], z.null()),
    /** What the system's Kit menu offers from now on; nothing where no single kit is selected or open. */
    kitCommands: call([z.array(kitCommand).max(20)], z.null()),
    /** Opens one of the app's own help pages in the system's browser; every other address is refused. */
    openExternal: call([z.string().max(2048)], z.null()),
  },
  settings: {
    get: call([], settingsState),
    /** Changes what the patch names. Refused as a whole (kind `config`) if it names a managed setting. */
    set: call([settingsPatch], settingsState),
  },
  profiles: {
    list: call([], z.array(profileSummary)),
    /** Asks the person for a profile file and takes it in; null when they changed their mind. */
    choose: call([], profileSummary.nullable()),
    /** Takes in a profile file that was dropped on the window. */
    offer: call([fileName, fileText], profileSummary),
    presets: call([], z.array(profilePreset)),
    /** Asks the person for the operator's CA (PEM or DER); null when they changed their mind. */
    chooseAuthority: call([], chosenAuthority.nullable()),
    offerAuthority: call([fileName, fileBytes], chosenAuthority),
    createFromPreset: call([presetInput], profileSummary),
    /** Authenticates step by step and says what failed; takes up to a minute on a bad network. */
    test: call([profileId], diagnosis),
    /** Refused for a managed profile, and while one of its kits can still go on. */
    remove: call([profileId], z.null()),
  },
  identity: {
    state: call([profileId], identityState),
    /** Asks the person for a .p12/.pfx file; nothing is opened before the passphrase is there. */
    choose: call([], chosenIdentityFile.nullable()),
    /** Takes a .p12/.pfx file that was dropped on the window, unopened. */
    offer: call([fileName, fileBytes], chosenIdentityFile),
    /** Opens the chosen file and keeps the identity for this profile; the one before stays until the new one is safe. */
    import: call([identityImport], identityImported),
    /** Whether this machine's keychain can keep an identity; the reason is a sentence where it can't. */
    canStore: call([], z.object({ can: z.boolean(), reason: z.string().nullable() })),
    remove: call([profileId], identityState),
  },
  kits: {
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
    /** Goes on with a failed or cancelled kit from the last thing that is known of it. */
    retry: call([kitId], kit),
    /** The person's decision on an unconfirmed kit: send the request again, knowing it may be there already. */
    requestAgain: call([kitId], kit),
    /** Takes the kit, its history and its document off this laptop. */
    remove: call([kitId], z.null()),
    /** Keeps the kit whatever the retention policy says, or no longer. */
    setPinned: call([kitId, z.boolean()], kit),
    /** The person has read every present message, for the present document. */
    acknowledge: call([kitId], kit),
    /** Who acknowledged what and when, oldest first. */
    acknowledgements: call([kitId], z.array(acknowledgement)),
  },
  batch: {
    /** What the rules say of each trip, in their order; an empty list means that it may be sent. */
    check: call([profileId, z.array(trip).min(1).max(1000)], z.array(z.array(tripProblem))),
    /** Asks where to, and writes rows as CSV for a spreadsheet; null when they changed their mind. */
    save: call(
      [
        z
          .array(z.array(z.string().max(12_000)).max(40))
          .min(1)
          .max(1001),
      ],
      z.string().nullable(),
    ),
  },
  orders: {
    /** Standing orders, by departure; also sent as the event `orders.changed`. */
    list: call([], z.array(standingOrder)),
    /** Requests a kit for each trip so many hours before its departure. Refused as a whole (kind `config`) if any can't be. */
    add: call([profileId, z.array(trip).min(1).max(1000), hoursBefore], z.array(standingOrder)),
    /** Takes an order back; a kit that was asked for stays. */
    remove: call([orderId], z.null()),
  },
  retention: {
    /** What keeping kits for so many days would remove now. Pinned, open and unfinished kits are never in it. */
    preview: call([keepDays], retentionPreview),
    /** Removes what `preview` would name now; how many kits were removed. */
    apply: call([keepDays], z.number().int()),
  },
  audit: {
    /** Who asked, what was sent, every state, who opened it, who acknowledged what. */
    of: call([kitId], kitAudit),
    /**
     * Asks where to, and writes the audits of these kits; the file's name without its folder, or null when the person
     * changed their mind.
     */
    export: call([z.array(kitId).min(1).max(20_000), auditFormat], z.string().nullable()),
  },
  documents: {
    /** A person opens the document: it is read from now on (`opened_at`). */
    open: call([kitId], openDocument),
    /** The viewer has let go of the document: retention may remove it again. */
    closed: call([kitId], z.null()),
    /** The kits whose views are on the screen now, the active one first; none outside the viewer. */
    shown: call([z.array(kitId).max(2)], z.null()),
    /** Asks where to, and writes a copy; the file's name without its folder, or null when they changed their mind. */
    saveCopy: call([kitId], z.string().nullable()),
    /** A drag of these kits has begun on the page: makes their PDFs ready for the system. Kits that are not ready are left out. */
    prepareDrag: call([z.array(kitId).min(1).max(50)], z.null()),
    /** The system goes on with the drag. Answers when it is over on Linux, at once elsewhere. */
    drag: call([z.array(kitId).min(1).max(50)], z.null()),
    /** Reads the whole file again and compares it with what was verified. Takes about a second for 500 MB. */
    check: call([kitId], documentCheck),
  },
  reading: {
    prepared: call([kitId], preparedDocument),
    /** The text that was taken in; null where there is none yet. */
    text: call([kitId], documentText.nullable()),
    /** Ready kits without a picture of page 1, the newest first, at most 100. */
    missingPosters: call([], z.array(kitId)),
    /** Keeps the picture of page 1. Ignored where the document has changed meanwhile. */
    storePoster: call([kitId, posterImage], z.null()),
    /** Which pages have a stored thumbnail by now, without opening the kit. */
    thumbnails: call([kitId], thumbnails),
    /** Ready kits that lack stored thumbnails and have room for them, at most 100: those opened last, or newest, first. */
    missingStoredThumbnails: call([], z.array(kitId)),
    /** Keeps stored thumbnails; false where the document has changed meanwhile, or there is no room for them. */
    storeStoredThumbnails: call([kitId, newStoredThumbnails], z.boolean()),
    /** Where this person was in the kit; null at its first opening. */
    place: call([kitId], readingPlace.nullable()),
    setPlace: call([kitId, readingPlace], z.null()),
  },
  search: {
    /** Pages of all kits on this laptop that hold every word (the last one as a beginning), the best first. */
    pages: call([z.string().max(500), z.number().int().min(1).max(200)], searchAnswer),
  },
  marks: {
    /** The marks of a kit by page; the bookmarks made in it are among them. */
    list: call([kitId], z.array(mark)),
    add: call([kitId, markDraft], mark),
    change: call([kitId, markId, markDraft], mark),
    remove: call([kitId, markId], z.null()),
    /** All bookmarks, with the page that each has in this kit. */
    bookmarks: call([kitId], z.array(bookmarkPlace)),
    /** Asks where to, and writes a copy with the marks in it as PDF annotations; null when they changed their mind. */
    saveCopy: call([kitId], z.string().nullable()),
  },
  updates: {
    /** Also sent as the event `updates.changed`. */
    state: call([], updateState),
    /** Asks for a newer version now; where there is one, its download goes on after the answer. */
    check: call([], updateState),
    /** Quits and installs. Refused (kind `config`, with the sentence) while `may_install` is false. */
    install: call([], z.null()),
    /** Installs when the person quits, or no longer. Refused (kind `config`) while no update is ready. */
    installOnQuit: call([z.boolean()], updateState),
  },
} as const;

/** A batch of changes, at most 20 a second. */
export const kitsChanged = z.object({ changed: z.array(kit), removed: z.array(kitId) });
export type KitsChanged = z.infer<typeof kitsChanged>;

/** Every event that the main process sends. The channel of an event is `domain.name`. */
export const events = {
  app: {
    /** All notices, as `app.notices` answers, whenever they change. */
    notices: z.array(notice),
    /** A person chose it in a menu of the system's. */
    command: appCommand,
    /** A person wants to see this kit, which is known: from a notification or a link. */
    openKit: z.object({ kit_id: kitId }),
    /** A service profile file that the person opened from the system: taken in as if it had been dropped on the window. */
    offerProfile: z.object({ file_name: fileName, text: fileText }),
  },
  kits: { changed: kitsChanged },
  orders: {
    /** All orders, as `orders.list` answers, whenever they change. */
    changed: z.array(standingOrder),
  },
  reading: {
    /** A kit's prepared data or poster have changed. */
    prepared: z.object({ kit_id: kitId }),
  },
  updates: {
    /** The state, as `updates.state` answers, whenever it changes. */
    changed: updateState,
  },
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
