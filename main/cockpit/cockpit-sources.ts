/** What waits for cockpit mode to be left, tied to the mode. */
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
  /** Whether it was on when the app ended. */
  on: boolean;
  notices: NoticeBoard;
  /** Ms since 1970 UTC. */
  now(): number;
  log: Log;
}

/** Cockpit mode as it was left. Notices wait, where it is on those of this start too; its summary is a notice that doesn't. */
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

/** Tells what became of kits; orders that came due and kits whose time is over wait. */
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

/** What a watched folder holds waits; `waiting`: how many flights. */
export function addWatchSource(cockpit: Cockpit, desk: { waiting(): number; wake(): void }): void {
  cockpit.add('watch', { told: () => watchMeanwhile(desk.waiting()), release: () => desk.wake() });
}

/** Tells of an update that is ready; that none is looked for meanwhile is the update policy's (main/updates/update-policy.ts). */
export function addUpdateSource(cockpit: Cockpit, updates: Pick<Updates, 'readyVersion'>): void {
  cockpit.add('updates', {
    told() {
      const version = updates.readyVersion();
      return version === null ? null : `version ${version} is ready to install`;
    },
  });
}
