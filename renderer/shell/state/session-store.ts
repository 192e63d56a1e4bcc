import { useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import type { IdentityState, ProfileSummary, SetupPart } from '../../../preload/contract.ts';
import { choicesStore, keepChoice } from '../../design/choices.ts';
import { asUiFailure, type UiFailure } from './bridge.ts';
import { fileNameOf, readBytes, sortFiles } from './dropped-files.ts';
import { defineSlice } from './registry.tsx';

interface SessionState {
  status: 'loading' | 'ready' | 'failed';
  profiles: readonly ProfileSummary[];
  /** The profile in use; null while there is none. */
  profile: ProfileSummary | null;
  /** The identity of each profile, as far as it is known. */
  identities: ReadonlyMap<string, IdentityState>;
  /** The identity of the profile in use; null until it is known. */
  identity: IdentityState | null;
  /** What went wrong last: reading these, or handing over dropped files. */
  failure: { step: 'load' | 'files'; error: UiFailure } | null;
  /** Reads all, and follows what set-up changes; the answer of `start` stops following. */
  start(): () => void;
  load(): Promise<void>;
  /** Asks again for the identity's state: the keychain may have been locked or unlocked. */
  refreshIdentity(): Promise<void>;
  /** The same for several profiles, whether they are in use or not. */
  refreshIdentities(profileIds: readonly string[]): Promise<void>;
  /** New requests go to this profile from now on. */
  use(profileId: string): Promise<void>;
  /** Opens the window of set-up at this part, for the profile in use. */
  openSetup(part?: SetupPart): Promise<void>;
  /** Opens set-up where kits are handed over. @param kitIds null: all of this laptop */
  handOver(kitIds: readonly string[] | null): Promise<void>;
  /** Hands dropped files over to set-up: a profile, an identity, or both. Others are left alone. */
  handFiles(files: readonly File[]): Promise<void>;
}

/** Whose service, and whose certificate: facts alone. The window of set-up changes them. */
export const [sessionSlice, useSession] = defineSlice(({ bridge }) =>
  createStore<SessionState>()((set, get) => {
    /** Keeps what is known of a profile's identity. */
    function hold(profileId: string, state: IdentityState) {
      const identities = new Map(get().identities).set(profileId, state);
      set(get().profile?.id === profileId ? { identities, identity: state } : { identities });
    }
    /** Where it fails, what was known stays; the next call that needs the identity says what is wrong. */
    async function refresh(profileId: string) {
      const state = await bridge.identity.state(profileId).catch(() => null);
      if (state) hold(profileId, state);
    }
    /** Uses the profile `wanted` of these, or the first one. The others' identities are shown beside them. */
    async function enter(profiles: readonly ProfileSummary[], wanted: string | null) {
      const profile = profiles.find(({ id }) => id === wanted) ?? profiles[0] ?? null;
      const identity = profile ? (get().identities.get(profile.id) ?? null) : null;
      set({ profiles, profile, identity });
      if (!profile) return;
      if (choicesStore.getState().profile !== profile.id) keepChoice({ profile: profile.id });
      hold(profile.id, await bridge.identity.state(profile.id));
      for (const { id } of profiles) if (id !== profile.id) void refresh(id);
    }
    async function read(wanted: () => string | null) {
      set({ failure: null });
      try {
        await enter(await bridge.profiles.list(), wanted());
        set({ status: 'ready' });
      } catch (error) {
        set({ status: 'failed', failure: { step: 'load', error: asUiFailure(error) } });
      }
    }

    return {
      status: 'loading',
      profiles: [],
      profile: null,
      identities: new Map(),
      identity: null,
      failure: null,
      start() {
        const stop = bridge.profiles.on(
          'changed',
          ({ use }) => void read(() => use ?? get().profile?.id ?? null),
        );
        void get().load();
        return stop;
      },
      load: () => read(() => choicesStore.getState().profile),
      async refreshIdentity() {
        const { profile } = get();
        if (profile) await refresh(profile.id);
      },
      async refreshIdentities(profileIds) {
        await Promise.all(profileIds.map(refresh));
      },
      use: (profileId) => enter(get().profiles, profileId).catch(() => {}),
      async openSetup(part = 'start') {
        // A main process that does not answer is told by every other call.
        await bridge.setup.open({ part, profile_id: get().profile?.id ?? null }).catch(() => {});
      },
      async handOver(kitIds) {
        const profile_id = get().profile?.id ?? null;
        const kit_ids = kitIds === null ? null : [...kitIds];
        await bridge.setup.open({ part: 'hand_over', profile_id, kit_ids }).catch(() => {});
      },
      async handFiles(files) {
        const { profile, identity } = sortFiles(files, null);
        if (get().failure?.step === 'files') set({ failure: null });
        try {
          if (profile) await bridge.setup.hand(fileNameOf(profile), await readBytes(profile, 'config'), null);
          if (!identity) return;
          const whose = profile ? null : (get().profile?.id ?? null);
          await bridge.setup.hand(fileNameOf(identity), await readBytes(identity, 'identity'), whose);
        } catch (error) {
          set({ failure: { step: 'files', error: asUiFailure(error) } });
        }
      },
    };
  }),
);

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
