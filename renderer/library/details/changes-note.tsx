import type { Kit } from '../../../preload/contract.ts';
import { Button } from '../../design/button.tsx';
import { formatUtc } from '../../design/format.ts';
import { Notice } from '../../design/notice.tsx';
import { chartFlags } from '../../kits/change-words.ts';
import { useKits } from '../../kits/kits-store.ts';
import { navigationSlice } from '../../state/navigation-store.ts';
import { useStores } from '../../state/registry.tsx';
import { strings } from '../../strings/strings.ts';

const words = strings.changes;

/** What changed since this person read the kit of the same flight that came before, and the way to it. */
export function ChangesNote({ kit }: { kit: Kit }) {
  const [navigation] = useStores(navigationSlice);
  const { changes } = kit;
  const older = useKits((state) => (changes ? state.find(changes.old_id) : undefined));
  if (!changes || !older) return null;
  const { state, changed, unreviewed } = changes;
  const when = formatUtc(older.created_at);
  const action = (
    <Button onClick={() => navigation.getState().toChanges(older.id, kit.id)}>{words.open}</Button>
  );
  if (state === 'failed')
    return (
      <Notice tone="warn" action={action}>
        {words.cantCompare}
      </Notice>
    );
  if (state !== 'ready')
    return (
      <Notice tone="calm" action={action}>
        {words.beingCompared}
      </Notice>
    );
  if (changed === 0)
    return (
      <Notice tone="calm" action={action}>
        {words.noneSince(when)}
      </Notice>
    );
  return (
    <Notice tone={unreviewed > 0 ? 'warn' : 'calm'} action={action}>
      {`${words.sinceOf(changed, when)}, ${unreviewed > 0 ? words.unreviewed(unreviewed) : words.allReviewed}.`}
    </Notice>
  );
}

/** Charts whose dates a person has to look at: not in effect at the departure, or none is printed. */
export function ChartDatesNote({ kit }: { kit: Kit }) {
  const { dates } = chartFlags(kit, Date.now());
  if (dates.length === 0) return null;
  return <Notice tone="warn">{`${dates.join(', ')}. ${words.chartDates.look}`}</Notice>;
}
