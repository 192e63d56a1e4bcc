/** What one change event costs the renderer's stores with so many kits: no page, the stores alone. */
import type { Kit, KitsChanged, TripKitBridge } from '../../../preload/contract.ts';
import { kitsSlice } from '../../../renderer/kits/kits-store.ts';
import { librarySlice } from '../../../renderer/kits/list/library-store.ts';
import { connect } from '../../../renderer/shell/state/bridge.ts';
import { createRegistry } from '../../../renderer/shell/state/registry.tsx';
import { numbers } from './seed.ts';

/** Times to take in events of `each` changed kits among `kits`, ms. */
export async function changeTimes(kits: readonly Kit[], each: number, events: number): Promise<number[]> {
  let tell: (change: KitsChanged) => void = () => {};
  // As much of the bridge as these stores call.
  const bare = {
    kits: {
      firstText: async () => ({ ok: true, value: '[]' }),
      listText: async () => ({ ok: true, value: JSON.stringify(kits) }),
      on: (_event: string, listener: typeof tell) => {
        tell = listener;
        return () => {};
      },
    },
  } as unknown as TripKitBridge;
  const { get } = createRegistry(connect(bare));
  const store = get(kitsSlice);
  get(librarySlice);
  store.getState().start();
  await store.getState().reload();
  if (store.getState().kits.length !== kits.length) throw new Error('The store has not taken in the kits.');
  const random = numbers(7);
  const times: number[] = [];
  for (let event = 0; event < events; event += 1) {
    const changed = Array.from({ length: each }, () => {
      const kit = kits[Math.floor(random() * kits.length)];
      if (!kit) throw new Error('no kits');
      return { ...kit, state: 'downloading' as const, progress: { received: event, total: 1000 } };
    });
    const began = performance.now();
    tell({ changed, removed: [] });
    times.push(performance.now() - began);
  }
  return times;
}
