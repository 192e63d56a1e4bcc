/** Connects the sources that wait for the end of cockpit mode. */
import type { Log } from '../common/log.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { LibraryRetention } from '../kits/library-retention.ts';
import type { Updates } from '../updates/updates.ts';
import { Cockpit } from './cockpit.ts';
import { cockpitFile } from './cockpit-file.ts';
import { kitsMeanwhile, noticesMeanwhile, plannedMeanwhile, removalsMeanwhile } from './cockpit-words.ts';

export interface OpenCockpitDeps {
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

export interface KitSourcesDeps {
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
