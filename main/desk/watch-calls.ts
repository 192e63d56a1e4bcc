import { basename, relative, resolve } from 'node:path';
import type { WatchedFolders, WatchState } from '../../preload/contract/desk.ts';
import { TripKitError } from '../common/errors.ts';
import { quoted } from '../common/text.ts';
import type { SetupDomainCalls } from '../host/call-map.ts';
import type { Confirm, FileDialogs, Question } from '../host/file-dialogs.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import { whereShelf } from '../profile/profile-question.ts';
import { refuseManaged } from '../settings/refuse-managed.ts';
import type { AppSettings } from '../settings/settings.ts';
import type { WatchKeeper } from './watch-keeper.ts';

export interface WatchCallsDeps {
  settings: Pick<AppSettings, 'state' | 'change'>;
  watch: WatchKeeper;
  /** Above the calling window. */
  dialogs: FileDialogs;
  /** The system's question, above the window in front. */
  confirm: Confirm;
  profiles: ProfileBook;
}

const TITLES = {
  in: 'Choose the folder in which trip files arrive',
  out: 'Choose the folder into which kits are delivered',
};

/** Calls of set-up's domain `watch`. Paths come only from the system's dialogs, never from the page. */
export function watchCalls(deps: WatchCallsDeps): SetupDomainCalls<'watch'> {
  const { settings, watch, dialogs, confirm, profiles } = deps;
  const inForce = () => settings.state().values.watch;
  let chosen: WatchState['chosen'] = { in: null, out: null, command: null };
  let noCommand = false;

  const state = (): WatchState => ({
    folders: inForce(),
    managed: settings.state().managed.includes('watch'),
    chosen,
    secret: watch.hasSecret(),
    ...watch.status(),
  });
  return {
    state,
    chooseFolder: async (which) => {
      refuseManaged(settings.state(), ['watch']);
      const path = await dialogs.openFolder(TITLES[which]);
      if (path === null) return null;
      chosen = { ...chosen, [which]: path };
      return state();
    },
    chooseCommand: async () => {
      refuseManaged(settings.state(), ['watch']);
      const path = await dialogs.openProgram();
      if (path === null) return null;
      chosen = { ...chosen, command: path };
      noCommand = false;
      return state();
    },
    forgetCommand: () => {
      chosen = { ...chosen, command: null };
      noCommand = true;
      return state();
    },
    begin: async ({ profile, name, webhook, secret, shelf }) => {
      refuseManaged(settings.state(), ['watch']);
      const before = inForce();
      const arrivals = chosen.in ?? before?.in;
      const out = chosen.out ?? before?.out;
      if (arrivals === undefined || out === undefined)
        throw new TripKitError('config', 'Choose both folders first.');
      checkFolders(arrivals, out);
      // Whoever has the secret can sign events, so another server gets another one.
      const known = watch.hasSecret() && originOf(webhook) === originOf(before?.webhook ?? null);
      if (webhook !== null && secret === null && !known)
        throw new TripKitError(
          'config',
          'A webhook needs a secret of at least 16 characters, and a new one for another server. Enter one.',
        );
      const command =
        chosen.command !== null ? [chosen.command] : noCommand ? null : (before?.command ?? null);
      const folders = { profile, in: arrivals, out, name, command, webhook, shelf };
      const chosenProfile = profiles.profile(profile);
      if (shelf && chosenProfile.shelf === null)
        throw new TripKitError(
          'config',
          'The profile names no shelf, so kits can’t be put on one. Choose another profile, or switch the shelf off.',
          { condition: 'no_shelf' },
        );
      if (!(await confirm(watchQuestion(chosenProfile, folders)))) return null;
      if (shelf) await watch.makeShelfKey();
      if (secret !== null) await watch.keepSecret(secret);
      chosen = { in: null, out: null, command: null };
      noCommand = false;
      await watch.agreed(folders);
      settings.change({ watch: folders });
      return state();
    },
    end: async () => {
      refuseManaged(settings.state(), ['watch']);
      settings.change({ watch: null });
      await watch.ended();
      return state();
    },
  };
}

function originOf(webhook: string | null): string | null {
  return webhook && new URL(webhook).origin;
}

/** @throws TripKitError of kind `config` if delivered kits would be read as trip files */
export function checkFolders(arrivals: string, out: string): void {
  const way = relative(resolve(arrivals), resolve(out));
  if (way !== '' && !['done', 'failed'].includes(way.split(/[\\/]/)[0] ?? '')) return;
  throw new TripKitError(
    'config',
    `Kits can’t be delivered into ${basename(arrivals)}, where trip files arrive. Choose another folder for the kits.`,
  );
}

/** The question before folders are watched: everyone who may write to the folder makes requests, and events leave this computer. */
export function watchQuestion(
  { name, shelf }: Pick<ServiceProfile, 'name' | 'shelf'>,
  folders: WatchedFolders,
): Question {
  return {
    message: 'Request what arrives in this folder, without asking?',
    detail: [
      `Trip files: ${folders.in}`,
      `Kits are delivered to: ${folders.out}`,
      ...(folders.command === null
        ? []
        : [`On each event this program is run: ${folders.command.join(' ')}`]),
      ...(folders.webhook === null ? [] : [`Each event, with its flight, is posted to: ${folders.webhook}`]),
      ...(folders.shelf && shelf
        ? [`Each kit is put on the shelf ${quoted(shelf.name)}, too: ${whereShelf(shelf.place)}`]
        : []),
      '',
      'Whoever can write to the first folder can have kits requested in your name.',
      ...(folders.command === null ? [] : ['Whoever can change the program can run anything in your name.']),
      `Requested with the profile ${quoted(name)}.`,
    ].join('\n'),
    yes: 'Watch folders',
  };
}
