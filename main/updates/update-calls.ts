import type { UpdateState as StateView } from '../../preload/contract.ts';
import { utc } from '../common/utc.ts';
import type { SetupDomainCalls } from '../host/call-map.ts';
import type { UpdateState, Updates } from './updates.ts';

/** Calls of set-up's domain `updates`. */
export function updateCalls(
  updates: Pick<Updates, 'state' | 'check' | 'install' | 'installOnQuit'>,
): SetupDomainCalls<'updates'> {
  return {
    state: () => viewUpdates(updates.state()),
    check: async () => viewUpdates(await updates.check()),
    install: () => updates.install(),
    installOnQuit: (on) => viewUpdates(updates.installOnQuit(on)),
  };
}

/** The state in the contract's form. */
export function viewUpdates(state: UpdateState): StateView {
  const { checked_at, came } = state;
  return {
    ...state,
    checked_at: checked_at === null ? null : utc(checked_at),
    came: came === null ? null : { ...came, at: utc(came.at) },
  };
}
