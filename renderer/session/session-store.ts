import { createStore } from 'zustand/vanilla';
import type {
  ChosenIdentityFile,
  IdentityImported,
  IdentityState,
  ProfileSummary,
} from '../../preload/contract.ts';
import { readPreference, writePreference } from '../design/preferences.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../ipc/bridge.ts';
import { defineSlice } from '../state/registry.tsx';
import { type DropTarget, fileNameOf, readBytes, readText, sortFiles } from './dropped-files.ts';

export type IdentityChoices = Extract<IdentityImported, { state: 'several' }>['choices'];

export interface SessionState {
  status: 'loading' | 'ready' | 'failed';
  profiles: readonly ProfileSummary[];
  /** The profile in use; null while there is none. */
  profile: ProfileSummary | null;
  /** The identity of each profile, as far as it is known. */
  identities: ReadonlyMap<string, IdentityState>;
  /** The identity of the profile in use; null until it is known. */
  identity: IdentityState | null;
  canStore: { can: boolean; reason: string | null } | null;
  /** The PKCS#12 file that waits for its passphrase. */
  chosen: ChosenIdentityFile | null;
  /** The certificates of the chosen file, where it holds several and one must be chosen. */
  choices: IdentityChoices | null;
  busy: 'profile' | 'identity' | 'import' | null;
  /** What went wrong last, and at which step. */
  failure: { step: 'load' | 'profile' | 'identity'; error: UiFailure } | null;
  load(): Promise<void>;
  /** Asks again for the identity's state: the keychain may have been locked or unlocked meanwhile. */
  refreshIdentity(): Promise<void>;
  /** Asks again, and tells where that fails: the person says that the keychain is unlocked now. */
  unlock(): Promise<void>;
  /** New requests go to this profile from now on. */
  use(profileId: string): Promise<void>;
  chooseProfile(): Promise<void>;
  /** Takes in files that were dropped on the place for `zone`: a profile, an identity, or both. */
  takeFiles(files: readonly File[], zone: DropTarget): Promise<void>;
  /** A profile was made or taken in by another way: reads the list again and uses it. */
  adopt(profileId: string): Promise<void>;
  removeProfile(profileId: string): Promise<void>;
  chooseIdentity(): Promise<void>;
  forgetChosen(): void;
  /**
   * Opens the chosen file. The passphrase is handed on and not kept. `keySha256`: which certificate, where the file
   * holds several. True when the new identity is in its place.
   */
  importIdentity(passphrase: string, store: boolean, keySha256?: string): Promise<boolean>;
  removeIdentity(): Promise<void>;
}

