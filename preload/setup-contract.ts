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
import { chosenIdentityFile, identityImport, identityImported, identityState } from './schemas/identity.ts';
import { chosenAuthority, diagnosis, presetInput, profilePreset, profileSummary } from './schemas/profile.ts';
import { powerPatch, settingsState } from './schemas/settings.ts';
import { setupPlace } from './schemas/setup.ts';
import { updateState } from './schemas/updates.ts';

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
  updates: { changed: updateState },
} as const;

export type SetupCalls = typeof setupCalls;
export type SetupEvents = typeof setupEvents;

/** What `window.tripkitSetup` is. */
export type SetupBridge = BridgeOf<SetupCalls, SetupEvents>;
