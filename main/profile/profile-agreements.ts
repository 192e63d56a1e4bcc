import type { Agreed, Agreements } from '../host/agreements.ts';
import type { Confirm } from '../host/file-dialogs.ts';
import type { StoredProfile } from '../store/profile-store.ts';
import type { ProfileBook } from './profile-book.ts';
import { profileQuestion } from './profile-question.ts';

export interface ProfileAgreementsDeps {
  profiles: Pick<ProfileBook, 'get' | 'isManaged' | 'profile'>;
  agreements: Agreements;
  confirm: Confirm;
}

/** Whether the person agreed to the servers of a profile: a certificate signs in nowhere else. */
export class ProfileAgreements {
  readonly #deps: ProfileAgreementsDeps;

  constructor(deps: ProfileAgreementsDeps) {
    this.#deps = deps;
  }

  /** Whether the profile is as the person, or an administrator, wants it. Waits some seconds for the keychain. Never rejects. */
  async holds(profile_id: string): Promise<Agreed> {
    const { profiles, agreements } = this.#deps;
    if (profiles.isManaged(profile_id)) return 'yes';
    return agreements.holds(`profile:${profile_id}`, profiles.get(profile_id)?.text ?? null);
  }

  /** The person agreed to this profile. Never rejects. */
  async keep({ id, text }: Pick<StoredProfile, 'id' | 'text'>): Promise<void> {
    await this.#deps.agreements.keep(`profile:${id}`, text);
  }

  /** Asks the person to agree to the profile's servers, unless they have. @throws TripKitError of kind `config` as ProfileBook.profile */
  async ask(profile_id: string): Promise<boolean> {
    const { profiles, confirm } = this.#deps;
    if ((await this.holds(profile_id)) === 'yes') return true;
    if (!(await confirm(profileQuestion(profiles.profile(profile_id), 'use')))) return false;
    await this.keep({ id: profile_id, text: profiles.get(profile_id)?.text ?? '' });
    return true;
  }

  /** The profile was removed. Never rejects. */
  async forget(profile_id: string): Promise<void> {
    await this.#deps.agreements.forget(`profile:${profile_id}`);
  }
}
