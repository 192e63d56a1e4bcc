import { TripKitError } from '../common/errors.ts';
import type { ProfileStore, StoredProfile } from '../store/profile-store.ts';
import { parseServiceProfile, profileOrNull, type ServiceProfile } from './profile.ts';

/** One managed profile. */
export interface ManagedServiceProfile {
  /** A UUID that depends only on name and company_code, so kits stay with it whatever else IT edits. */
  id: string;
  /** The profile as JSON text, as profiles are stored and parsed everywhere. */
  text: string;
  profile: ServiceProfile;
}

/** Most profiles that people may add: a few airlines and services; more would only fill the disk. */
const MAX_OWN = 20;

/** The profiles of this laptop: first those of administrators, then the person's own. */
export class ProfileBook implements ProfileStore {
  readonly #own: ProfileStore;
  readonly #managed: readonly StoredProfile[];

  constructor(own: ProfileStore, managed: readonly Pick<ManagedServiceProfile, 'id' | 'text'>[]) {
    this.#own = own;
    this.#managed = managed.map(({ id, text }) => ({ id, text, added_at: 0 }));
  }

  isManaged(id: string): boolean {
    return this.#managed.some((profile) => profile.id === id);
  }

  list(): StoredProfile[] {
    return [...this.#managed, ...this.#own.list().filter(({ id }) => !this.isManaged(id))];
  }

  get(id: string): StoredProfile | undefined {
    return this.#managed.find((profile) => profile.id === id) ?? this.#own.get(id);
  }

  /** The profile with this id, checked. @throws TripKitError of kind `config` if it is gone or unusable */
  profile(id: string): ServiceProfile {
    const stored = this.get(id);
    if (!stored) {
      throw new TripKitError('config', 'This service profile is no longer there. Choose its file again.');
    }
    return parseServiceProfile(stored.text);
  }

  /** The profiles that can be read, by name. */
  names(): { id: string; name: string }[] {
    return this.list().flatMap(({ id, text }) => {
      const profile = profileOrNull(text);
      return profile === null ? [] : [{ id, name: profile.name }];
    });
  }

  /** @throws TripKitError of kind `config` if there are too many */
  add(profile: StoredProfile): void {
    const others = this.#own.list().filter(({ id }) => id !== profile.id);
    if (others.length >= MAX_OWN) {
      throw new TripKitError(
        'config',
        `There are ${MAX_OWN} service profiles on this laptop, and no room for more. Remove one that you no longer need.`,
      );
    }
    this.#own.add(profile);
  }

  /** @throws TripKitError of kind `config` for a managed profile */
  remove(id: string): void {
    if (this.isManaged(id)) {
      throw new TripKitError('config', 'This profile is managed and can’t be removed here. Ask your IT.');
    }
    this.#own.remove(id);
  }
}
