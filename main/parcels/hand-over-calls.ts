import { basename } from 'node:path';
import { isAbort, TripKitError } from '../common/errors.ts';
import { count, utcMinute } from '../common/text.ts';
import type { SetupDomainCalls } from '../host/call-map.ts';
import type { Confirm, FileDialogs, Question } from '../host/file-dialogs.ts';
import { profileOrNull } from '../profile/profile.ts';
import type { ProfileAgreements } from '../profile/profile-agreements.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import { profileQuestion } from '../profile/profile-question.ts';
import {
  type AdminWords,
  type SettingName,
  settingsTable,
  setupSettings,
  valueInWords,
} from '../settings/rules/settings-table.ts';
import type { HandOver } from './hand-over/hand-over.ts';
import { madeBy } from './hand-over/hand-over-folder.ts';
import type { OpenedHandOver } from './hand-over/open-hand-over.ts';
import { passphraseProblem } from './rules/passphrase.ts';

export interface HandOverCallsDeps {
  /** Above the set-up window. */
  dialogs: FileDialogs;
  confirm: Confirm;
  /** A new UUID. */
  newId(): string;
  /** Ms since 1970 UTC. */
  now(): number;
  /** Quits and restarts. */
  restart(): void;
  /** Notifies the library. `use`: the profile for new requests from now on; null: unchanged. */
  profilesChanged(use: string | null): void;
  handOver: Pick<HandOver, 'allowed' | 'plan' | 'write' | 'look' | 'open' | 'accept' | 'refuse' | 'cancel'>;
  profiles: Pick<ProfileBook, 'add'>;
  profileAgreements: Pick<ProfileAgreements, 'keep'>;
  settings: {
    state(): { allow_other_profiles: boolean };
    wouldReceive(content: unknown): HandedSettings;
  };
}

/** Calls of set-up's domain `handOver`. */
export function handOverCalls(deps: HandOverCallsDeps): SetupDomainCalls<'handOver'> {
  const { handOver, dialogs, now } = deps;
  // One at a time: a compromised page can't pile them up. It receives the name, never the path.
  let chosen: { handle: string; path: string } | null = null;
  return {
    plan: (kit_ids) => ({ allowed: handOver.allowed, ...handOver.plan(kit_ids) }),
    make: async ({ kit_ids, passphrase }) => {
      if (passphraseProblem(passphrase) !== null) {
        throw new TripKitError(
          'config',
          'This password is too easy to guess. Type a longer one, or use the one that is offered.',
        );
      }
      const day = new Date(now()).toISOString().slice(0, 10);
      const path = await dialogs.saveHandOver(`${kit_ids === null ? 'laptop' : 'kits'}-${day}.age`);
      if (path === null) return null;
      return unlessCancelled(
        async () => ({ ...(await handOver.write(path, kit_ids, passphrase)), file_name: basename(path) }),
        null,
      );
    },
    choose: async () => {
      const path = await dialogs.openHandOver();
      if (path === null) return null;
      return unlessCancelled(async () => {
        await handOver.look(path);
        chosen = { handle: deps.newId(), path };
        return { handle: chosen.handle, file_name: basename(path).slice(0, 255) };
      }, null);
    },
    open: async ({ handle, passphrase }) => {
      if (chosen?.handle !== handle) {
        throw new TripKitError('config', 'The hand-over file is no longer at hand. Choose it again.');
      }
      const { path } = chosen;
      return unlessCancelled(async () => {
        const came = await handOver.open(path, passphrase);
        return bringIn(deps, came, basename(path));
      }, false);
    },
    cancel: () => handOver.cancel(),
  };
}

