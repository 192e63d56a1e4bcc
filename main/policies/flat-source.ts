/** A source with all keys on one level: Windows' registry and macOS' preferences. */
import { TripKitError } from '../common/errors.ts';
import type { JsonValue } from '../common/json-text.ts';
import { describeIssues } from '../profile/profile-issues.ts';
import { MAX_PROFILES, managedServiceProfile } from './managed-profile.ts';
import {
  type LockableSettings,
  type PolicyValues,
  type RefusedKey,
  readDecisions,
  type SourceContent,
} from './policy-source.ts';

/**
 * The content of such a source. Each key and each profile is checked separately.
 *
 * @param entries profiles in it; null if it has none
 */
export function flatContent(
  entries: readonly unknown[] | null,
  given: PolicyValues,
  lockable: LockableSettings,
): SourceContent {
  const wrong: RefusedKey[] = [];
  const profiles: SourceContent['profiles'] = [];
  const listed = entries ?? [];
  if (listed.length > MAX_PROFILES) {
    const reason = `profiles has more than ${MAX_PROFILES} entries, of which the first ones are taken. Remove some.`;
    wrong.push({ name: 'profiles', reason });
  }
  for (const [index, entry] of listed.slice(0, MAX_PROFILES).entries()) {
    const name = `profiles[${index}]`;
    const refuse = (reason: string) => wrong.push({ name, reason });
    try {
      const profile = managedServiceProfile(entry);
      if (profiles.some(({ id }) => id === profile.id)) {
        refuse(`${name} has the name and company_code of an earlier one. Give each its own name.`);
      } else profiles.push(profile);
    } catch (error) {
      if (!(error instanceof TripKitError)) throw error;
      refuse(`${name}: ${error.message}`);
    }
  }
  const json = Object.fromEntries(Object.entries(given).map(([name, forms]) => [name, forms.at(-1)]));
  const { issues, refused, ...decisions } = readDecisions(given, [], lockable);
  const problems = [
    ...wrong.map(({ reason }) => reason.replace(/\.$/, '')),
    ...(issues.length > 0 ? [describeIssues(issues, json as JsonValue)] : []),
  ];
  return {
    profiles,
    ...decisions,
    refused: [...wrong, ...refused],
    problem: problems.length > 0 ? problems.join('; ') : null,
  };
}
