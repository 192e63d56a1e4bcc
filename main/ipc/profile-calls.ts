import type { ProfileSummary } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { ProfileStore, StoredProfile } from '../library/profile-store.ts';
import { parseServiceProfile, type ServiceProfile } from '../profile/profile.ts';
import type { DomainCalls } from './call-map.ts';
import { readChosenFile } from './chosen-file.ts';
import type { FileDialogs } from './file-dialogs.ts';

/** A profile holds PEM certificates, but not more than this, bytes. */
const MAX_PROFILE_BYTES = 1024 * 1024;

export interface ProfileCallsParts {
  profiles: ProfileStore;
  engine: Pick<KitEngine, 'list'>;
  dialogs: Pick<FileDialogs, 'openProfile'>;
  /** Forgets the identity of a profile that is removed. */
  forgetIdentity(profile_id: string): Promise<unknown>;
  log: Log;
  /** A new UUID. */
  newId(): string;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** The stored profile of that id, checked. @throws TripKitError of kind `config` where it is gone or unusable */
export function profileOf(profiles: ProfileStore, id: string): ServiceProfile {
  const stored = profiles.get(id);
  if (!stored) {
    throw new TripKitError('config', 'This service profile is no longer there. Choose its file again.');
  }
  return parseServiceProfile(stored.text);
}

/** Calls of the domain `profiles`. */
export function profileCalls(parts: ProfileCallsParts): DomainCalls<'profiles'> {
  const { profiles, engine, dialogs, log } = parts;
  return {
    list: () => {
      const summaries: ProfileSummary[] = [];
      for (const stored of profiles.list()) {
        try {
          summaries.push(summarise(stored));
        } catch (error) {
          // One profile that a newer version refuses must not hide the others.
          log.warn(`The stored profile ${stored.id} can't be used: ${String(error)}`);
        }
      }
      return summaries;
    },
    choose: async () => {
      const path = await dialogs.openProfile();
      if (path === null) return null;
      const bytes = await readChosenFile(path, MAX_PROFILE_BYTES, 'The profile file', 'config');
      const text = decode(bytes);
      parseServiceProfile(text);
      const same = profiles.list().find((stored) => stored.text.trim() === text.trim());
      if (same) return summarise(same);
      const stored = { id: parts.newId(), text, added_at: parts.now() };
      profiles.add(stored);
      return summarise(stored);
    },
    remove: async (id) => {
      const open = engine.list().filter((kit) => kit.profile_id === id && isUnfinished(kit));
      if (open.length > 0) {
        throw new TripKitError(
          'config',
          `${open.length === 1 ? 'A kit' : `${open.length} kits`} of this profile can still go on. Cancel or remove ${open.length === 1 ? 'it' : 'them'} first, then remove the profile.`,
        );
      }
      await parts.forgetIdentity(id);
      profiles.remove(id);
      return null;
    },
  };
}

function isUnfinished(kit: LiveKit): boolean {
  return (
    kit.state === 'requesting' ||
    kit.state === 'generating' ||
    kit.state === 'downloading' ||
    kit.state === 'unconfirmed'
  );
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

function summarise(stored: StoredProfile): ProfileSummary {
  const profile = parseServiceProfile(stored.text);
  return {
    id: stored.id,
    name: profile.name,
    company_code: profile.company_code,
    company_name: profile.company_name,
    auth_host: new URL(profile.auth_url).hostname,
    api_host: new URL(profile.base_url).hostname,
    max_alternates: profile.batch.max_alternates,
  };
}
