/** The fake's hand-over files: made in three steps that a test lets go on, and opened with one passphrase. */
import type { HandOverProgress } from '../../preload/contract/parcels.ts';
import { type FakeSetupBridge, type Named, no, ok } from './fake-setup.ts';

/** The passphrase of the fake's file. */
const FILE_PASSPHRASE = 'gate seven at dawn';
/** Opens it too, and is answered as after a no to the question. */
const DECLINED_PASSPHRASE = 'gate seven, but no';

export function createFakeHandOver(named: Named): Pick<FakeSetupBridge, 'handOver'> {
  const listeners = new Set<(progress: HandOverProgress) => void>();
  const tell = (progress: HandOverProgress) => {
    for (const listener of listeners) listener(progress);
  };
  let file = '';
  /** What is under way ends with this. */
  let running: (() => void) | null = null;
  const facts = (kit_ids: readonly string[] | null) => {
    const kits = kit_ids?.length ?? 12;
    const left = kits === 2 ? ['KLM855 EHAM-VTBS'] : [];
    return { kits, documents: kits, bytes: kits * 18_400_000, left };
  };
  return {
    handOver: {
      plan: named('handOver.plan', (kit_ids) => ok({ allowed: true, ...facts(kit_ids) })),
      make: named('handOver.make', async ({ kit_ids, passphrase }) => {
        if (passphrase.startsWith('wait')) {
          const cancelled = new Promise<void>((resolve) => {
            running = resolve;
          });
          tell({ step: 'writing', done: 96_000_000, total: 220_800_000 });
          await cancelled;
          tell(null);
          return ok(null);
        }
        return ok({ ...facts(kit_ids), file_name: 'laptop-2026-11-23.age' });
      }),
      choose: named('handOver.choose', () => {
        file = crypto.randomUUID();
        return ok({ handle: file, file_name: 'laptop-2026-11-20.age' });
      }),
      open: named('handOver.open', ({ handle, passphrase }) =>
        handle === file && [FILE_PASSPHRASE, DECLINED_PASSPHRASE].includes(passphrase)
          ? ok(passphrase === FILE_PASSPHRASE)
          : no('config', 'This password does not open the file. Nothing was changed. Type it again.'),
      ),
      cancel: named('handOver.cancel', () => {
        running?.();
        running = null;
        return ok(null);
      }),
      on: (_name, listener) => {
        const heard = listener as (progress: HandOverProgress) => void;
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    },
  };
}
