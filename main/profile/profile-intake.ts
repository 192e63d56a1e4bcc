import type { SetupPlace } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import type { Confirm } from '../host/file-dialogs.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { StoredProfile } from '../store/profile-store.ts';
import { parseServiceProfile, profileOrNull, type ServiceProfile } from './profile.ts';
import type { ProfileAgreements } from './profile-agreements.ts';
import type { ProfileBook } from './profile-book.ts';
import { profileQuestion } from './profile-question.ts';

export interface ProfileIntakeDeps {
  profiles: Pick<ProfileBook, 'list' | 'add' | 'isManaged'>;
  agreements: Pick<ProfileAgreements, 'keep' | 'holds'>;
  confirm: Confirm;
  /** Whether people may add their own profiles. */
  mayAdd(): boolean;
  newId(): string;
  /** ms since 1970 UTC */
  now(): number;
  /** Called when a profile was added; new requests use it. */
  added(profile_id: string): void;
  /** Called when a profile has another text now: clients that were made of it are out of date. */
  replaced(profile_id: string): void;
}

/** The ways of adding a profile to the app. Each throws a TripKitError of kind `config` if it is not accepted. */
export interface ProfileIntake {
  /** @throws TripKitError if administrators allow only their own */
  requireMayAdd(): void;
  /** Adds a file that the person chose in the system's dialog. A newer version of a profile takes its place. */
  add(text: string): Promise<StoredProfile>;
  /** Adds a profile from a page, a drop or a link: the system's question first shows every server. Null if the person says no. */
  offer(text: string): Promise<StoredProfile | null>;
}

/** Adds profiles. Nothing of a profile is stored, tested or used before. */
export function createProfileIntake(deps: ProfileIntakeDeps): ProfileIntake {
  const { profiles } = deps;
  const known = (text: string) => profiles.list().find((stored) => stored.text.trim() === text.trim());
  /** The person's own profile of which this is another version. */
  const olderOf = (profile: ServiceProfile) =>
    profiles.list().find(({ id, text }) => !profiles.isManaged(id) && isVersionOf(profile, text));
  const requireMayAdd = () => {
    if (deps.mayAdd()) return;
    throw new TripKitError(
      'config',
      'Your administrators allow no other profiles than theirs on this computer. Ask your IT to add one.',
      { condition: 'managed' },
    );
  };
  const take = async (text: string, parsed: ServiceProfile) => {
    requireMayAdd();
    const same = known(text);
    if (same) {
      await deps.agreements.keep(same);
      return same;
    }
    const older = olderOf(parsed);
    const stored = { id: older?.id ?? deps.newId(), text, added_at: older?.added_at ?? deps.now() };
    profiles.add(stored);
    await deps.agreements.keep(stored);
    if (older) deps.replaced(stored.id);
    deps.added(stored.id);
    return stored;
  };
  return {
    requireMayAdd,
    async add(text) {
      requireMayAdd();
      return take(text, parseServiceProfile(text));
    },
    async offer(text) {
      requireMayAdd();
      const profile = parseServiceProfile(text);
      const same = known(text);
      if (same && (await deps.agreements.holds(same.id)) === 'yes') return same;
      return (await deps.confirm(profileQuestion(profile, olderOf(profile) ? 'replace' : 'add')))
        ? take(text, profile)
        : null;
    },
  };
}

/**
 * Whether a profile is another version of a stored one: of the same name and company, and nothing that the laptop has for that one
 * (certificate, password of the shelf) goes to another server, or under another authority, than before.
 */
function isVersionOf(profile: ServiceProfile, text: string): boolean {
  const stored = profileOrNull(text);
  // One that can't be read any more stays as it is.
  if (stored === null) return false;
  const destinations = ({ name, company_code, client_id, ...rest }: ServiceProfile) => {
    const { auth_url, base_url, trust, storage } = rest;
    return JSON.stringify({ name, company_code, client_id, auth_url, base_url, trust, storage });
  };
  const shelf = ({ shelf }: ServiceProfile) => JSON.stringify([shelf?.place, shelf?.trust]);
  const keepsShelf = stored.shelf === null || shelf(profile) === shelf(stored);
  return keepsShelf && destinations(profile) === destinations(stored);
}

/** The text of a profile file. @throws TripKitError of kind `config` */
export function decodeProfile(bytes: Uint8Array): string {
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

export interface ProfileFileDeps {
  intake: Pick<ProfileIntake, 'offer'>;
  setup: { open(place: SetupPlace): void };
  notices: Pick<NoticeBoard, 'add' | 'withdraw'>;
  log: Pick<Log, 'error'>;
}

const NOTICE = 'profile-file';

/**
 * Adds a profile file from outside set-up, dropped on the library or opened by the system: the system's question shows its
 * servers, then set-up opens with it. Never rejects: an error is a notice.
 */
export async function takeProfileFile(
  { intake, setup, notices, log }: ProfileFileDeps,
  read: () => Promise<Uint8Array>,
): Promise<void> {
  notices.withdraw(NOTICE);
  try {
    const taken = await intake.offer(decodeProfile(await read()));
    if (taken) setup.open({ part: 'start', profile_id: taken.id });
  } catch (error) {
    if (!(error instanceof TripKitError)) log.error('A profile file could not be taken in.', error);
    const message =
      error instanceof TripKitError
        ? error.message
        : 'The profile file could not be taken in. Choose it in set-up.';
    notices.add({ id: NOTICE, severity: 'warning', message }, 'now');
  }
}
