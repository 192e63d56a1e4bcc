import type { Diagnosis, PresetInput, ProfilePreset, ProfileSummary } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { ProfileStore, StoredProfile } from '../library/profile-store.ts';
import { parseServiceProfile, type ServiceProfile } from '../profile/profile.ts';
import { readAuthorities } from './authority-file.ts';
import type { DomainCalls } from './call-map.ts';
import { readChosenFile } from './chosen-file.ts';
import type { FileDialogs } from './file-dialogs.ts';
import { PendingFile, type PendingView } from './pending-file.ts';

/** A profile holds PEM certificates, but not more than this, bytes. */
const MAX_PROFILE_BYTES = 1024 * 1024;

/** The profiles of this laptop, the managed ones among them. */
export interface ProfileBook extends ProfileStore {
  /** Whether administrators set it for this computer: it can't be changed or removed here. */
  isManaged(id: string): boolean;
}

/** Profiles that are known but for what an airline's onboarding papers say; main/profile/presets.ts. */
export interface Presets {
  list(): ProfilePreset[];
  /**
   * The profile's JSON text.
   * @param roots the operator's CA, PEM
   * @throws TripKitError of kind `config` for an unknown preset or an empty field
   */
  fill(input: Omit<PresetInput, 'authority_handle'>, roots: string[]): string;
}

export interface ProfileCallsDeps {
  profiles: ProfileBook;
  presets: Presets;
  engine: Pick<KitEngine, 'list'>;
  dialogs: Pick<FileDialogs, 'openProfile' | 'openAuthority'>;
  /** Whether people may add profiles of their own. */
  mayAdd(): boolean;
  /** Authenticates step by step (main/service/diagnose.ts). */
  diagnose(profile_id: string): Promise<Diagnosis>;
  /** Forgets the identity of a profile that is removed. */
  forgetIdentity(profile_id: string): Promise<unknown>;
  log: Log;
  /** A new UUID. */
  newId(): string;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** The stored profile of that id, checked. @throws TripKitError of kind `config` where it is gone or unusable */
export function profileOf(profiles: Pick<ProfileStore, 'get'>, id: string): ServiceProfile {
  const stored = profiles.get(id);
  if (!stored) {
    throw new TripKitError('config', 'This service profile is no longer there. Choose its file again.');
  }
  return parseServiceProfile(stored.text);
}

/** Calls of the domain `profiles`. */
export function profileCalls(deps: ProfileCallsDeps): DomainCalls<'profiles'> {
  const { profiles, presets, engine, dialogs, log } = deps;
  const authority = new PendingFile({
    newId: deps.newId,
    max_bytes: MAX_PROFILE_BYTES,
    what: 'The CA file',
    kind: 'config',
  });
  const summary = (stored: StoredProfile) => summarise(stored, profiles.isManaged(stored.id));
  const requireMayAdd = () => {
    if (deps.mayAdd()) return;
    throw new TripKitError(
      'config',
      'Your administrators allow no other profiles than theirs on this computer. Ask your IT to add one.',
      { condition: 'managed' },
    );
  };
  const takeIn = (text: string): ProfileSummary => {
    requireMayAdd();
    parseServiceProfile(text);
    const same = profiles.list().find((stored) => stored.text.trim() === text.trim());
    if (same) return summary(same);
    const stored = { id: deps.newId(), text, added_at: deps.now() };
    profiles.add(stored);
    return summary(stored);
  };
  const readAuthority = async (pending: PendingView) => ({
    ...pending,
    certificates: readAuthorities(await authority.read(pending.handle)).map(({ pem: _, ...facts }) => facts),
  });
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
      return takeIn(decode(await readChosenFile(path, MAX_PROFILE_BYTES, 'The profile file', 'config')));
    },
    offer: (_file_name, text) => takeIn(text),
    presets: () => presets.list(),
    chooseAuthority: async () => {
      const path = await dialogs.openAuthority();
      return path === null ? null : readAuthority(authority.choose(path));
    },
    offerAuthority: (file_name, bytes) => readAuthority(authority.offer(file_name, bytes)),
    createFromPreset: async ({ authority_handle, ...input }) => {
      const roots = readAuthorities(await authority.read(authority_handle)).map(({ pem }) => pem);
      const created = takeIn(presets.fill(input, roots));
      authority.spend(authority_handle);
      return created;
    },
    test: (id) => {
      profileOf(profiles, id);
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
      const open = engine.list().filter((kit) => kit.profile_id === id && isUnfinished(kit));
      if (open.length > 0) {
        throw new TripKitError(
          'config',
          `${open.length === 1 ? 'A kit' : `${open.length} kits`} of this profile can still go on. Cancel or remove ${open.length === 1 ? 'it' : 'them'} first, then remove the profile.`,
        );
      }
      await deps.forgetIdentity(id);
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
