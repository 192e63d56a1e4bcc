import { byAge } from '../../../main/kits/rules/same-flight.ts';
import type { Kit } from '../../../preload/contract.ts';
import { changesWords } from '../../comparison/words.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmButton } from '../../design/confirm-dialog.tsx';
import { formatBytes } from '../../design/format.ts';
import type { IconName } from '../../design/icons.tsx';
import { Notice } from '../../design/notice.tsx';
import { handOverWords } from '../../parcels/words.ts';
import { navigationSlice } from '../../shell/state/navigation-store.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { sessionSlice } from '../../shell/state/session-store.ts';
import { StateBadge } from '../kit-badges.tsx';
import { stateLooks } from '../kit-words.ts';
import { useKits } from '../kits-store.ts';
import { librarySlice, useLibrary } from '../list/library-store.ts';
import { openingSlice } from '../opening-store.ts';
import { canOpen } from '../soundness-words.ts';
import { kitWords, libraryWords, stateWords } from '../words.ts';
import { HistoryExport } from './details/kit-history.tsx';

const words = libraryWords.bulk;

/** Several selected kits: their states, and what can be done with all of them. */
export function BulkPane({ onRemove }: { onRemove: () => void }) {
  const [library] = useStores(librarySlice);
  const view = useLibrary((state) => state.view);
  const { marked } = useLibrary((state) => state.selection);
  // The selected kits change with the view.
  const kits = view ? library.getState().selected() : [];
  const can = bulkChoices(kits);
  const hidden = marked.size - kits.length;
  const none = kits.length === 0;

  return (
    <section className="stack" aria-label={words.pane}>
      <header className="bulk__head">
        <h2>{words.title(kits.length)}</h2>
        <Button look="quiet" onClick={() => library.getState().dropSelection()}>
          {words.deselect}
        </Button>
      </header>
      <Counts kits={kits} />
      {can.bytes > 0 ? <p className="hint">{words.size(formatBytes(can.bytes))}</p> : null}
      {hidden > 0 ? (
        <div className="row">
          <p className="hint">{words.hidden(hidden, none)}</p>
          <Button look="quiet" onClick={() => library.getState().clearFilter()}>
            {words.showHidden}
          </Button>
        </div>
      ) : null}
      <Acts kits={kits} can={can} onRemove={onRemove} />
      {can.open.length > MAX_OPEN ? <p className="hint">{words.openTooMany(MAX_OPEN)}</p> : null}
      {can.handOver.length > MAX_HANDED ? <p className="hint">{handOverWords.tooMany(MAX_HANDED)}</p> : null}
      {can.toRead > 0 ? <p className="hint">{words.openUnread(can.toRead)}</p> : null}
      <Outcome />
      {none ? null : <HistoryExport kitIds={can.remove} label={words.history} />}
    </section>
  );
}

/** The buttons of the possible actions. */
function Acts(props: { kits: readonly Kit[]; can: ReturnType<typeof bulkChoices>; onRemove: () => void }) {
  const { kits, can, onRemove } = props;
  const [library, opening] = useStores(librarySlice, openingSlice);
  const [navigation, session] = useStores(navigationSlice, sessionSlice);
  const working = useLibrary((state) => state.working);
  const pair = comparablePair(kits);
  return (
    <div className="row">
      {can.open.length > 0 ? (
        <Button
          look="primary"
          disabled={can.open.length > MAX_OPEN}
          onClick={() => opening.getState().askAll(can.open)}
        >
          {words.open(can.open.length)}
        </Button>
      ) : null}
      {pair ? (
        <Button icon="facing" onClick={() => navigation.getState().toChanges(pair.old.id, pair.new.id)}>
          {changesWords.compare}
        </Button>
      ) : null}
      <ActButton action="tryNow" ids={can.tryNow} />
      <ActButton action="retry" ids={can.retry} />
      {can.cancel.length > 0 ? (
        <ConfirmButton
          disabled={working !== null}
          question={{
            title: words.confirm.cancelTitle(can.cancel.length),
            text: <p>{words.confirm.cancel}</p>,
            yes: words.confirm.cancelYes(can.cancel.length),
            no: kitWords.confirm.keep,
          }}
          onYes={() => void library.getState().act('cancel', can.cancel)}
        >
          {words.cancel(can.cancel.length)}
        </ConfirmButton>
      ) : null}
      <ActButton action="pin" icon="bookmark" ids={can.pin} />
      <ActButton action="unpin" ids={can.unpin} />
      {can.handOver.length > 0 ? (
        <Button
          disabled={can.handOver.length > MAX_HANDED}
          onClick={() => void session.getState().handOver(can.handOver)}
        >
          {handOverWords.bulk(can.handOver.length)}
        </Button>
      ) : null}
      {kits.length === 0 ? null : (
        <Button look="danger" disabled={working !== null} onClick={onRemove}>
          {words.remove(kits.length)}
        </Button>
      )}
    </div>
  );
}

