import type { Kit } from '../../../preload/contract.ts';
import { Button } from '../../design/button.tsx';
import { formatUtcDate } from '../../design/format.ts';
import { Notice } from '../../design/notice.tsx';
import { kitAirac } from '../../kits/airac.ts';
import { kitsSlice, useKits } from '../../kits/kits-store.ts';
import { useLibrary } from '../../kits/list/library-store.ts';
import { navigationSlice } from '../../state/navigation-store.ts';
import { useStores } from '../../state/registry.tsx';
import { strings } from '../../strings/strings.ts';

/** Shown where the charts are not of the cycle of the flight, with a button that requests new ones. */
export function AiracNote({ kit }: { kit: Kit }) {
  const [kits, navigation] = useStores(kitsSlice, navigationSlice);
  const busy = useKits((state) => state.busy.has(kit.id));
  // The answer changes with the day.
  useLibrary((state) => state.today);
  const airac = kitAirac(kit, Date.now());
  if (airac?.state !== 'outdated' || kit.superseded_by !== null) return null;
  const words = strings.airac;
  const from = formatUtcDate(new Date(airac.wanted.from).toISOString());
  const text = words.outdated(airac.cycle.id, airac.wanted.id, from, airac.departure, airac.inEffect);

  async function renew() {
    const made = await kits.getState().renew(kit.id);
    if (made !== null) navigation.getState().select(made);
  }

  return (
    <Notice
      tone="warn"
      action={
        kit.trip ? (
          <Button disabled={busy} onClick={() => void renew()}>
            {words.renew}
          </Button>
        ) : null
      }
    >
      {kit.trip ? text : `${text} ${words.tracked}`}
    </Notice>
  );
}

/** The cycle of a kit's charts in words; null while there is no document. */
export function airacFact(kit: Kit, now: number): string | null {
  const airac = kitAirac(kit, now);
  if (!airac) return null;
  if (airac.state === 'flown') return strings.airac.flown(airac.cycle.id);
  return airac.state === 'current' ? strings.airac.current(airac.cycle.id, airac.departure) : airac.cycle.id;
}
