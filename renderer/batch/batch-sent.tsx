import { memo, useCallback, useMemo } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Badge } from '../design/notice.tsx';
import { ProgressBar } from '../design/progress-bar.tsx';
import { appWords } from '../design/words.ts';
import { kitSpoken, stateLabel, stateLooks } from '../kits/kit-words.ts';
import { useKits } from '../kits/kits-store.ts';
import { settingsWords } from '../settings/words.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { useForbidden } from '../shell/state/settings-store.ts';
import { type SentKit, tally } from './batch-state.ts';
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
  return (
    <section className={isAlone ? 'sent sent--alone' : 'sent'} aria-label={batchWords.result}>
      <div className="sent__head">
        <h2>{batchWords.result}</h2>
        <span className="batch__spring" />
        <Button icon="down" disabled={noCopies} onClick={() => void batch.getState().save()}>
          {batchWords.export}
        </Button>
      </div>
      {noCopies ? <p className="hint">{settingsWords.managed}</p> : null}
      <ProgressBar label={batchWords.progress(ready, all)} share={all > 0 ? ready / all : 0} />
      <p role="status" className="sent__tally">
        {[
          batchWords.progress(ready, all),
          ...(waiting > 0 ? [batchWords.waiting(waiting)] : []),
          ...(failed > 0 ? [batchWords.failed(failed)] : []),
          ...(decide > 0 ? [batchWords.decide(decide)] : []),
        ].join(', ')}
      </p>
      <ul className="sent__list">
        {sent.map((one) => (
          <SentRow key={one.kitId} sent={one} kit={byId.get(one.kitId) ?? null} onShow={show} />
        ))}
      </ul>
    </section>
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
