import { Button } from '../design/button.tsx';
import { questionSlice } from '../kits/kit-question.tsx';
import { stateLooks } from '../kits/kit-words.ts';
import { useKits } from '../kits/kits-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import type { KnownFlight } from './known-flights.ts';
import { batchWords } from './words.ts';

const words = batchWords;

/** What can be done about the kits of a flight that is cancelled; nothing is done before a person presses it. */
export function KnownActs({ known, name }: { known: readonly KnownFlight[]; name: string }) {
  const kits = useKits((state) => state.kits);
  if (known.length === 0) return <span>{words.nothingHere}</span>;
  const here = known.filter(({ kit }) => kits.some(({ id }) => id === kit.id));
  if (here.length === 0) return <span>{words.actsDone}</span>;
  return here.map(({ kit }) => <KitAct key={kit.id} id={kit.id} name={name} />);
}

/** A request that is planned or under way is cancelled, a kit that is here is removed; both ask first. */
function KitAct({ id, name }: { id: string; name: string }) {
  const [question] = useStores(questionSlice);
  const state = useKits((store) => store.find(id)?.state);
  if (!state) return null;
  const action = stateLooks[state].actions.includes('cancel') ? 'cancel' : 'remove';
  if (!stateLooks[state].actions.includes(action)) return null;
  return (
    <Button
      aria-label={words.actOf(words.acts[action], name)}
      onClick={() => question.getState().ask(id, action)}
    >
      {words.acts[action]}
    </Button>
  );
}
