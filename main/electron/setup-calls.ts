import type { SetupPlace } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { DroppedIdentity } from '../identity/dropped-identity.ts';
import type { ProfileIntake } from '../profile/profile-intake.ts';
import { takeProfileFile } from '../profile/profile-intake.ts';

export interface SetupCallsDeps {
  /** The window of set-up (main/electron/setup-window.ts). */
  setup: { open(place: SetupPlace): void; readonly place: SetupPlace; close(): void };
  intake: ProfileIntake;
  dropped: DroppedIdentity;
  notices: Pick<NoticeBoard, 'waiting' | 'add' | 'dismiss' | 'withdraw'>;
  log: Log;
}

/** Calls of the domain `setup`: all that the library's page can do with set-up. */
export function setupCalls(deps: SetupCallsDeps): DomainCalls<'setup'> {
  const { setup, dropped } = deps;
  return {
    open: (place) => setup.open(place),
    hand: async (file_name, bytes, profile_id) => {
      if (/\.(p12|pfx)$/i.test(file_name)) {
        dropped.put(file_name, bytes);
        setup.open({ part: 'identity', profile_id });
      } else await takeProfileFile(deps, async () => bytes);
    },
  };
}
