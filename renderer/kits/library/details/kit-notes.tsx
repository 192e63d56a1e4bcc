import type { Kit } from '../../../../preload/contract.ts';
import { changesWords } from '../../../comparison/words.ts';
import { Button } from '../../../design/button.tsx';
import { Notice } from '../../../design/notice.tsx';
import { navigationSlice } from '../../../shell/state/navigation-store.ts';
import { useStores } from '../../../shell/state/registry.tsx';
import { cautionWords, isRenewable, kitAirac } from '../../airac.ts';
import { chartFlags, summarizeChanges } from '../../change-words.ts';
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

const words = changesWords;

/** What changed since the kit of the flight that this person read before, with a button to see it. */
export function ChangesNote({ kit }: { kit: Kit }) {
  const [navigation] = useStores(navigationSlice);
  const { changes } = kit;
  const older = useKits((state) => (changes ? state.find(changes.old_id) : undefined));
  if (!changes || !older) return null;
  const { state, text } = summarizeChanges(changes);
  return (
    <Notice
      tone={state === 'warn' ? 'warn' : 'calm'}
      action={<Button onClick={() => navigation.getState().toChanges(older.id, kit.id)}>{words.open}</Button>}
    >
      {text}
    </Notice>
  );
}

/** Charts whose dates a person must check: not in effect at the departure, or no date printed. */
export function ChartDatesNote({ kit }: { kit: Kit }) {
  const { dates } = chartFlags(kit, Date.now());
  if (dates.length === 0) return null;
  return <Notice tone="warn">{`${dates.join(', ')}. ${words.chartDates.look}`}</Notice>;
}
