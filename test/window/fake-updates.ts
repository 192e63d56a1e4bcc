/** The fake's updates: a version that is found by a check, downloads at once, and waits to be installed. */
import type { UpdateState } from '../../preload/contract.ts';
import { type FakeSetupBridge, type Named, no, ok } from './fake-setup.ts';

export const MANAGED = 'Updates are managed by your administrators.';

export function createFakeUpdates(
  named: Named,
  managed: boolean,
  hours = false,
): Pick<FakeSetupBridge, 'updates'> {
  const listeners = new Set<(state: UpdateState) => void>();
  let state: UpdateState = {
    status: managed ? 'off' : hours ? 'downloading' : 'idle',
    current: '1.2.0',
    version: hours ? '1.3.0-beta.1' : null,
    notes: null,
    percent: null,
    checked_at: managed ? null : '2026-11-21T09:14:00.000Z',
    may_install: false,
    why_not: managed ? MANAGED : 'No update is ready.',
    managed,
    hours: hours ? '22:00-05:30' : null,
    waits_for_hours: hours,
    channel: hours ? 'beta' : 'stable',
    on_quit: false,
    came: managed
      ? null
      : { from: '1.1.0', at: '2026-11-19T07:30:00.000Z', notes: '• Kits open in a blink\n• Night mode' },
  };
  const change = (more: Partial<UpdateState>) => {
    state = { ...state, ...more };
    for (const listener of listeners) listener(state);
    return ok(state);
  };
  return {
    updates: {
      state: named('updates.state', () => ok(state)),
      check: named('updates.check', () =>
        change({
          status: 'ready',
          waits_for_hours: false,
          version: '1.3.0',
          notes: '• Faster search across all kits\n• Charts print with their page boxes',
          checked_at: new Date().toISOString(),
          may_install: true,
          why_not: null,
        }),
      ),
      install: named('updates.install', () =>
        state.may_install ? ok(null) : no('config', state.why_not ?? 'No update is ready.'),
      ),
      installOnQuit: named('updates.installOnQuit', (on) => change({ on_quit: on })),
      on: (_name, listener) => {
        const heard = listener as (state: UpdateState) => void;
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    },
  };
}
