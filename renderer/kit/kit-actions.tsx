import { useState } from 'react';
import type { Kit, KitState } from '../../preload/contract.ts';
import { useKits, useStores } from '../app/stores.tsx';
import { Button } from '../design/button.tsx';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { kitSpoken } from '../library/kit-words.ts';
import type { KitAction } from '../library/kits-store.ts';
import { strings } from '../strings.ts';

type ShownAction = 'open' | Exclude<KitAction, 'pin' | 'unpin'>;
/** What a person may do in each state; the first is the likely one. */
export const actionsByState: Record<KitState, readonly ShownAction[]> = {
  requesting: ['cancel'],
  generating: ['cancel'],
  downloading: ['cancel'],
  ready: ['open', 'saveCopy', 'remove'],
  unconfirmed: ['requestAgain', 'cancel', 'remove'],
  failed: ['retry', 'remove'],
  cancelled: ['retry', 'remove'],
};

/** These are asked about first. */
type Asked = 'remove' | 'requestAgain' | 'cancel';
function needsAnswer(action: 'open' | KitAction): action is Asked {
  return action === 'remove' || action === 'requestAgain' || action === 'cancel';
}

/** The actions of a kit, the question before those that need one, and what came of the last. */
export function KitActions({ kit }: { kit: Kit }) {
  const { kits, library, navigation, opening, request } = useStores();
  const busy = useKits((state) => state.busy.has(kit.id));
  const outcome = useKits((state) => state.outcome.get(kit.id));
  const [asking, setAsking] = useState<Asked | null>(null);
  const name = kitSpoken(kit);

  function start(action: 'open' | KitAction) {
    if (action === 'open') opening.getState().ask(kit.id);
    else if (needsAnswer(action)) setAsking(action);
    else void kits.getState().act(action, kit.id);
  }

  async function answer(yes: boolean) {
    const action = asking;
    setAsking(null);
    if (!yes || !action) return;
    const neighbour = library.getState().neighbourOf(kit.id);
    const done = await kits.getState().act(action, kit.id);
    if (done && action === 'remove') navigation.getState().select(neighbour);
  }

  // The same request would be refused again: changing it is the way on.
  const refused = kit.trip !== null && kit.state === 'failed' && kit.failure?.kind === 'rejected';
  const changeButton =
    kit.trip && (kit.state === 'failed' || kit.state === 'cancelled') ? (
      <Button
        look={refused ? 'primary' : 'plain'}
        onClick={() => {
          if (kit.trip) request.getState().fill(kit.trip);
          navigation.getState().show('request');
        }}
      >
        {strings.kit.actions.duplicate}
      </Button>
    ) : null;

  const words = strings.kit.confirm;
  const question =
    asking &&
    {
      remove: {
        title: words.removeTitle,
        text: words.remove(name, kit.document !== null),
        yes: words.removeYes,
        danger: true,
      },
      requestAgain: { title: words.againTitle, text: words.again(name), yes: words.againYes, danger: false },
      cancel: { title: words.cancelTitle, text: words.cancel(name), yes: words.cancelYes, danger: true },
    }[asking];

  return (
    <div className="kit-actions">
      <div className="kit-actions__row">
        {refused ? changeButton : null}
        {actionsByState[kit.state].map((action, index) => (
          <Button
            key={action}
            look={
              index === 0 && action !== 'cancel' && !refused && !kit.superseded_by
                ? 'primary'
                : action === 'remove'
                  ? 'quiet'
                  : 'plain'
            }
            disabled={busy}
            onClick={() => start(action)}
          >
            {strings.kit.actions[action]}
          </Button>
        ))}
        {refused ? null : changeButton}
        <Button
          look="quiet"
          icon="bookmark"
          aria-pressed={kit.pinned}
          title={strings.opening.pin.title}
          disabled={busy}
          onClick={() => start(kit.pinned ? 'unpin' : 'pin')}
        >
          {strings.opening.pin.button}
        </Button>
      </div>
      {outcome && 'failure' in outcome ? (
        <Notice tone="danger" alert>
          {outcome.failure.message}
        </Notice>
      ) : null}
      {outcome && 'done' in outcome ? <p role="status">{outcome.done}</p> : null}
      {question ? (
        <ConfirmDialog
          title={question.title}
          text={question.text}
          yes={question.yes}
          danger={question.danger}
          {...(asking === 'cancel' ? { no: words.keep } : {})}
          onAnswer={(yes) => void answer(yes)}
        />
      ) : null}
    </div>
  );
}
