/** Connects the sources that wait for the end of cockpit mode. */

import { readFileSync, rmSync } from 'node:fs';
import { errorCode } from '../common/files.ts';
import type { Log } from '../common/log.ts';
import { replaceFileSync } from '../common/whole-file.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import { kitName } from '../kits/kit-news.ts';
import type { LibraryRetention } from '../kits/retention.ts';
import type { Updates } from '../updates/updates.ts';
import { Cockpit, type CockpitMemory } from './cockpit.ts';

interface OpenCockpitDeps {
  /** `cockpit.json`, absolute. */
  file: string;
  /** Whether the mode was on when the app ended. */
  on: boolean;
  notices: NoticeBoard;
  /** Ms since 1970 UTC. */
  now(): number;
  log: Log;
}

/** Opens cockpit mode in its last state. While it is on, notices wait, including those of this start; its summary is a notice that doesn't wait. */
export function openCockpit({ file, on, notices, now, log }: OpenCockpitDeps): Cockpit {
  const memory = cockpitFile(file, log);
  if (!on) memory.write(null);
  const cockpit = new Cockpit({ memory, now });
  let starting = true;
  let left = 0;
  cockpit.add('notices', {
    hold: () => notices.hold(starting),
    told: () => noticesMeanwhile(notices.waiting().length),
    release: () => notices.release(),
  });
  cockpit.tells((message) => {
    notices.withdraw(`cockpit:${left}`);
    left += 1;
    notices.add({ id: `cockpit:${left}`, severity: 'info', message }, 'now');
  });
  cockpit.turn(on);
  starting = false;
  return cockpit;
}

interface KitSourcesDeps {
  engine: Pick<KitEngine, 'list' | 'wake'>;
  retention: Pick<LibraryRetention, 'due' | 'applyOwn'>;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** Reports what happened to kits; planned kits that are due and kits to be removed wait. */
export function addKitSources(cockpit: Cockpit, { engine, retention, now }: KitSourcesDeps): void {
  cockpit.add('kits', { told: (since) => kitsMeanwhile(engine.list(), since) });
  cockpit.add('planned', {
    told: () => plannedMeanwhile(engine.list(), now()),
    release: () => engine.wake(),
  });
  cockpit.add('retention', {
    told: () => removalsMeanwhile(retention.due()),
    release: () => void retention.applyOwn(),
  });
}

/** Reports an update that is ready; the update policy stops checks during the mode (main/updates/update-policy.ts). */
export function addUpdateSource(cockpit: Cockpit, updates: Pick<Updates, 'readyVersion'>): void {
  cockpit.add('updates', {
    told() {
      const version = updates.readyVersion();
      return version === null ? null : `version ${version} is ready to install`;
    },
  });
}

// What waited in cockpit mode, by source, in the words of its summary. Pure.

/** How many kits are named; the others are in the list. */
const NAMED = 3;

/** Kits that became ready, failed or unconfirmed since `since`, ms since 1970 UTC. */
export function kitsMeanwhile(kits: readonly LiveKit[], since: number): string | null {
  const newlyIn = (state: LiveKit['state']) =>
    kits.filter((kit) => kit.state === state && kit.state_since >= since);
  const parts = [
    group(newlyIn('ready'), 'kit is', 'kits are', 'on this laptop'),
    group(newlyIn('failed'), 'kit', 'kits', 'failed'),
    group(newlyIn('unconfirmed'), 'request', 'requests', 'may not have arrived'),
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : null;
}

function group(kits: readonly LiveKit[], one: string, many: string, what: string): string | null {
  if (kits.length === 0) return null;
  const names = kits.flatMap((kit) => kitName(kit) ?? []);
  const more = kits.length - Math.min(NAMED, names.length);
  const named = [...names.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])];
  const which = names.length > 0 ? ` (${named.join('; ')})` : '';
  return `${kits.length} ${kits.length === 1 ? one : many} ${what}${which}`;
}

/** Planned kits that came due and wait. @param now ms since 1970 UTC */
export function plannedMeanwhile(kits: readonly LiveKit[], now: number): string | null {
  const due = kits.filter(({ state, due_at }) => state === 'planned' && (due_at ?? 0) <= now).length;
  return due > 0 ? `${due} planned ${due === 1 ? 'kit' : 'kits'} came due` : null;
}

/** Kits that the retention policy would have removed. */
export function removalsMeanwhile(count: number): string | null {
  if (count === 0) return null;
  return `${count} ${count === 1 ? 'kit is' : 'kits are'} due for removal, as your settings say`;
}

/** Notices that waited. */
export function noticesMeanwhile(count: number): string | null {
  if (count === 0) return null;
  return `${count} ${count === 1 ? 'message' : 'messages'} of the app waited`;
}

/**
 * `cockpit.json` in the user-data folder: when cockpit mode was turned on, so the summary survives a restart.
 *
 * @param path absolute
 */
export function cockpitFile(path: string, log: Log): CockpitMemory {
  return {
    read() {
      try {
        const { since } = JSON.parse(readFileSync(path, 'utf8'));
        return Number.isSafeInteger(since) && since > 0 ? since : null;
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') log.warn(`cockpit.json can't be read: ${String(error)}`);
        return null;
      }
    },
    write(since) {
      try {
        if (since === null) rmSync(path, { force: true });
        else replaceFileSync(path, `${JSON.stringify({ since })}\n`);
      } catch (error) {
        log.warn(`cockpit.json can't be written: ${String(error)}`);
      }
    },
  };
}
