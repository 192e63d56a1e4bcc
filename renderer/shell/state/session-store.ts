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
  /** The last failure: of reading profiles and identities, or of passing on dropped files. */
  failure: { step: 'load' | 'files'; error: UiFailure } | null;
  /** Reads everything, and follows changes in set-up. Returns a function that stops following. */
  start(): () => void;
  load(): Promise<void>;
  /** Reads the identity's state again: the keychain may have been locked or unlocked. */
  refreshIdentity(): Promise<void>;
  /** Does the same for several profiles, in use or not. */
  refreshIdentities(profileIds: readonly string[]): Promise<void>;
  /** New requests go to this profile from now on. */
  use(profileId: string): Promise<void>;
  /** Opens the set-up window at this part, for the profile in use. */
  openSetup(part?: SetupPart): Promise<void>;
  /** Opens set-up to hand over kits. @param kitIds null: all on this laptop */
  handOver(kitIds: readonly string[] | null): Promise<void>;
  /** Passes dropped files on to set-up: a profile, an identity, or both. Other files are ignored. */
  handFiles(files: readonly File[]): Promise<void>;
}

/** The profile and identity in use, read only. The set-up window changes them. */
export const [sessionSlice, useSession] = defineSlice(({ bridge }) =>
  createStore<SessionState>()((set, get) => {
    /** Stores the state of a profile's identity. */
    function hold(profileId: string, state: IdentityState) {
      const identities = new Map(get().identities).set(profileId, state);
      set(get().profile?.id === profileId ? { identities, identity: state } : { identities });
    }
    /** If this fails, the previous state stays; the next call that needs the identity reports the problem. */
    async function refresh(profileId: string) {
      const state = await bridge.identity.state(profileId).catch(() => null);
      if (state) hold(profileId, state);
    }
    /** Uses the profile `wanted`, or the first one. The identities of the others are shown, too. */
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
        // A notice about a certificate comes at the moment at which it expires.
        let told = '';
        const stopNotices = bridge.app.on('notices', (notices) => {
          const ids = notices.flatMap(({ id }) => (id.startsWith('expiry:') ? [id] : [])).join();
          if (ids !== told) void get().refreshIdentity();
          told = ids;
        });
        void get().load();
        return () => {
          stop();
          stopNotices();
        };
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
        // Every other call reports a main process that does not answer.
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

/** The warning before calls with an expired certificate; null if it has not expired, or none is in use. */
export function expiredText(identity: IdentityState | null): string | null {
  if (identity?.state !== 'usable' || identity.identity.expiry.level !== 'expired') return null;
  return identity.identity.expiry.message;
}

/** The names of the profiles by their ids; null unless there are several. */
export function profileNames(profiles: readonly ProfileSummary[]): ReadonlyMap<string, string> | null {
  return profiles.length > 1 ? new Map(profiles.map(({ id, name }) => [id, name])) : null;
}

/** The names of this window's profiles, or null, as `profileNames`. */
export function useProfileNames(): ReadonlyMap<string, string> | null {
  const profiles = useSession((state) => state.profiles);
  return useMemo(() => profileNames(profiles), [profiles]);
}
