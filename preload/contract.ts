/**
 * THE contract between the main process and the library's page (app://tripkit): every call and every event, with its schemas
 * and types. That page shows documents, so it has no call that gives power: those are set-up's (setup-contract.ts).
 *
 * Both ends are typed by this one map: main/electron/handle.ts registers exactly these calls and validates arguments and answers
 * with these schemas; preload.ts exposes exactly these, under domain names, as `window.tripkit`. The file imports no
 * Electron and no Node, so that all three layers may read it.
 *
 * Nothing secret goes in or comes out: no passphrase, key, token or storage URL.
 */
import { z } from 'zod';
import { type BridgeOf, call } from './call.ts';
import {
  appCommand,
  appInfo,
  diagnosticsPart,
  diagnosticsPreview,
  kitCommand,
  libraryCommand,
  meanwhile,
  notice,
} from './schemas/app.ts';
import {
  auditFormat,
  kitAudit,
  recordCheck,
  recordFormat,
  recordPage,
  recordQuery,
} from './schemas/audit.ts';
import { backupId, backupList } from './schemas/backups.ts';
import { kitCharts } from './schemas/charts.ts';
import { choicesPatch } from './schemas/choices.ts';
import { documentPage, fileBytes, fileName, kitId, profileId } from './schemas/common.ts';
import { comparison, reviewedPage, waitingMark } from './schemas/comparison.ts';
import { identityState } from './schemas/identity.ts';
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
import { policyState } from './schemas/policy.ts';
import { profileSummary } from './schemas/profile.ts';
import {
  documentText,
  newStoredThumbnails,
  posterImage,
  preparedDocument,
  readingPlace,
  searchAnswer,
  thumbnails,
} from './schemas/reading.ts';
import { libraryPatch, settingsState } from './schemas/settings.ts';
import { profilesChanged, setupPlace } from './schemas/setup.ts';
import { viewerRequest, wantedKit } from './schemas/windows.ts';

export * from './schemas/app.ts';
export * from './schemas/audit.ts';
export * from './schemas/backups.ts';
export * from './schemas/charts.ts';
export * from './schemas/choices.ts';
export * from './schemas/common.ts';
export * from './schemas/comparison.ts';
export * from './schemas/identity.ts';
export * from './schemas/kit.ts';
export * from './schemas/marks.ts';
export * from './schemas/orders.ts';
export * from './schemas/policy.ts';
export * from './schemas/profile.ts';
export * from './schemas/reading.ts';
export * from './schemas/settings.ts';
export * from './schemas/setup.ts';
export * from './schemas/updates.ts';
export * from './schemas/windows.ts';

