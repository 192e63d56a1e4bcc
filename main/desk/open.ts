import type { Host } from '../host/host.ts';
import { watchCalls } from './watch-calls.ts';
import { WatchKeeper, type WatchKeeperNeeds } from './watch-keeper.ts';

/** A desk for the folders in the settings, with the app's engine. */
export function openDesk(host: Host, needs: WatchKeeperNeeds) {
  const keeper = new WatchKeeper(host, needs);
  const unfollow = host.settings.onChange(keeper.apply);
  return {
    setupCalls: {
      watch: watchCalls({ ...host, ...needs, dialogs: host.setupDialogs, watch: keeper }),
    },
    start: keeper.apply,
    stop() {
      unfollow();
      return keeper.stop();
    },
  };
}