/** The slice of set-up: whose service, and whose certificate. */
export function createSessionStore(bridge: Bridge) {
  return createStore<SessionState>()((set, get) => {
    async function step(
      name: 'profile' | 'identity',
      busy: NonNullable<SessionState['busy']>,
      work: () => Promise<void>,
    ): Promise<boolean> {
      if (get().busy) return false;
      set({ busy, failure: null });
      try {
        await work();
        return true;
      } catch (error) {
        set({ failure: { step: name, error: asUiFailure(error) } });
        return false;
      } finally {
        set({ busy: null });
      }
    }

    /** Keeps what is known of a profile's identity. */
    function hold(profileId: string, state: IdentityState) {
      const identities = new Map(get().identities).set(profileId, state);
      set(get().profile?.id === profileId ? { identities, identity: state } : { identities });
    }

    /** The other profiles' identities are shown beside them; one that can't be read is just not shown. */
    async function lookAtOthers(profiles: readonly ProfileSummary[], active: string) {
      for (const { id } of profiles) {
        const state = id === active ? null : await bridge.identity.state(id).catch(() => null);
        if (state) hold(id, state);
      }
    }

    async function enter(profiles: readonly ProfileSummary[], wanted: string | null) {
      const profile = profiles.find((one) => one.id === wanted) ?? profiles[0] ?? null;
      const known = profile ? (get().identities.get(profile.id) ?? null) : null;
      set({ profiles, profile, identity: known, chosen: null, choices: null });
      if (!profile) return;
      writePreference('profile', profile.id);
      hold(profile.id, await bridge.identity.state(profile.id));
      void lookAtOthers(profiles, profile.id);
    }

    return {
      status: 'loading',
      profiles: [],
      profile: null,
      identities: new Map(),
      identity: null,
      canStore: null,
      chosen: null,
      choices: null,
      busy: null,
      failure: null,
      async load() {
        set({ failure: null });
        try {
          const [profiles, canStore] = await Promise.all([
            bridge.profiles.list(),
            bridge.identity.canStore(),
          ]);
          set({ canStore });
          await enter(profiles, readPreference('profile', null));
          set({ status: 'ready' });
        } catch (error) {
          set({ status: 'failed', failure: { step: 'load', error: asUiFailure(error) } });
        }
      },
      async refreshIdentity() {
        const { profile, busy } = get();
        if (!profile || busy) return;
        try {
          const identity = await bridge.identity.state(profile.id);
          if (!get().busy) hold(profile.id, identity);
        } catch {
          // What was known stays; the next call that needs the identity says what is wrong.
        }
      },
      async unlock() {
        const { profile } = get();
        if (!profile) return;
        await step('identity', 'identity', async () => {
          hold(profile.id, await bridge.identity.state(profile.id));
        });
      },
      async takeFiles(files, zone) {
        const { profile, identity } = sortFiles(files, zone);
        const done =
          !profile ||
          (await step('profile', 'profile', async () => {
            const taken = await bridge.profiles.offer(fileNameOf(profile), await readText(profile));
            await enter(await bridge.profiles.list(), taken.id);
          }));
        if (!done || !identity || !get().profile) return;
        await step('identity', 'identity', async () => {
          const bytes = await readBytes(identity, 'identity');
          set({ chosen: await bridge.identity.offer(fileNameOf(identity), bytes), choices: null });
        });
      },
      async adopt(profileId) {
        await step('profile', 'profile', async () => enter(await bridge.profiles.list(), profileId));
      },
      async use(profileId) {
        await step('profile', 'profile', () => enter(get().profiles, profileId));
      },
      async chooseProfile() {
        await step('profile', 'profile', async () => {
          const chosen = await bridge.profiles.choose();
          if (chosen) await enter(await bridge.profiles.list(), chosen.id);
        });
      },
      async removeProfile(profileId) {
        await step('profile', 'profile', async () => {
          await bridge.profiles.remove(profileId);
          await enter(await bridge.profiles.list(), get().profile?.id ?? null);
        });
      },
      async chooseIdentity() {
        await step('identity', 'identity', async () => {
          const chosen = await bridge.identity.choose();
          if (chosen) set({ chosen, choices: null });
        });
      },
      forgetChosen: () => set({ chosen: null, choices: null, failure: null }),
      async importIdentity(passphrase, store, keySha256) {
        const { profile, chosen } = get();
        if (!profile || !chosen) return false;
        await step('identity', 'import', async () => {
          const imported = await bridge.identity.import({
            profile_id: profile.id,
            handle: chosen.handle,
            passphrase,
            store,
            ...(keySha256 === undefined ? {} : { key_sha256: keySha256 }),
          });
          if (imported.state === 'several') set({ choices: imported.choices });
          else {
            hold(profile.id, imported);
            set({ chosen: null, choices: null });
          }
        });
        return get().chosen === null && get().identity?.state === 'usable';
      },
      async removeIdentity() {
        const { profile } = get();
        if (!profile) return;
        await step('identity', 'identity', async () => {
          hold(profile.id, await bridge.identity.remove(profile.id));
          set({ chosen: null, choices: null });
        });
      },
    };
  });
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Profile and identity. */
export const [sessionSlice, useSession] = defineSlice(({ bridge }) => createSessionStore(bridge));
