import type { Kit } from '../../../preload/contract.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/notice.tsx';
import { kitAirac } from '../../kits/airac.ts';
import { cautionWords } from '../../kits/airac-words.ts';
import { kitsSlice, useKits } from '../../kits/kits-store.ts';
import { useLibrary } from '../../kits/list/library-store.ts';
import { navigationSlice } from '../../state/navigation-store.ts';
import { useStores } from '../../state/registry.tsx';
import { strings } from '../../strings/strings.ts';

/** Shown where the kit is not known to be of the cycle of its flight, with a button that requests a new one where that helps. */
export function AiracNote({ kit }: { kit: Kit }) {
  const [kits, navigation] = useStores(kitsSlice, navigationSlice);
  const busy = useKits((state) => state.busy.has(kit.id));
  // The answer changes with the day.
  useLibrary((state) => state.today);
  const airac = kitAirac(kit, Date.now());
  const caution = airac && cautionWords(kit, airac);
  if (!caution) return null;

  async function renew() {
    const made = await kits.getState().renew(kit.id);
    if (made !== null) navigation.getState().select(made);
  }

  return (
    <Notice
      tone="warn"
      action={
        kit.trip && airac.state === 'outdated' ? (
          <Button disabled={busy} onClick={() => void renew()}>
            {strings.airac.renew}
          </Button>
        ) : null
      }
    >
      {caution}
    </Notice>
  );
}