/** Every call, by domain. The channel of a call is `domain.name`. */
export const calls = {
  app: {
    info: call([], appInfo),
    /** What the app has to say since its start, the gravest first; also sent as the event `app.notices`. */
    notices: call([], z.array(notice)),
    dismissNotice: call([z.string().max(200)], z.null()),
    /** What has waited so far in cockpit mode. */
    meanwhile: call([], meanwhile),
    /** Bytes that are free where kits are kept; null where the system does not say. */
    freeSpace: call([], z.number().nullable()),
    /** A file for support that holds no secret, to be read before it is saved. Refused (kind `config`) where administrators forbid it. */
    collectDiagnostics: call([], diagnosticsPreview),
    /**
     * Asks where to, and writes what was collected without these parts; its name without its folder, or null when the person
     * changed their mind.
     */
    saveDiagnostics: call([z.uuid(), z.array(diagnosticsPart).max(10)], z.string().nullable()),
    /** It is not looked at any more. */
    dropDiagnostics: call([z.uuid()], z.null()),
    /** The window hears commands from now on; those that came before are sent at once. */
    listening: call([], z.null()),
    /** What the system's Kit menu offers from now on; nothing where no single kit is selected or open. */
    kitCommands: call([z.array(kitCommand).max(20)], z.null()),
    /** Opens one of the app's own help pages in the system's browser; every other address is refused. */
    openExternal: call([z.string().max(2048)], z.null()),
  },
  settings: {
    get: call([], settingsState),
    /** Changes what the patch names, of those that give no power. Refused as a whole (kind `config`) if it names a managed one. */
    set: call([libraryPatch], settingsState),
    /** Keeps small choices of the page for its next start. A disk that refuses costs the memory alone. */
    choose: call([choicesPatch], z.null()),
  },
  /** What administrators decided for this computer, from where, and what was refused. */
  policy: { state: call([], policyState) },
  profiles: { list: call([], z.array(profileSummary)) },
  /** Public facts of a profile's certificate. */
  identity: { state: call([profileId], identityState) },
  setup: {
    /** Opens the window of set-up, or brings it to the front. */
    open: call([setupPlace], z.null()),
    /**
     * Hands over a file that was dropped on the window: a profile, whose servers the system's question names before it is
     * taken in, or a .p12/.pfx file for the profile, which waits for the window of set-up. The page learns nothing of it.
     */
    hand: call([fileName, fileBytes, profileId.nullable()], z.null()),
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
          .max(20_001),
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
    /**
     * Keeps kits for so many days from now on, and removes what `preview` would name now; how many kits were removed. Where
     * kits go sooner by it the system's dialog asks first: null when the person changed their mind. Refused (kind `config`)
     * where administrators decide it.
     */
    apply: call([keepDays], z.number().int().nullable()),
  },
  audit: {
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
  },
  documents: {
    /** A person opens the document: it is read from now on (`opened_at`). */
    open: call([kitId], openDocument),
    /** A pass by which the page of a document, with this number, reads this document and no other (app://documents-N). */
    pass: call([kitId, documentPage], z.string()),
    /** The page of a document with this number has gone: it reads nothing any more. */
    endPass: call([documentPage], z.null()),
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
    /**
     * Reads the whole file again and compares it with what was verified: the kit with its `soundness` then. Takes about a
     * second for 500 MB. Never refuses for what it finds.
     */
    check: call([kitId], kit),
  },
  reading: {
    prepared: call([kitId], preparedDocument),
    /** The text that was taken in; null where there is none yet. */
    text: call([kitId], documentText.nullable()),
    /** Which chart each page is, of which date. */
    charts: call([kitId], kitCharts),
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
    /**
     * Pages of all kits on this laptop that hold every word (the last one as a beginning), the best first; before all others
     * those of the named kit, if one is named.
     */
    pages: call([z.string().max(500), z.number().int().min(1).max(200), kitId.nullable()], searchAnswer),
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
  comparison: {
    /** What changed from an old kit (the first) to a new one; begins to compare them where that is not done yet. */
    of: call([kitId, kitId], comparison),
    /** This person has reviewed these pages of the new kit (the second), or gone ones of the old, or takes that back. */
    review: call([kitId, kitId, z.array(reviewedPage).min(1).max(2000), z.boolean()], comparison),
    /** Marks of the kit that was read before this one, which wait because their pages changed or are gone. */
    waitingMarks: call([kitId], z.array(waitingMark)),
    /** Puts a waiting mark on its page of this kit, because the person says that it belongs there. */
    acceptMark: call([kitId, markId], mark),
    /** Leaves a waiting mark with the old kit alone. */
    declineMark: call([kitId, markId], z.null()),
  },
  backups: {
    /** Backup copies of what can't be requested again. */
    list: call([], backupList),
    /**
     * Asks in the system's dialog, and restarts the app, which then brings back what is missing from this copy; its id, or
     * null when the person changed their mind.
     */
    restore: call([backupId], backupId.nullable()),
    /** The person goes on without what was damaged: nothing is offered any more. */
    decline: call([], z.null()),
  },
  windows: {
    /**
     * Opens a kit in a window of its own, or brings the one that shows it to the front (`shown`). Refused (kind `config`) where
     * as many are open as may be.
     */
    open: call([viewerRequest], z.enum(['opened', 'shown'])),
    /** Brings another window that has the kit open to the front, at this page; false where none has. */
    show: call([kitId, wantedKit.shape.page], z.boolean()),
    /** The kits that this window has open, in tabs. */
    holds: call([z.array(kitId).max(20)], z.null()),
    /** Brings the library's window to the front, opens it where it is closed, and has it do this. */
    library: call([libraryCommand.nullable()], z.null()),
    /** Closes this window. The library's stays. */
    close: call([], z.null()),
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
    openKit: wantedKit,
  },
  settings: {
    /** The state, as `settings.get` answers, whenever it changes elsewhere. */
    changed: settingsState,
  },
  profiles: { changed: profilesChanged },
  kits: { changed: kitsChanged },
  orders: {
    /** All orders, as `orders.list` answers, whenever they change. */
    changed: z.array(standingOrder),
  },
  comparison: {
    /** It goes on, is ready or failed, pages were reviewed, or marks of the older kit came to the newer one or wait no longer. */
    changed: z.object({ old_id: kitId, new_id: kitId }),
  },
  reading: {
    /** A kit's prepared data or poster have changed. */
    prepared: z.object({ kit_id: kitId }),
  },
  marks: {
    /** Another window has put, changed or removed marks in this kit. */
    changed: z.object({ kit_id: kitId }),
  },
  windows: {
    /** The kits that other windows have open, whenever that changes. */
    elsewhere: z.array(kitId),
    /** The window that these kits were torn off to is closed: their tabs come back. */
    returned: z.array(kitId),
  },
} as const;

export type Calls = typeof calls;
export type Events = typeof events;

/** What `window.tripkit` is: the calls as functions, and `on` per domain for the events. */
export type TripKitBridge = BridgeOf<Calls, Events>;
