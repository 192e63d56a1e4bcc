/** Small questions about what is on this laptop, asked without the keychain and without failing. */
import { userInfo } from 'node:os';
import type { CertificateFacts } from '../identity/certificate-facts.ts';
import { IdentityFiles } from '../identity/identity-file.ts';
import type { ProfileStore } from '../library/profile-store.ts';
import { parseServiceProfile } from '../profile/profile.ts';

/** Public facts of the certificates in a folder of identities; null where there is none, or none that can be read. */
export function storedFacts(folder: string): (profile_id: string) => Promise<CertificateFacts | null> {
  const files = new IdentityFiles(folder);
  return async (profile_id) => {
    const record = await files.read(profile_id).catch(() => null);
    return record === null || record === 'damaged' ? null : record.facts;
  };
}

/** The profiles that can be read, by name. */
export function namedProfiles(profiles: Pick<ProfileStore, 'list'>): { id: string; name: string }[] {
  return profiles.list().flatMap(({ id, text }) => {
    try {
      return [{ id, name: parseServiceProfile(text).name }];
    } catch {
      return [];
    }
  });
}

/** The user name of the operating system's account; '' where the system does not say. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
