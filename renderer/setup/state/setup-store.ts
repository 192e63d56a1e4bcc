import { createStore } from 'zustand/vanilla';
import type {
  AllowedKinds,
  ChosenIdentityFile,
  ComputerCandidate,
  IdentityImported,
  IdentityState,
  ProfileSummary,
  SetupPlace,
} from '../../../preload/contract.ts';
import { asUiFailure, type UiFailure } from '../../shell/state/bridge.ts';
import { latestOnly } from '../../shell/state/calls.ts';
import {
  type DropTarget,
  fileNameOf,
  readBytes,
  readText,
  sortFiles,
} from '../../shell/state/dropped-files.ts';
import type { SetupBridge } from './bridge.ts';
import { defineSlice } from './registry.ts';

type IdentityChoices = Extract<IdentityImported, { state: 'several' }>['choices'];

interface SetupState {
  /** What the window was opened for, a new object each time; null until it is known. */
  place: SetupPlace | null;
  status: 'loading' | 'ready' | 'failed';
  profiles: readonly ProfileSummary[];
  /** The profile that is shown, and that new requests go to; null while there is none. */
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
  /** Which kinds of certificates administrators allow. */
  kinds: AllowedKinds;
  /** The certificates of this computer to choose from; null while there is no list. */
  candidates: readonly ComputerCandidate[] | null;
  busy: 'profile' | 'identity' | 'import' | 'list' | null;
  /** What went wrong last, and at which step. */
  failure: { step: 'load' | 'profile' | 'identity'; error: UiFailure } | null;
  /** Reads everything, and follows what the window is opened for. Returns a function that stops following. */
  start(): () => void;
  load(): Promise<void>;
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
  /** Lists the certificates of this computer that the profile's server takes. */
  listComputer(): Promise<void>;
  /** Uses one of the list. */
  chooseComputer(sha256: string): Promise<void>;
  /** Drops the list, or gives it up. */
  forgetComputer(): Promise<void>;
  removeIdentity(): Promise<void>;
}

/** Whose service, and whose certificate. */
export const [setupSlice, useSetup] = defineSlice(({ bridge }) =>
  createStore<SetupState>()((set, get) => {
    const steps = setupSteps(bridge, set, get);
    return {
      place: null,
      status: 'loading',
      profiles: [],
      profile: null,
      identities: new Map(),
      identity: null,
      canStore: null,
      kinds: 'any',
      ...nothingChosen,
      busy: null,
      failure: null,
      start() {
        const stop = bridge.app.on('place', (place) => {
          steps.go(place).catch((error: unknown) => {
            set({ failure: { step: 'load', error: asUiFailure(error) } });
          });
        });
        void get().load();
        return stop;
      },
      async load() {
        set({ failure: null });
        try {
          const [place, canStore, kinds] = await Promise.all([
            bridge.app.place(),
            bridge.identity.canStore(),
            bridge.identity.kinds(),
          ]);
          set({ canStore, kinds });
          await steps.go(place);
          set({ status: 'ready' });
        } catch (error) {
          set({ status: 'failed', failure: { step: 'load', error: asUiFailure(error) } });
        }
      },
      async takeFiles(files, zone) {
        const { profile, identity } = sortFiles(files, zone);
        let refused = false;
        const done =
          !profile ||
          (await steps.profile(async () => {
            const taken = await bridge.profiles.offer(fileNameOf(profile), await readText(profile));
            refused = taken === null;
            if (taken) await steps.enter(await bridge.profiles.list(), taken.id);
          }));
        const whose = get().profile;
        if (!done || refused || !identity || !whose) return;
        await steps.identity(async () => {
          const bytes = await readBytes(identity, 'identity');
          const chosen = await bridge.identity.offer(whose.id, fileNameOf(identity), bytes);
          set({ ...nothingChosen, chosen });
        });
      },
      ...profileActions(bridge, get, steps),
      ...identityActions(bridge, set, get, steps),
    };
  }),
);

