import { memo, useCallback, useMemo, useState } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Badge, Notice } from '../design/notice.tsx';
import { ProgressBar } from '../design/progress-bar.tsx';
import { appWords } from '../design/words.ts';
import { kitSpoken, stateLabel, stateLooks } from '../kits/kit-words.ts';
import { type BulkOutcome, kitsSlice, useKits } from '../kits/kits-store.ts';
import { libraryWords } from '../kits/words.ts';
import { settingsWords } from '../settings/words.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { useForbidden } from '../shell/state/settings-store.ts';
import { failuresFirst, type SentKit, tally } from './batch-state.ts';
import { batchSlice, useBatch } from './batch-store.ts';
import { batchWords } from './words.ts';

/** The batch as a whole, and each of its kits. @param isAlone whether it has the room of a table, too */
export function BatchSent({ isAlone }: { isAlone: boolean }) {
  const [batch, navigation] = useStores(batchSlice, navigationSlice);
  const sent = useBatch((state) => state.sent);
  const noCopies = useForbidden('export');
  const kits = useKits((state) => state.kits);
  const byId = useMemo(() => {
    const wanted = new Set(sent.map(({ kitId }) => kitId));
    return new Map(kits.filter(({ id }) => wanted.has(id)).map((kit) => [kit.id, kit]));
  }, [sent, kits]);
  const show = useCallback(
    (id: string) => {
      navigation.getState().select(id);
      navigation.getState().toLibrary();
    },
    [navigation],
  );
  const { all, ready, waiting, failed, decide } = tally(sent, byId);
  const failedIds = sent.flatMap(({ kitId }) => (byId.get(kitId)?.state === 'failed' ? [kitId] : []));
  return (
    <section className={isAlone ? 'framed sent sent--alone' : 'framed sent'} aria-label={batchWords.result}>
      <div className="sent__head">
        <h2>{batchWords.result}</h2>
        <span className="batch__spring" />
        <Button icon="down" disabled={noCopies} onClick={() => void batch.getState().save()}>
          {batchWords.export}
        </Button>
      </div>
      {noCopies ? <p className="hint">{settingsWords.managed}</p> : null}
      <ProgressBar label={batchWords.progress(ready, all)} share={all > 0 ? ready / all : 0} />
      <div className="row">
        <p role="status">
          {[
            batchWords.progress(ready, all),
            ...(waiting > 0 ? [batchWords.waiting(waiting)] : []),
            ...(failed > 0 ? [batchWords.failed(failed)] : []),
            ...(decide > 0 ? [batchWords.decide(decide)] : []),
          ].join(', ')}
        </p>
        <TryFailed ids={failedIds} />
      </div>
      <ul className="sent__list">
        {failuresFirst(sent, byId).map((one) => (
          <SentRow key={one.kitId} sent={one} kit={byId.get(one.kitId) ?? null} onShow={show} />
        ))}
      </ul>
    </section>
  );
}

/** Tries each failed kit again. A kit whose request may have arrived is unconfirmed, not failed: it is not sent again. */
function TryFailed({ ids }: { ids: readonly string[] }) {
  const [kits] = useStores(kitsSlice);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const isBusy = useKits(({ busy }) => ids.some((id) => busy.has(id)));
  return (
    <>
      {outcome && outcome.failed > 0 ? (
        <Notice tone="danger" alert>
          {libraryWords.bulk.failed(outcome.failed, outcome.failures.map(({ message }) => message).join(' '))}
        </Notice>
      ) : null}
      {ids.length > 0 ? (
        <Button
          disabled={isBusy}
          onClick={async () => setOutcome(await kits.getState().actAll('retry', ids))}
        >
          {batchWords.tryFailed}
        </Button>
      ) : null}
    </>
  );
}

/** One kit; drawn again only where it has changed. */
const SentRow = memo(function SentRow(props: {
  sent: SentKit;
  kit: Kit | null;
  onShow: (id: string) => void;
}) {
  const { kit } = props;
  const { kitId, trip, place } = props.sent;
  return (
    <li className="sent__kit">
      <button
        type="button"
        className="sent__open"
        disabled={!kit}
        title={kit ? batchWords.show(kitSpoken(kit)) : undefined}
        onClick={() => props.onShow(kitId)}
      >
        <span className="sent__row">{place}</span>
        {trip.flight ? <span className="code">{trip.flight}</span> : null}
        <span className="code">{`${trip.origin} ${appWords.arrow} ${trip.destination}`}</span>
      </button>
      <span className="hint ellipsis">{kit?.failure?.message ?? kit?.activity ?? ''}</span>
      {kit ? (
        <Badge tone={stateLooks[kit.state].tone}>{stateLabel(kit)}</Badge>
      ) : (
        <Badge tone="calm">{batchWords.gone}</Badge>
      )}
    </li>
  );
});
