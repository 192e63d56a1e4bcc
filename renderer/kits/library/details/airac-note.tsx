import type { Kit } from '../../../../preload/contract.ts';
import { Button } from '../../../design/button.tsx';
import { Notice } from '../../../design/notice.tsx';
import { navigationSlice } from '../../../shell/state/navigation-store.ts';
import { useStores } from '../../../shell/state/registry.tsx';
import { isRenewable, kitAirac } from '../../airac.ts';
import { cautionWords } from '../../airac-words.ts';
import { kitsSlice, useKits } from '../../kits-store.ts';
import { useLibrary } from '../../list/library-store.ts';
import { airacWords } from '../../words.ts';

/** Shown if the kit is not known to be of its flight's cycle, with a button that requests a new one if that helps. */
export function AiracNote({ kit }: { kit: Kit }) {
  const [kits, navigation] = useStores(kitsSlice, navigationSlice);
  const busy = useKits((state) => state.busy.has(kit.id));
  // Renders again on a new day.
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
        kit.trip && isRenewable(airac.state) ? (
          <Button disabled={busy} onClick={() => void renew()}>
            {airacWords.renew}
          </Button>
        ) : null
      }
    >
      {caution}
    </Notice>
  );
}
