import type { DomainCalls } from '../host/call-map.ts';
import { takeProfileFile } from '../profile/profile-intake.ts';
import type { IpcContext } from '../start/ipc-context.ts';

export type SetupCallsDeps = Pick<IpcContext, 'setup' | 'intake' | 'dropped' | 'notices' | 'log'>;

/** Calls of the domain `setup`: all that the library's page can do about it. */
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