/** The button of an action that needs no confirmation; nothing if it applies to no kit. */
function ActButton(props: { action: 'tryNow' | 'retry' | 'pin' | 'unpin'; ids: string[]; icon?: IconName }) {
  const { action, ids, ...look } = props;
  const [library] = useStores(librarySlice);
  const working = useLibrary((state) => state.working);
  if (ids.length === 0) return null;
  return (
    <Button {...look} disabled={working !== null} onClick={() => void library.getState().act(action, ids)}>
      {words[action](ids.length)}
    </Button>
  );
}

/** How many kits are in each state. */
function Counts({ kits }: { kits: readonly Kit[] }) {
  const counts = [...Map.groupBy(kits, ({ state }) => state)];
  return (
    <ul className="row">
      {counts.map(([state, some]) => (
        <li key={state}>
          <StateBadge state={state}>{`${some.length} ${stateWords.labels[state]}`}</StateBadge>
        </li>
      ))}
    </ul>
  );
}

function Outcome() {
  const working = useLibrary((state) => state.working);
  const outcome = useLibrary((state) => state.outcome);
  const busy = useKits((state) => state.busy.size);
  if (working) return <p role="status">{busy > 0 ? words.working : ''}</p>;
  if (!outcome) return null;
  return (
    <>
      {outcome.done > 0 ? <p role="status">{words.outcome[outcome.action](outcome.done)}</p> : null}
      {outcome.failed > 0 ? (
        <Notice tone="danger" alert>
          {words.failed(outcome.failed, outcome.failures.map(({ message }) => message).join(' '))}
        </Notice>
      ) : null}
    </>
  );
}

/** How many kits may be opened at once. */
const MAX_OPEN = 6;
/** How many kits can be handed over together, unless all on the laptop are (setupPlace of the contract). */
const MAX_HANDED = 1000;

interface BulkChoices {
  /** Readable kits without unread messages. */
  open: string[];
  /** Readable kits whose messages must be read first. */
  toRead: number;
  cancel: string[];
  /** Waiting kits that may be tried now. */
  tryNow: string[];
  retry: string[];
  pin: string[];
  unpin: string[];
  remove: string[];
  /** Kits that can be handed over: the ready ones. */
  handOver: string[];
  /** Bytes of the documents on this laptop. */
  bytes: number;
}

/** What can be done with these kits. */
export function bulkChoices(kits: readonly Kit[]): BulkChoices {
  const ids = (wanted: (kit: Kit) => boolean) => kits.filter(wanted).map(({ id }) => id);
  const offered = (action: 'cancel' | 'retry') =>
    ids(({ state }) => stateLooks[state].actions.includes(action));
  return {
    open: ids((kit) => canOpen(kit) && kit.acknowledged),
    toRead: kits.filter((kit) => canOpen(kit) && !kit.acknowledged).length,
    cancel: offered('cancel'),
    tryNow: ids(({ wait }) => wait?.may_try === true),
    retry: offered('retry'),
    pin: ids(({ pinned }) => !pinned),
    unpin: ids(({ pinned }) => pinned),
    remove: kits.map(({ id }) => id),
    handOver: ids(({ state }) => state === 'ready'),
    bytes: kits.reduce((sum, { document }) => sum + (document?.bytes ?? 0), 0),
  };
}

/** Two kits to compare, by age; null unless there are exactly two and both have a document here. */
export function comparablePair(kits: readonly Kit[]): { old: Kit; new: Kit } | null {
  const [old, now, ...others] = kits.filter(({ document }) => document !== null).toSorted(byAge);
  return old && now && others.length === 0 && kits.length === 2 ? { old, new: now } : null;
}