/** Asks what to bring in from the file; on a no, everything unpacked is removed. */
async function bringIn(deps: HandOverCallsDeps, came: OpenedHandOver, file_name: string): Promise<boolean> {
  const { handOver, confirm, settings, restart } = deps;
  try {
    const received = came.settings === null ? {} : settings.wouldReceive(came.settings);
    if (!(await confirm(handOverQuestion(came, received)))) {
      await handOver.refuse();
      return false;
    }
    await handOver.accept(came, file_name, await addProfiles(deps, came));
  } catch (error) {
    await handOver.refuse();
    throw error;
  }
  restart();
  return true;
}

/** Each unknown profile is added only after its own question, as from a file; kits without a profile can still be read. */
async function addProfiles(
  deps: HandOverCallsDeps,
  { unknown }: OpenedHandOver,
): Promise<Record<string, string>> {
  const added: Record<string, string> = {};
  if (!deps.settings.state().allow_other_profiles) return added;
  for (const { id, text } of unknown) {
    const profile = profileOrNull(text);
    if (profile === null || !(await deps.confirm(profileQuestion(profile)))) continue;
    // A new id of this laptop: an id from a file could belong to another profile here.
    const ours = deps.newId();
    deps.profiles.add({ id: ours, text, added_at: deps.now() });
    await deps.profileAgreements.keep({ id: ours, text });
    deps.profilesChanged(null);
    added[id] = ours;
  }
  return added;
}

/** The result of `work`; `cancelled` if the person cancelled it. */
async function unlessCancelled<T, C>(work: () => Promise<T>, cancelled: C): Promise<T | C> {
  try {
    return await work();
  } catch (error) {
    if (isAbort(error)) return cancelled;
    throw error;
  }
}

/** Settings of another computer that would apply here. */
export type HandedSettings = { readonly [N in SettingName]?: unknown };

/** Those of the library's page that change what the person is told, or when. */
const telling = ['cockpit', 'notify'] as const;

/** Those that grant power, remove kits or change what the person is told, in words. */
function settingLines(settings: HandedSettings): string[] {
  const { keep_days_after_departure: days } = settings;
  const number = Object.keys(settings).length;
  const powers = Object.keys(setupSettings) as (keyof typeof setupSettings)[];
  const named = [...powers, ...telling].filter((name) => name in settings);
  return [
    ...(number > 0
      ? [`${count(number, 'setting')} that you have not changed here are as on the other laptop.`]
      : []),
    ...(typeof days === 'number'
      ? [`Kits are removed ${count(days, 'day')} after departure, those that are here too.`]
      : []),
    ...named.map((name) => {
      const [row, value]: [AdminWords, unknown] = [settingsTable[name], settings[name]];
      const words = typeof value === 'boolean' ? (value ? 'On' : 'Off') : valueInWords(row, value);
      return `${row.title}: ${words}.`;
    }),
  ];
}

/** The question before a hand-over file is brought in. */
export function handOverQuestion(
  { manifest, unknown, nameless, ...came }: Omit<OpenedHandOver, 'settings' | 'known'>,
  settings: HandedSettings,
): Question {
  const { kits, here, marks, acknowledgements, planned } = came;
  const already = here === 0 ? '' : `, ${here} of them already here`;
  const profiles = unknown.length + nameless.length;
  return {
    message: `Bring in ${count(kits, 'kit')}${already}?`,
    detail: [
      `With ${count(marks, 'mark')}, ${count(acknowledgements, 'acknowledgement')} and ${count(planned, 'planned kit')}. What is here now stays as it is.`,
      ...(planned > 0 ? ['Cancel the planned kits on the other laptop, or both laptops request them.'] : []),
      ...settingLines(settings),
      ...(profiles > 0
        ? [
            `${count(profiles, 'service profile')} of its kits ${profiles === 1 ? 'is' : 'are'} not on this laptop: the kits can be read, not downloaded again.`,
          ]
        : []),
      '',
      'The app restarts. Bring it in only if you know who made the file.',
      `It says that it is from ${madeBy(manifest)}, made on ${utcMinute(Date.parse(manifest.made_at))}.`,
    ].join('\n'),
    yes: 'Bring in and restart',
  };
}
