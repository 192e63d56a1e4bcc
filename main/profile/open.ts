import type { Host } from '../host/host.ts';
import type { ProfileBook } from './profile-book.ts';
import { listProfiles, type ProfileCallsDeps, profileCalls } from './profile-calls.ts';
import { createProfileIntake } from './profile-intake.ts';

/** Service profiles. @param profiles those of this laptop, including managed ones */
export function openProfiles(host: Host, profiles: ProfileBook) {
  const { settings, send } = host;
  /** Notifies the library. `use`: the profile for new requests from now on; null: unchanged. */
  const profilesChanged = (use: string | null) => send('profiles.changed', { use });
  const intake = createProfileIntake({
    ...host,
    profiles,
    mayAdd: () => settings.state().allow_other_profiles,
    added: profilesChanged,
  });
  return {
    intake,
    profilesChanged,
    calls: { profiles: { list: () => listProfiles({ ...host, profiles }) } },
    setupCalls: (
      needs: Pick<ProfileCallsDeps, 'diagnose' | 'forgetIdentity' | 'notes' | 'unfinishedKits'>,
    ) => ({
      profiles: profileCalls({
        ...host,
        ...needs,
        ...{ profiles, intake, profilesChanged },
        dialogs: host.setupDialogs,
      }),
    }),
  };
}
