import { createStore } from 'zustand/vanilla';
import type { Kit } from '../../preload/contract.ts';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { defineSlice, useStores } from '../shell/state/registry.tsx';
import { kitSpoken, stateLooks } from './kit-words.ts';
import { kitsSlice, useKits } from './kits-store.ts';
import { librarySlice } from './list/library-store.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { kitWords } from './words.ts';

/** Actions that need a confirmation before they run. */
export type AskedAction = 'remove' | 'requestAgain' | 'cancel';

interface KitQuestionState {
  asked: { kitId: string; action: AskedAction } | null;
  ask(kitId: string, action: AskedAction): void;
  /** The question was answered, or the kit is no longer shown. */
  settle(): void;
}

/** The confirmation of an action on one kit, wherever the action was started. */
export const [questionSlice, useQuestion] = defineSlice(() =>
  createStore<KitQuestionState>()((set) => ({
    asked: null,
    ask: (kitId, action) => set({ asked: { kitId, action } }),
    settle: () => set({ asked: null }),
  })),
);

/** The confirmation of an action on a kit, while one is open. */
export function KitQuestion() {
  const asked = useQuestion((state) => state.asked);
  const kit = useKits((state) => (asked ? state.find(asked.kitId) : undefined));
  // The action may have become impossible meanwhile: for example, a request to be cancelled is ready.
  const can = kit !== undefined && asked !== null && stateLooks[kit.state].actions.includes(asked.action);
  return can ? <Question kit={kit} action={asked.action} /> : null;
}

function Question({ kit, action }: { kit: Kit; action: AskedAction }) {
  const [kits, library, navigation, question] = useStores(
    kitsSlice,
    librarySlice,
    navigationSlice,
    questionSlice,
  );
  const words = kitWords.confirm;
  const name = kitSpoken(kit);
  if (action === 'remove') return <RemoveDialog kits={[kit]} onAnswer={(yes) => void answer(yes)} />;
  const { title, text, yes, danger } = {
    requestAgain: { title: words.againTitle, text: words.again(name), yes: words.againYes, danger: false },
    cancel:
      kit.state === 'planned'
        ? { title: words.plannedTitle, text: words.planned(name), yes: words.plannedYes, danger: true }
        : { title: words.cancelTitle, text: words.cancel(name), yes: words.cancelYes, danger: true },
  }[action];

  async function answer(yes: boolean) {
    question.getState().settle();
    if (!yes) return;
    const neighbour = library.getState().neighbourOf(kit.id);
    const done = await kits.getState().act(action, kit.id);
    if (done && action === 'remove') navigation.getState().leaveKit(neighbour);
  }

  return (
    <ConfirmDialog
      title={title}
      text={text}
      yes={yes}
      danger={danger}
      {...(action === 'cancel' ? { no: words.keep } : {})}
      onAnswer={(answered) => void answer(answered)}
    />
  );
}
