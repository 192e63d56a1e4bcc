import { join } from 'node:path';
import type { DeskWords } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { quoted } from '../common/text.ts';
import type { DomainCalls, SetupDomainCalls } from '../host/call-map.ts';
import type { Question } from '../host/file-dialogs.ts';
import type { Host } from '../host/host.ts';
import { takesLogin } from '../profile/profile.ts';
import type { KitService } from '../service/trip-kit-service.ts';
import { AppDesk } from './app-desk.ts';
import { ShelfLogins } from './shelf-logins.ts';
import { type OpenShelf, Shelves, type ShelvesNeeds } from './shelves.ts';

/** The shelves that this laptop's profiles name. They are read only where the person agreed to the profile. */
export function openShelves(host: Host, needs: ShelvesNeeds) {
  const logins = new ShelfLogins(join(host.paths.user_data, 'shelves'), host.sealer);
  const shelves = new Shelves(host, { ...needs, logins });
  const desk = new AppDesk(host, shelves);

  const view = (profile_id: string, { keeper, shelf }: OpenShelf) => {
    const { heard_within_hours, receipts } = shelf;
    const facts = { heard_within_hours, receipts, takes_login: takesLogin(shelf), is_desk: desk.hasKey };
    return { ...keeper.view(), ...facts, profile_id };
  };
  const calls: DomainCalls<'shelf'> = {
    list: () => shelves.list().map(([profile_id, shelf]) => view(profile_id, shelf)),
    choose: (profile_id, wants) => {
      const shelf = shelves.find(profile_id);
      shelf.keeper.choose(wants);
      return view(profile_id, shelf);
    },
    look: (profile_id) => shelves.find(profile_id).keeper.wake(),
    board: (profile_id) => shelves.board(profile_id),
    say: async (profile_id, tripkit_id, kind, text) => {
      const { shelf, keeper } = shelves.find(profile_id);
      if (!(await host.confirm(deskQuestion(shelf.name, tripkit_id, kind, text)))) return false;
      await desk.say(profile_id, tripkit_id, kind, text);
      keeper.wake();
      return true;
    },
  };
  const setupCalls: SetupDomainCalls<'shelf'> = {
    login: (profile_id) => logins.known(profile_id),
    signIn: async (profile_id, user, password) => {
      const { keeper } = shelves.find(profile_id);
      await signIn({ profile_id, user, password }, needs.agreements, logins);
      keeper.wake();
      return logins.known(profile_id);
    },
    signOut: async (profile_id) => {
      await logins.forget(profile_id);
      return null;
    },
  };
  return {
    calls,
    setupCalls,
    companyNotes: (profile_id: string) => shelves.companyNotes(profile_id),
    /** The desk of this app, for the watched folders. */
    desk,
    /** The shelf of a profile as the service of its kits. @throws TripKitError of kind `config` if it names none */
    serviceOf: async (profile_id: string): Promise<KitService> => shelves.find(profile_id).keeper.service,
    /** The network is back, or the laptop woke up. */
    wake: () => {
      for (const [, { keeper }] of shelves.list()) keeper.wake();
    },
    start: () => shelves.refresh(),
    stop: () => shelves.stop(),
  };
}

/** The question before a desk speaks to all who have a kit. */
function deskQuestion(shelf: string, tripkit_id: string, kind: DeskWords, text: string): Question {
  const isMessage = kind === 'message';
  return {
    message: isMessage ? 'Send this message to all who have the kit?' : 'Withdraw this kit?',
    detail: [
      quoted(text),
      '',
      isMessage
        ? 'Nobody opens the kit before they have read it, and the flight is not ready until then.'
        : 'Everyone who has it is told at their next contact not to use it. This can’t be undone.',
      `The kit ${quoted(tripkit_id)} on the shelf ${quoted(shelf)}.`,
    ].join('\n'),
    yes: isMessage ? 'Send message' : 'Withdraw kit',
  };
}

async function signIn(
  { profile_id, user, password }: { profile_id: string; user: string; password: string },
  agreements: Pick<ShelvesNeeds['agreements'], 'ask'>,
  logins: ShelfLogins,
): Promise<void> {
  // RFC 7617 section 2.
  if (!/^[^:\p{Cc}]+$/u.test(user) || password === '')
    throw new TripKitError(
      'config',
      'Enter the user and the password of the shelf. The user has no colon in it.',
      { condition: 'shelf_login' },
    );
  if (!(await agreements.ask(profile_id)))
    throw new TripKitError(
      'config',
      'The password was not kept, because you did not agree to the servers of this profile. Choose the profile’s file again.',
      { condition: 'not_agreed' },
    );
  await logins.keep(profile_id, { user, password });
}
