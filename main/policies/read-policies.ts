/**
 * All decisions of administrators for this computer, from all places of its system: Windows' registry or the file of Linux.
 * macOS has two, of which the managed preferences override the file, key by key. Profiles of both are used; of two with the
 * same name and company_code, that of the preferences.
 */

import type { PolicyState } from '../../preload/contract/policies.ts';
import type { ManagedServiceProfile } from '../profile/profile-book.ts';
import type { ManagedFileAccess } from './managed-file.ts';
import { readManagedPreferences } from './managed-preferences.ts';
import { readManagedFile } from './managed-profile.ts';
import { initialPolicies, type Policies, strictestValues } from './policies.ts';
import type { LockableSettings, SourceContent, SourceReading } from './policy-source.ts';
import { readRegistryPolicies } from './registry-policies.ts';

/** The decisions in force, from all places. */
export interface ManagedDecisions {
  /** `broken`: at least one place is refused, so strictest values apply. */
  state: 'usable' | 'broken';
  /** The places with content, including refused ones, separated by commas. */
  file: string;
  profiles: ManagedServiceProfile[];
  /** All policies, and the person's settings that are decided. */
  settings: Policies;
}

export interface ReadPolicies {
  /** Null if nothing is decided: no place has any content. */
  managed: ManagedDecisions | null;
  /** All policies in force, whether anything is decided or not. */
  policies: Policies;
  /** The same for people: what was decided where, and what is not in force. */
  state: PolicyState;
  /** The places as they were found; earlier ones override later ones. */
  sources: SourceReading[];
}

/** Reads all places of this system at once. Never throws: a place that can't be read, trusted or understood is a refused source. */
export async function readPolicies(
  platform: string,
  files: ManagedFileAccess,
  lockable: LockableSettings,
): Promise<ReadPolicies> {
  const readings = await Promise.all([
    platform === 'win32' ? readRegistryPolicies(files, lockable) : null,
    platform === 'darwin' ? readManagedPreferences(files, lockable) : null,
    readManagedFile(platform, files, lockable),
  ]);
  return combinePolicies(readings.filter((reading) => reading !== null));
}

/** @param sources earlier ones override later ones */
export function combinePolicies(sources: SourceReading[]): ReadPolicies {
  const found = sources.filter(({ state }) => state !== 'absent');
  const decisions = new Map<string, { value: unknown; place: string | null }>();
  const profiles = new Map<string, { profile: ManagedServiceProfile; place: string }>();
  const refused: PolicyState['refused'] = [];
  const reported: PolicyState['sources'] = [];
  for (const source of sources) {
    const { kind, place, state } = source;
    let problem: string | null = null;
    if (state === 'refused') {
      problem = source.failure.message;
      for (const [name, value] of Object.entries(strictestValues))
        add(decisions, name, { value, place: null });
    } else if (state === 'in_force') {
      refused.push(...source.refused.map((one) => ({ ...one, place })));
      problem = overruled(source, decisions, profiles);
      for (const name of source.strictest)
        add(decisions, name, { value: strictestValues[name], place: null });
      for (const [name, value] of Object.entries(source.decided)) add(decisions, name, { value, place });
      for (const profile of source.profiles) add(profiles, profile.id, { profile, place });
    }
    reported.push({ kind, place, state, problem });
  }
  const values = Object.fromEntries([...decisions].map(([name, { value }]) => [name, value]));
  const managed: ManagedDecisions = {
    state: found.some(({ state }) => state === 'refused') ? 'broken' : 'usable',
    file: found.map(({ place }) => place).join(', '),
    profiles: [...profiles.values()].map(({ profile }) => profile),
    settings: { ...initialPolicies, ...values } as Policies,
  };
  return {
    managed: found.length > 0 ? managed : null,
    policies: managed.settings,
    sources,
    state: {
      sources: reported,
      decisions: [...decisions].map(([name, { value, place }]) => ({
        name,
        value: JSON.stringify(value),
        of: Object.hasOwn(initialPolicies, name) ? 'policy' : 'setting',
        place,
      })),
      profiles: [...profiles].map(([id, { profile, place }]) => ({ id, name: profile.profile.name, place })),
      refused,
    },
  };
}

/** What the library's page is told: of watched folders only whether administrators have set them, not which. */
export function withoutWatch<D extends { name: string; value: string }>(decisions: readonly D[]): D[] {
  return decisions.map((one) =>
    one.name === 'watch' && one.value !== 'null' ? { ...one, value: 'true' } : one,
  );
}

function add<T>(to: Map<string, T>, key: string, value: T): void {
  if (!to.has(key)) to.set(key, value);
}

/** The entries of a source that an earlier source overrides; null if there are none. */
function overruled(
  { decided, profiles }: SourceContent,
  earlier: ReadonlyMap<string, { value: unknown; place: string | null }>,
  earlierProfiles: ReadonlyMap<string, { profile: ManagedServiceProfile; place: string }>,
): string | null {
  const by = new Map<string, string[]>();
  const tell = (name: string, place: string | null) => {
    const where = place ?? 'the strictest value, because another place is refused or wrong';
    by.set(where, [...(by.get(where) ?? []), name]);
  };
  for (const [name, value] of Object.entries(decided)) {
    const other = earlier.get(name);
    if (other && JSON.stringify(other.value) !== JSON.stringify(value)) tell(name, other.place);
  }
  for (const { id, text, profile } of profiles) {
    const other = earlierProfiles.get(id);
    if (other && other.profile.text !== text) tell(`the profile “${profile.name}”`, other.place);
  }
  if (by.size === 0) return null;
  const each = [...by].map(([place, names]) => `${names.join(', ')} (${place})`);
  return `In force but for what another place decides, which goes before this one: ${each.join('; ')}. Decide each in one place only.`;
}
