import type { Diagnosis, ProfileSummary } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import type { SetupDomainCalls } from '../host/call-map.ts';
import { readChosenFile } from '../host/chosen-file.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { RecordNotes } from '../host/host.ts';
import type { StoredProfile } from '../store/profile-store.ts';
import { presetCalls } from './preset-calls.ts';
import { parseServiceProfile, takesLogin } from './profile.ts';
import type { ProfileAgreements } from './profile-agreements.ts';
import type { ProfileBook } from './profile-book.ts';
import type { ProfileIntake } from './profile-intake.ts';
import { decodeProfile } from './profile-intake.ts';
import { whereShelf } from './profile-question.ts';

/** More than any profile with PEM certificates, bytes. */
const MAX_PROFILE_BYTES = 1024 * 1024;

export interface ProfileCallsDeps {
  profiles: ProfileBook;
  /** Above the calling window. */
  dialogs: FileDialogs;
  intake: ProfileIntake;
  agreements: Pick<ProfileAgreements, 'forget'>;
  /** Authenticates step by step (main/service/diagnose.ts). */
  diagnose(profile_id: string): Promise<Diagnosis>;
  /** Removes the identity of a profile and closes its client. */
  forgetIdentity(profile_id: string): Promise<unknown>;
  log: Log;
  /** A new UUID. */
  newId(): string;
  /** Records what is recorded nowhere else. */
  notes: RecordNotes;
  /** Notifies the library. `use`: the profile for new requests from now on; null: unchanged. */
  profilesChanged(use: string | null): void;
  /** How many kits of the profile can still continue. */
  unfinishedKits(profile_id: string): number;
}

/** The call `profiles.list` of both contracts. */
export function listProfiles({
  profiles,
  log,
}: Pick<ProfileCallsDeps, 'profiles' | 'log'>): ProfileSummary[] {
  const summaries: ProfileSummary[] = [];
  for (const stored of profiles.list()) {
    try {
      summaries.push(summarise(stored, profiles.isManaged(stored.id)));
    } catch (error) {
      // One profile that a newer version refuses must not hide the others.
      log.warn(`The stored profile ${stored.id} can't be used: ${String(error)}`);
    }
  }
  return summaries;
}

/** Calls of set-up's domain `profiles`. */
export function profileCalls(deps: ProfileCallsDeps): SetupDomainCalls<'profiles'> {
  const { profiles, dialogs, intake } = deps;
  const summary = (stored: StoredProfile) => summarise(stored, profiles.isManaged(stored.id));
  /** Asks the person whichever page the profile comes from: that of set-up may be compromised too. */
  const offer = async (text: string) => {
    const taken = await intake.offer(text);
    return taken && summary(taken);
  };
  return {
    list: () => listProfiles(deps),
    use: (id) => {
      profiles.profile(id);
      deps.profilesChanged(id);
    },
    choose: async () => {
      intake.requireMayAdd();
      const path = await dialogs.openProfile();
      if (path === null) return null;
      const bytes = await readChosenFile(path, MAX_PROFILE_BYTES, 'The profile file', 'config');
      return summary(await intake.add(decodeProfile(bytes)));
    },
    offer: (_file_name, text) => offer(text),
    ...presetCalls({ dialogs, newId: deps.newId, addProfile: offer }),
    test: (id) => {
      profiles.profile(id);
      return deps.diagnose(id);
    },
    remove: async (id) => {
      if (profiles.isManaged(id)) {
        throw new TripKitError(
          'config',
          'This profile is set for this computer by its administrators. Ask your IT to remove it.',
          { condition: 'managed' },
        );
      }
      const count = deps.unfinishedKits(id);
      if (count > 0) {
        const [which, them] = count === 1 ? ['A kit', 'it'] : [`${count} kits`, 'them'];
        throw new TripKitError(
          'config',
          `${which} of this profile can still go on. Cancel or remove ${them} first, then remove the profile.`,
        );
      }
      const name = profiles.names().find((profile) => profile.id === id)?.name ?? id;
      await deps.forgetIdentity(id);
      profiles.remove(id);
      await deps.agreements.forget(id);
      deps.profilesChanged(null);
      deps.notes.note('profile_removed', `The service profile “${name}” was removed; its kits stay.`);
    },
  };
}

function summarise(stored: StoredProfile, managed: boolean): ProfileSummary {
  const profile = parseServiceProfile(stored.text);
  const { shelf } = profile;
  return {
    id: stored.id,
    name: profile.name,
    company_code: profile.company_code,
    company_name: profile.company_name,
    auth_host: new URL(profile.auth_url).hostname,
    api_host: new URL(profile.base_url).hostname,
    max_alternates: profile.batch.max_alternates,
    managed,
    ...(shelf && {
      shelf: {
        ...{ name: shelf.name, where: whereShelf(shelf.place), receipts: shelf.receipts },
        takes_login: takesLogin(shelf),
      },
    }),
  };
}
