import type { ProfileSummary } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { isUnfinished } from '../kits/lifecycle.ts';
import type { KitState } from '../library/kit-record.ts';
import type { StoredProfile } from '../library/profile-store.ts';
import { parseServiceProfile } from '../profile/profile.ts';
import type { DomainCalls } from './call-map.ts';
import { readChosenFile } from './chosen-file.ts';
import type { IpcContext } from './ipc-context.ts';
import { presetCalls } from './preset-calls.ts';

/** A profile holds PEM certificates, but not more than this, bytes. */
const MAX_PROFILE_BYTES = 1024 * 1024;

export type ProfileCallsDeps = Pick<
  IpcContext,
  'profiles' | 'dialogs' | 'mayAdd' | 'diagnose' | 'forgetIdentity' | 'log' | 'newId' | 'now'
> & { engine: Pick<IpcContext['engine'], 'list'> };

/** Calls of the domain `profiles`. */
export function profileCalls(deps: ProfileCallsDeps): DomainCalls<'profiles'> {
  const { profiles, engine, dialogs, log } = deps;
  const summary = (stored: StoredProfile) => summarise(stored, profiles.isManaged(stored.id));
  const requireMayAdd = () => {
    if (deps.mayAdd()) return;
    throw new TripKitError(
      'config',
      'Your administrators allow no other profiles than theirs on this computer. Ask your IT to add one.',
      { condition: 'managed' },
    );
  };
  const addProfile = (text: string): ProfileSummary => {
    requireMayAdd();
    parseServiceProfile(text);
    const same = profiles.list().find((stored) => stored.text.trim() === text.trim());
    if (same) return summary(same);
    const stored = { id: deps.newId(), text, added_at: deps.now() };
    profiles.add(stored);
    return summary(stored);
  };
  return {
    list: () => {
      const summaries: ProfileSummary[] = [];
      for (const stored of profiles.list()) {
        try {
          summaries.push(summary(stored));
        } catch (error) {
          // One profile that a newer version refuses must not hide the others.
          log.warn(`The stored profile ${stored.id} can't be used: ${String(error)}`);
        }
      }
      return summaries;
    },
    choose: async () => {
      requireMayAdd();
      const path = await dialogs.openProfile();
      if (path === null) return null;
      return addProfile(decode(await readChosenFile(path, MAX_PROFILE_BYTES, 'The profile file', 'config')));
    },
    offer: (_file_name, text) => addProfile(text),
    ...presetCalls({ dialogs, newId: deps.newId, addProfile }),
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
      const kits = engine.list().filter(({ profile_id, state }) => profile_id === id && canGoOn(state));
      if (kits.length > 0) {
        const [which, them] = kits.length === 1 ? ['A kit', 'it'] : [`${kits.length} kits`, 'them'];
        throw new TripKitError(
          'config',
          `${which} of this profile can still go on. Cancel or remove ${them} first, then remove the profile.`,
        );
      }
      await deps.forgetIdentity(id);
      profiles.remove(id);
    },
  };
}

function canGoOn(state: KitState): boolean {
  return isUnfinished(state) || state === 'unconfirmed';
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new TripKitError(
      'config',
      "The profile file isn't text in UTF-8. Choose the JSON file that you were given.",
      { cause: error },
    );
  }
}

function summarise(stored: StoredProfile, managed: boolean): ProfileSummary {
  const profile = parseServiceProfile(stored.text);
  return {
    id: stored.id,
    name: profile.name,
    company_code: profile.company_code,
    company_name: profile.company_name,
    auth_host: new URL(profile.auth_url).hostname,
    api_host: new URL(profile.base_url).hostname,
    max_alternates: profile.batch.max_alternates,
    managed,
  };
}
