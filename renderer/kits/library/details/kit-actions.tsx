import { useId } from 'react';
import type { Kit } from '../../../../preload/contract.ts';
import { Button, withKey } from '../../../design/button.tsx';
import { keyTable } from '../../../design/keys.ts';
import { FailureNotice } from '../../../design/notice.tsx';
import { handOverWords } from '../../../parcels/words.ts';
import { requestSlice } from '../../../request/request-store.ts';
import { setupWords } from '../../../setup/words.ts';
import { navigationSlice } from '../../../shell/state/navigation-store.ts';
import { useStores } from '../../../shell/state/registry.tsx';
import { sessionSlice } from '../../../shell/state/session-store.ts';
import { useForbidden } from '../../../shell/state/settings-store.ts';
import { type AskedAction, questionSlice } from '../../kit-question.tsx';
import type { KitAction } from '../../kit-words.ts';
import { actionWords, lookOf } from '../../kit-words.ts';
import { kitsSlice, useKits } from '../../kits-store.ts';
import { openingSlice } from '../../opening-store.ts';
import { kitWords, openingWords } from '../../words.ts';

/** Whether the action needs a confirmation. */
function needsAnswer(action: 'open' | KitAction): action is AskedAction {
  return action === 'remove' || action === 'requestAgain' || action === 'cancel';
}

/** The actions of a kit, and the result of the last one. */
export function KitActions({ kit }: { kit: Kit }) {
  const [kits, navigation, opening, question, request, session] = useStores(
    kitsSlice,
    navigationSlice,
    openingSlice,
    questionSlice,
    requestSlice,
    sessionSlice,
  );
  const busy = useKits((state) => state.busy.has(kit.id));
  const outcome = useKits((state) => state.outcome.get(kit.id));
  const noCopies = useForbidden('export');
  const hint = useId();

  function start(action: 'open' | KitAction) {
    if (action === 'open') opening.getState().ask(kit.id);
    else if (needsAnswer(action)) question.getState().ask(kit.id, action);
    else void kits.getState().act(action, kit.id);
  }

  // The same request would be refused again, so it must be changed.
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
        {kitWords.actions.duplicate}
      </Button>
    ) : null;

  const { actions } = lookOf(kit);

  return (
    <div className="stack kit__actions">
      <div className="row">
        {refused ? changeButton : null}
        {kit.wait?.reason === 'identity' ? (
          <Button look="primary" onClick={() => void session.getState().openSetup('identity')}>
            {setupWords.setUp}
          </Button>
        ) : null}
        {kit.wait?.may_try ? (
          <Button
            look={kit.wait.reason === 'identity' ? 'plain' : 'primary'}
            disabled={busy}
            onClick={() => start('tryNow')}
          >
            {kitWords.actions.tryNow}
          </Button>
        ) : null}
        {actions.map((action, index) => (
          <Button
            key={action}
            look={
              index === 0 && action !== 'cancel' && !refused && !kit.superseded_by
                ? 'primary'
                : action === 'remove'
                  ? 'quiet'
                  : 'plain'
            }
            disabled={busy || (noCopies && action === 'saveCopy')}
            aria-describedby={noCopies && action === 'saveCopy' ? hint : undefined}
            onClick={() => start(action)}
          >
            {actionWords(kit, action)}
          </Button>
        ))}
        {refused ? null : changeButton}
        {kit.state === 'ready' ? (
          <Button look="quiet" onClick={() => void session.getState().handOver([kit.id])}>
            {handOverWords.kit}
          </Button>
        ) : null}
        <Button
          look="quiet"
          icon="bookmark"
          aria-pressed={kit.pinned}
          title={withKey(openingWords.pin.title, keyTable.library.keep)}
          disabled={busy}
          onClick={() => start(kit.pinned ? 'unpin' : 'pin')}
        >
          {openingWords.pin.button}
        </Button>
      </div>
      {noCopies && actions.includes('saveCopy') ? (
        <p id={hint} className="hint">
          {kitWords.noCopies}
        </p>
      ) : null}
      <FailureNotice failure={outcome && 'failure' in outcome ? outcome.failure : null} />
      {outcome && 'done' in outcome ? <p role="status">{outcome.done}</p> : null}
    </div>
  );
}
