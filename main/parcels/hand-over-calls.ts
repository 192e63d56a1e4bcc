import { basename } from 'node:path';
import { isAbort, TripKitError } from '../common/errors.ts';
import type { SetupDomainCalls } from '../host/call-map.ts';
import { type HandedSettings, handOverQuestion, profileQuestion } from '../host/power-questions.ts';
import { parseServiceProfile } from '../profile/profile.ts';
import type { IpcContext } from '../start/ipc-context.ts';
import type { HandOver } from './hand-over/hand-over.ts';
import type { Came } from './hand-over/hand-over-take.ts';
import { passphraseProblem } from './rules/passphrase.ts';

export interface HandOverCallsDeps
  extends Pick<IpcContext, 'dialogs' | 'confirm' | 'newId' | 'now' | 'restart' | 'profilesChanged'> {
  handOver: Pick<HandOver, 'allowed' | 'plan' | 'give' | 'take' | 'accept' | 'refuse' | 'cancel'>;
  profiles: Pick<IpcContext['profiles'], 'add'>;
  settings: {
    state(): { allow_other_profiles: boolean };
    wouldReceive(content: unknown): HandedSettings;
  };
}

/** Calls of set-up's domain `handOver`. */
export function handOverCalls(deps: HandOverCallsDeps): SetupDomainCalls<'handOver'> {
  const { handOver, dialogs, now } = deps;
  // One at a time: a page that was taken over can't pile them up. It learns the name, never the path.
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
        async () => ({ ...(await handOver.give(path, kit_ids, passphrase)), file_name: basename(path) }),
        null,
      );
    },
    choose: async () => {
      const path = await dialogs.openHandOver();
      if (path === null) return null;
      chosen = { handle: deps.newId(), path };
      return { handle: chosen.handle, file_name: basename(path).slice(0, 255) };
    },
    open: async ({ handle, passphrase }) => {
      if (chosen?.handle !== handle) {
        throw new TripKitError('config', 'The hand-over file is no longer at hand. Choose it again.');
      }
      const { path } = chosen;
      return unlessCancelled(async () => {
        const came = await handOver.take(path, passphrase);
        return bringIn(deps, came, basename(path));
      }, false);
    },
    cancel: () => handOver.cancel(),
  };
}

/** Asks what of it is brought in; where nothing is, nothing is left of it. */
async function bringIn(deps: HandOverCallsDeps, came: Came, file_name: string): Promise<boolean> {
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

/** Each profile that is not here gets in by its own question alone, as from a file; kits without one can be read all the same. */
async function addProfiles(deps: HandOverCallsDeps, { unknown }: Came): Promise<Record<string, string>> {
  const added: Record<string, string> = {};
  if (!deps.settings.state().allow_other_profiles) return added;
  for (const { id, text } of unknown) {
    const profile = readProfile(text);
    if (profile === null || !(await deps.confirm(profileQuestion(profile)))) continue;
    // Under an id of this laptop's own: one that a file names could be another's here.
    const ours = deps.newId();
    deps.profiles.add({ id: ours, text, added_at: deps.now() });
    deps.profilesChanged(null);
    added[id] = ours;
  }
  return added;
}

function readProfile(text: string) {
  try {
    return parseServiceProfile(text);
  } catch {
    return null;
  }
}

/** What `work` gives; `cancelled` where the person ended it. */
async function unlessCancelled<T, C>(work: () => Promise<T>, cancelled: C): Promise<T | C> {
  try {
    return await work();
  } catch (error) {
    if (isAbort(error)) return cancelled;
    throw error;
  }
}
