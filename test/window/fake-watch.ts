/** The fake's watched folders: what is chosen comes into force, and one kit is delivered at once. */
import type { WatchState } from '../../preload/contract/desk.ts';
import { type FakeSetupBridge, type Named, no, ok } from './fake-setup.ts';

export function createFakeWatch(named: Named, managed: boolean): Pick<FakeSetupBridge, 'watch'> {
  const listeners = new Set<(state: WatchState) => void>();
  const idle = { problems: [], under_way: 0, delivered: 0 };
  const chosen = { in: null, out: null, command: null };
  let state: WatchState = { folders: null, managed, chosen, secret: false, ...idle };
  const change = (more: Partial<WatchState>) => {
    state = { ...state, ...more };
    return ok(structuredClone(state));
  };
  const choose = (more: Partial<WatchState['chosen']>) => change({ chosen: { ...state.chosen, ...more } });
  return {
    watch: {
      state: named('watch.state', () => ok(structuredClone(state))),
      chooseFolder: named('watch.chooseFolder', (which) =>
        choose({ [which]: which === 'in' ? '/srv/flights/arriving trip files' : '/srv/flights/kits' }),
      ),
      chooseCommand: named('watch.chooseCommand', () => choose({ command: '/usr/local/bin/tell-dispatch' })),
      forgetCommand: named('watch.forgetCommand', () => choose({ command: null })),
      begin: named('watch.begin', ({ profile, name, webhook, secret, shelf }) => {
        const { in: arrivals, out, command } = state.chosen;
        if (name.startsWith('refused'))
          return no('config', 'Kits can’t be delivered into kits. Choose another.');
        const folders = {
          ...{ profile, name, webhook, shelf },
          in: arrivals ?? state.folders?.in ?? '',
          out: out ?? state.folders?.out ?? '',
          command: command === null ? (state.folders?.command ?? null) : [command],
        };
        const answer = change({
          folders,
          chosen,
          secret: state.secret || secret !== null,
          under_way: 2,
          delivered: 1,
          problems: [
            'Delivering the kit failed: there is no space left in /srv/flights/kits. Free some space and try again.',
          ],
        });
        for (const listener of listeners) listener(state);
        return answer;
      }),
      end: named('watch.end', () => change({ folders: null, ...idle })),
      on: (_name, listener) => {
        listeners.add(listener as (state: WatchState) => void);
        return () => listeners.delete(listener as (state: WatchState) => void);
      },
    },
  };
}
