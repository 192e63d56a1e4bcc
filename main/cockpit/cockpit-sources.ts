/** Connects the sources that wait for the end of cockpit mode. */
import type { Log } from '../common/log.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { LibraryRetention } from '../kits/library-retention.ts';
import type { StandingOrders } from '../kits/standing-orders.ts';
import type { Updates } from '../updates/updates.ts';
import { Cockpit } from './cockpit.ts';
import { cockpitFile } from './cockpit-file.ts';
import {
  kitsMeanwhile,
  noticesMeanwhile,
  ordersMeanwhile,
  removalsMeanwhile,
  watchMeanwhile,
} from './cockpit-words.ts';

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
  engine: Pick<KitEngine, 'list'>;
  orders: Pick<StandingOrders, 'list' | 'wake'>;
  retention: Pick<LibraryRetention, 'due' | 'applyOwn'>;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** Reports what happened to kits; due orders and kits to be removed wait. */
export function addKitSources(cockpit: Cockpit, { engine, orders, retention, now }: KitSourcesDeps): void {
  cockpit.add('kits', { told: (since) => kitsMeanwhile(engine.list(), since) });
  cockpit.add('orders', {
    told: (since) => ordersMeanwhile(orders.list(), since, now()),
    release: () => orders.wake(),
  });
  cockpit.add('retention', {
    told: () => removalsMeanwhile(retention.due()),
    release: () => void retention.applyOwn(),
  });
}

/** Watched folders wait; `waiting`: how many flights. */
export function addWatchSource(cockpit: Cockpit, desk: { waiting(): number; wake(): void }): void {
  cockpit.add('watch', { told: () => watchMeanwhile(desk.waiting()), release: () => desk.wake() });
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
