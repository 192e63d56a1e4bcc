import { useMemo } from 'react';
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

type IdentityChoices = Extract<IdentityImported, { state: 'several' }>['choices'];

interface SessionState {
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
  /** Asks again for the identity's state: the keychain may have been locked or unlocked. */
  refreshIdentity(): Promise<void>;
  /** Asks again, after the person has unlocked the keychain; a failure is shown. */
  unlock(): Promise<void>;
  /** New requests go to this profile from now on. */
  use(profileId: string): Promise<void>;
  chooseProfile(): Promise<void>;
  /** Takes in files that were dropped on the place for `zone`: a profile, an identity, or both. */
  takeFiles(files: readonly File[], zone: DropTarget): Promise<void>;
  /** A profile was made or imported elsewhere: reads the list again and uses it. */
  adopt(profileId: string): Promise<void>;
  removeProfile(profileId: string): Promise<void>;
  chooseIdentity(): Promise<void>;
  forgetChosen(): void;
  /** Opens the chosen file; the passphrase is not kept. `keySha256`: which certificate of several. True where it is in use. */
  importIdentity(passphrase: string, store: boolean, keySha256?: string): Promise<boolean>;
  removeIdentity(): Promise<void>;
}

/** Set-up: whose service, and whose certificate. */
export const [sessionSlice, useSession] = defineSlice(({ bridge }) =>
  createStore<SessionState>()((set, get) => {
    const steps = sessionSteps(bridge, set, get);
    return {
      status: 'loading',
      profiles: [],
      profile: null,
      identities: new Map(),
      identity: null,
      canStore: null,
      ...nothingChosen,
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
          await steps.enter(profiles, readPreference('profile', null));
          set({ status: 'ready' });
        } catch (error) {
          set({ status: 'failed', failure: { step: 'load', error: asUiFailure(error) } });
        }
      },
      async takeFiles(files, zone) {
        const { profile, identity } = sortFiles(files, zone);
        const done =
          !profile ||
          (await steps.profile(async () => {
            const taken = await bridge.profiles.offer(fileNameOf(profile), await readText(profile));
            await steps.enter(await bridge.profiles.list(), taken.id);
          }));
        if (!done || !identity || !get().profile) return;
        await steps.identity(async () => {
          const bytes = await readBytes(identity, 'identity');
          set({ chosen: await bridge.identity.offer(fileNameOf(identity), bytes), choices: null });
        });
      },
      ...profileActions(bridge, get, steps),
      ...identityActions(bridge, set, get, steps),
    };
  }),
);

type Set = (patch: Partial<SessionState>) => void;
type Get = () => SessionState;
type Steps = ReturnType<typeof sessionSteps>;

const nothingChosen = { chosen: null, choices: null };

/** What the actions of both steps are made of. */
function sessionSteps(bridge: Bridge, set: Set, get: Get) {
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
  async function readOthers(profiles: readonly ProfileSummary[], active: string) {
    for (const { id } of profiles) {
      const state = id === active ? null : await bridge.identity.state(id).catch(() => null);
      if (state) hold(id, state);
    }
  }

  return {
    hold,
    /** Runs a change of the profiles, unless another one runs; whether it was done. */
    profile: (work: () => Promise<void>) => step('profile', 'profile', work),
    /** The same for the identity. */
    identity: (work: () => Promise<void>, busy: 'identity' | 'import' = 'identity') =>
      step('identity', busy, work),
    /** Uses the profile `wanted` of these, or the first one. */
    async enter(profiles: readonly ProfileSummary[], wanted: string | null) {
      const profile = profiles.find(({ id }) => id === wanted) ?? profiles[0] ?? null;
      const identity = profile ? (get().identities.get(profile.id) ?? null) : null;
      set({ profiles, profile, identity, ...nothingChosen });
      if (!profile) return;
      writePreference('profile', profile.id);
      hold(profile.id, await bridge.identity.state(profile.id));
      void readOthers(profiles, profile.id);
    },
  };
}

function profileActions(bridge: Bridge, get: Get, steps: Steps) {
  const readAgain = async (profileId: string | null) => steps.enter(await bridge.profiles.list(), profileId);
  return {
    async adopt(profileId) {
      await steps.profile(() => readAgain(profileId));
    },
    async use(profileId) {
      await steps.profile(() => steps.enter(get().profiles, profileId));
    },
    async chooseProfile() {
      await steps.profile(async () => {
        const chosen = await bridge.profiles.choose();
        if (chosen) await readAgain(chosen.id);
      });
    },
    async removeProfile(profileId) {
      await steps.profile(async () => {
        await bridge.profiles.remove(profileId);
        await readAgain(get().profile?.id ?? null);
      });
    },
  } satisfies Partial<SessionState>;
}

function identityActions(bridge: Bridge, set: Set, get: Get, steps: Steps) {
  return {
    async refreshIdentity() {
      const { profile, busy } = get();
      if (!profile || busy) return;
      // Where it fails, what was known stays; the next call that needs the identity says what is wrong.
      const identity = await bridge.identity.state(profile.id).catch(() => null);
      if (identity && !get().busy) steps.hold(profile.id, identity);
    },
    async unlock() {
      const { profile } = get();
      if (!profile) return;
      await steps.identity(async () => steps.hold(profile.id, await bridge.identity.state(profile.id)));
    },
    async chooseIdentity() {
      await steps.identity(async () => {
        const chosen = await bridge.identity.choose();
        if (chosen) set({ chosen, choices: null });
      });
    },
    forgetChosen: () => set({ ...nothingChosen, failure: null }),
    async importIdentity(passphrase, store, keySha256) {
      const { profile, chosen } = get();
      if (!profile || !chosen) return false;
      const request = { profile_id: profile.id, handle: chosen.handle, passphrase, store };
      await steps.identity(async () => {
        const imported = await bridge.identity.import({
          ...request,
          ...(keySha256 === undefined ? {} : { key_sha256: keySha256 }),
        });
        if (imported.state === 'several') set({ choices: imported.choices });
        else {
          steps.hold(profile.id, imported);
          set(nothingChosen);
        }
      }, 'import');
      return get().chosen === null && get().identity?.state === 'usable';
    },
    async removeIdentity() {
      const { profile } = get();
      if (!profile) return;
      await steps.identity(async () => {
        steps.hold(profile.id, await bridge.identity.remove(profile.id));
        set(nothingChosen);
      });
    },
  } satisfies Partial<SessionState>;
}

export type SessionStore = ReturnType<typeof sessionSlice>;

/** What to say before any call with a certificate that has expired; null where it has not, or none is in use. */
export function expiredText(identity: IdentityState | null): string | null {
  if (identity?.state !== 'usable' || identity.identity.expiry.level !== 'expired') return null;
  return identity.identity.expiry.message;
}

/** The names of the profiles by their ids, where there are several to tell apart; null where there is one or none. */
export function profileNames(profiles: readonly ProfileSummary[]): ReadonlyMap<string, string> | null {
  return profiles.length > 1 ? new Map(profiles.map(({ id, name }) => [id, name])) : null;
}

/** The same of this window's profiles. */
export function useProfileNames(): ReadonlyMap<string, string> | null {
  const profiles = useSession((state) => state.profiles);
  return useMemo(() => profileNames(profiles), [profiles]);
}
