import type { Host } from '../host/host.ts';
import type { ProfileAgreements } from './profile-agreements.ts';
import type { ProfileBook } from './profile-book.ts';
import { listProfiles, type ProfileCallsDeps, profileCalls } from './profile-calls.ts';
import { createProfileIntake } from './profile-intake.ts';

export interface ProfilesNeeds {
  /** Those of this laptop, including managed ones. */
  profiles: ProfileBook;
  agreements: ProfileAgreements;
  /** Called when a profile has another text now. */
  replaced(profile_id: string): void;
}

/** Service profiles. */
export function openProfiles(host: Host, needs: ProfilesNeeds) {
  const { profiles } = needs;
  const { settings, send } = host;
  /** Notifies the library. `use`: the profile for new requests from now on; null: unchanged. */
  const profilesChanged = (use: string | null) => send('profiles.changed', { use });
  const intake = createProfileIntake({
    ...host,
    ...needs,
    mayAdd: () => settings.state().allow_other_profiles,
    added: profilesChanged,
  });
  return {
    intake,
    profilesChanged,
    calls: { profiles: { list: () => listProfiles({ ...host, profiles }) } },
    setupCalls: (
      others: Pick<ProfileCallsDeps, 'diagnose' | 'forgetIdentity' | 'notes' | 'unfinishedKits'>,
    ) => ({
      profiles: profileCalls({
        ...host,
        ...needs,
        ...others,
        ...{ intake, profilesChanged },
        dialogs: host.setupDialogs,
      }),
    }),
  };
}
