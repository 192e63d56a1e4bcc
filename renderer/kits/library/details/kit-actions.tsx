import type { Kit } from '../../../../preload/contract.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import { useContextMenu } from '../../../design/context-menu.tsx';
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

/** What is done with a copy of the kit or with its place in the list: in the menu. */
const OTHERS: ReadonlySet<string> = new Set(['saveCopy', 'remove']);

/** The actions of a kit, the others in a menu, and the result of the last one. */
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

  function start(action: 'open' | KitAction) {
    if (action === 'open') opening.getState().ask(kit.id);
    else if (needsAnswer(action)) question.getState().ask(kit.id, action);
    else void kits.getState().act(action, kit.id);
  }

  function change() {
    if (kit.trip) request.getState().fill(kit.trip);
    navigation.getState().show('request');
  }

  const actions = lookOf(kit).actions.filter((action) => !(noCopies && action === 'saveCopy'));
  const mayChange = kit.trip !== null && (kit.state === 'failed' || kit.state === 'cancelled');
  // The same request would be refused again, so it must be changed.
  const refused = mayChange && kit.failure?.kind === 'rejected';
  const others = [
    ...actions
      .filter((action) => OTHERS.has(action))
      .map((action) => ({ words: actionWords(kit, action), run: () => start(action) })),
    ...(mayChange && !refused ? [{ words: kitWords.actions.duplicate, run: change }] : []),
    ...(kit.state === 'ready'
      ? [{ words: handOverWords.kit, run: () => void session.getState().handOver([kit.id]) }]
      : []),
    {
      words: kit.pinned ? openingWords.pin.undo : openingWords.pin.button,
      run: () => start(kit.pinned ? 'unpin' : 'pin'),
    },
  ];
  const { open, menu } = useContextMenu(kitWords.more, others);

  return (
    <div className="stack kit__actions">
      <div className="row">
        {refused ? (
          <Button look="primary" onClick={change}>
            {kitWords.actions.duplicate}
          </Button>
        ) : null}
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
        {actions
          .filter((action) => !OTHERS.has(action))
          .map((action, index) => (
            <Button
              key={action}
              look={
                index === 0 && action !== 'cancel' && !refused && !kit.superseded_by ? 'primary' : 'plain'
              }
              disabled={busy}
              onClick={() => start(action)}
            >
              {actionWords(kit, action)}
            </Button>
          ))}
        <IconButton icon="more" label={kitWords.more} aria-haspopup="menu" disabled={busy} onClick={open} />
        {menu}
      </div>
      {noCopies && kit.document ? <p className="hint">{kitWords.noCopies}</p> : null}
      <FailureNotice failure={outcome && 'failure' in outcome ? outcome.failure : null} />
      {outcome && 'done' in outcome ? <p role="status">{outcome.done}</p> : null}
    </div>
  );
}