type Set = (patch: Partial<SetupState>) => void;
type Get = () => SetupState;
type Steps = ReturnType<typeof setupSteps>;

const nothingChosen = { chosen: null, choices: null, candidates: null };

/** What the actions of both steps are made of. */
function setupSteps(bridge: SetupBridge, set: Set, get: Get) {
  async function step(
    name: 'profile' | 'identity',
    busy: NonNullable<SetupState['busy']>,
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

  /** Stores the state of a profile's identity. */
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
    identity: (work: () => Promise<void>, busy: 'identity' | 'import' | 'list' = 'identity') =>
      step('identity', busy, work),
    /** Uses the profile `wanted` of these, or the first one. */
    async enter(profiles: readonly ProfileSummary[], wanted: string | null) {
      const profile = profiles.find(({ id }) => id === wanted) ?? profiles[0] ?? null;
      const identity = profile ? (get().identities.get(profile.id) ?? null) : null;
      set({ profiles, profile, identity, ...nothingChosen });
      if (!profile) return;
      hold(profile.id, await bridge.identity.state(profile.id));
      void readOthers(profiles, profile.id);
      // One that was dropped on the library's window waits here.
      try {
        const dropped = await bridge.identity.takeDropped(profile.id);
        if (dropped) set({ ...nothingChosen, chosen: dropped });
      } catch (error) {
        // Administrators allow no files: the rest of the window is shown all the same.
        set({ failure: { step: 'identity', error: asUiFailure(error) } });
      }
    },
    /** Shows what the window was asked for. A passphrase that is being typed stays, unless it is for something else. */
    async go(place: SetupPlace) {
      const profiles = await bridge.profiles.list();
      const wanted = place.profile_id ?? get().profile?.id ?? null;
      const elsewhere = place.part === 'identity' || wanted !== get().profile?.id;
      if (get().busy === null && (elsewhere || !get().chosen)) await this.enter(profiles, wanted);
      set({ place });
    },
  };
}

function profileActions(bridge: SetupBridge, get: Get, steps: Steps) {
  const readAgain = async (profileId: string | null) => steps.enter(await bridge.profiles.list(), profileId);
  return {
    async adopt(profileId) {
      await steps.profile(() => readAgain(profileId));
    },
    async use(profileId) {
      await steps.profile(async () => {
        await bridge.profiles.use(profileId);
        await steps.enter(get().profiles, profileId);
      });
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
  } satisfies Partial<SetupState>;
}

function identityActions(bridge: SetupBridge, set: Set, get: Get, steps: Steps) {
  const begin = latestOnly();
  /** Runs a change of the identity of the profile in use, if there is one. */
  async function change(work: (profileId: string) => Promise<void>, busy?: 'list'): Promise<void> {
    const { profile } = get();
    if (profile) await steps.identity(() => work(profile.id), busy);
  }
  return {
    unlock: () => change(async (id) => steps.hold(id, await bridge.identity.state(id))),
    chooseIdentity: () =>
      change(async (id) => {
        const chosen = await bridge.identity.choose(id);
        if (chosen) set({ ...nothingChosen, chosen });
      }),
    async listComputer() {
      set({ candidates: null });
      const isLatest = begin();
      await change(async (id) => {
        try {
          const candidates = await bridge.identity.listComputer(id);
          if (isLatest()) set({ candidates });
        } catch (error) {
          // One that was given up has nothing to tell.
          if (isLatest()) throw error;
        }
      }, 'list');
    },
    chooseComputer: (sha256) =>
      change(async (id) => {
        steps.hold(id, await bridge.identity.chooseComputer(id, sha256));
        set(nothingChosen);
      }),
    async forgetComputer() {
      begin();
      set({ candidates: null, failure: null });
      await bridge.identity.cancelComputer().catch(() => {});
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
    removeIdentity: () =>
      change(async (id) => {
        steps.hold(id, await bridge.identity.remove(id));
        set(nothingChosen);
      }),
  } satisfies Partial<SetupState>;
}
