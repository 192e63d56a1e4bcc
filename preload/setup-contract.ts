/**
 * The contract between the main process and the window of set-up (app://setup): who is trusted, with which identity, and the
 * settings that give power. The page that shows documents has none of these calls (contract.ts).
 *
 * Both ends are typed by this one map, as by contract.ts; setup.ts exposes it as `window.tripkitSetup`. The passphrase is
 * handed in here; nothing secret is ever in an answer.
 */
import { z } from 'zod';
import { type BridgeOf, call } from './call.ts';
import { fileBytes, fileName, fileText, profileId } from './schemas/common.ts';
import {
  chosenHandOver,
  handedKits,
  handOverMade,
  handOverOpening,
  handOverPlan,
  handOverProgress,
  handOverRequest,
} from './schemas/hand-over.ts';
import {
  allowedKinds,
  chosenIdentityFile,
  computerCandidate,
  identityImport,
  identityImported,
  identityState,
} from './schemas/identity.ts';
import { chosenAuthority, diagnosis, presetInput, profilePreset, profileSummary } from './schemas/profile.ts';
import { powerPatch, settingsState } from './schemas/settings.ts';
import { setupPlace } from './schemas/setup.ts';
import { updateState } from './schemas/updates.ts';
import { watchInput, watchProgress, watchState } from './schemas/watch.ts';

/** The channel of a call or event of this contract is `setup:domain.name`. */
export const SETUP_PREFIX = 'setup:';

/** Every call, by domain. */
export const setupCalls = {
  app: {
    /** What the window was opened for; also sent as the event `app.place` when it is asked for again. */
    place: call([], setupPlace),
    /** Closes the window. */
    close: call([], z.null()),
    /** Closes the window and shows the request form in the library. */
    request: call([], z.null()),
    /** Closes the window and shows the page of managed settings in the library. */
    managed: call([], z.null()),
  },
  settings: {
    get: call([], settingsState),
    /** Changes what the patch names. Refused as a whole (kind `config`) if it names a managed setting. */
    set: call([powerPatch], settingsState),
  },
  profiles: {
    list: call([], z.array(profileSummary)),
    /** Asks the person for a profile file and takes it in; null when they changed their mind. */
    choose: call([], profileSummary.nullable()),
    /**
     * Takes in a profile file that was dropped on the window, once the person has seen its servers in a dialog of the
     * system's; null when they say no.
     */
    offer: call([fileName, fileText], profileSummary.nullable()),
    /** New requests go to this profile from now on. */
    use: call([profileId], z.null()),
    presets: call([], z.array(profilePreset)),
    /** Asks the person for the operator's CA (PEM or DER); null when they changed their mind. */
    chooseAuthority: call([], chosenAuthority.nullable()),
    offerAuthority: call([fileName, fileBytes], chosenAuthority),
    /** The same of a profile that is made from a preset. */
    createFromPreset: call([presetInput], profileSummary.nullable()),
    /** Authenticates step by step and says what failed; takes up to a minute on a bad network. */
    test: call([profileId], diagnosis),
    /** Refused for a managed profile, and while one of its kits can still go on. */
    remove: call([profileId], z.null()),
  },
  identity: {
    state: call([profileId], identityState),
    /**
     * Asks the person for a .p12/.pfx file for this profile, and no other; nothing is opened before the passphrase is there.
     * Null when they changed their mind.
     */
    choose: call([profileId], chosenIdentityFile.nullable()),
    /** Takes a .p12/.pfx file that was dropped on the window, unopened, for this profile and no other. */
    offer: call([profileId, fileName, fileBytes], chosenIdentityFile),
    /** The same of the file that was dropped on the library's window last; null where there is none. */
    takeDropped: call([profileId], chosenIdentityFile.nullable()),
    /** Opens the chosen file and keeps the identity for this profile; the one before stays until the new one is safe. */
    import: call([identityImport], identityImported),
    /** Whether this machine's keychain can keep an identity; the reason is a sentence where it can't. */
    canStore: call([], z.object({ can: z.boolean(), reason: z.string().nullable() })),
    remove: call([profileId], identityState),
    /** Which kinds of certificates administrators allow; the others are refused. */
    kinds: call([], allowedKinds),
    /**
     * The certificates of this computer that the profile's sign-in server takes; the system may ask the person for a card's PIN. Nothing
     * of the profile is sent. An earlier list that is still under way is given up.
     */
    listComputer: call([profileId], z.array(computerCandidate)),
    /** Gives up a list that is under way. */
    cancelComputer: call([], z.null()),
    /** Uses the certificate with this SHA-256 fingerprint, of the profile's last list, from now on. */
    chooseComputer: call([profileId, z.string().max(200)], identityState),
  },
  /** A desk that works alone: trip files that arrive in a folder are requested, kits are delivered into another. */
  watch: {
    /** What goes on is sent as the event `watch.changed`. */
    state: call([], watchState),
    /** Asks the person for a folder; what is chosen is in force after `begin`. Null when they changed their mind, as below. */
    chooseFolder: call([z.enum(['in', 'out'])], watchState.nullable()),
    /** The same for the program that is run on each event. */
    chooseCommand: call([], watchState.nullable()),
    /** No program is run. */
    forgetCommand: call([], watchState),
    /** Watches the folders that were chosen, once the person has said yes in a dialog of the system's. Refused where it is managed. */
    begin: call([watchInput], watchState.nullable()),
    /** Watches no more; what was requested stays in the list. */
    end: call([], watchState),
  },
  handOver: {
    /** What would be handed over. */
    plan: call([handedKits], handOverPlan),
    /**
     * Asks where to write a file, encrypted to the passphrase, with these kits and what belongs to them, or all of this laptop; null
     * when the person changed their mind, or cancelled. Refused for a weak passphrase.
     */
    make: call([handOverRequest], handOverMade.nullable()),
    /** Asks the person for a hand-over file; null when they changed their mind. */
    choose: call([], chosenHandOver.nullable()),
    /**
     * Opens and checks the chosen file, then asks in a dialog of the system's what of it is brought in: true, and the app restarts;
     * false where they say no or cancelled.
     */
    open: call([handOverOpening], z.boolean()),
    /** Ends what is under way. */
    cancel: call([], z.null()),
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

/** Every event that the main process sends to the window of set-up. */
export const setupEvents = {
  app: { place: setupPlace },
  settings: { changed: settingsState },
  handOver: { progress: handOverProgress },
  updates: { changed: updateState },
  watch: { changed: watchProgress },
} as const;

export type SetupCalls = typeof setupCalls;
export type SetupEvents = typeof setupEvents;

/** What `window.tripkitSetup` is. */
export type SetupBridge = BridgeOf<SetupCalls, SetupEvents>;
