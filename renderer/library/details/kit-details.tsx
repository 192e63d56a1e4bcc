import { useEffect, useState } from 'react';
import type { Acknowledgement, Kit, KitAudit } from '../../../preload/contract.ts';
import { Button } from '../../design/button.tsx';
import { type Fact, Facts } from '../../design/facts.tsx';
import { formatBytes, formatUtc } from '../../design/format.ts';
import { Notice } from '../../design/notice.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { useNow } from '../../design/use-now.ts';
import { kitProgress, kitTitle, stateLabel } from '../../kits/kit-words.ts';
import { MessageList } from '../../kits/message-list.tsx';
import { messagesToRead, uniqueMessages } from '../../kits/message-words.ts';
import { StateBadge } from '../../kits/state-badge.tsx';
import { useProfileNames } from '../../session/session-store.ts';
import { navigationSlice } from '../../state/navigation-store.ts';
import { useBridge, useStores } from '../../state/registry.tsx';
import { strings } from '../../strings/strings.ts';
import { AiracNote, airacFact } from './airac-note.tsx';
import { KitActions } from './kit-actions.tsx';
import { KitHistory, useAudit } from './kit-history.tsx';
import './kit.css';

const words = strings.kit;

/** Everything that is known of one kit, and what can be done with it. */
export function KitDetails({ kit }: { kit: Kit }) {
  const audit = useAudit(kit);
  return (
    <article className="kit" aria-label={kitTitle(kit)}>
      <header className="kit__head">
        <h2 className={kit.trip ? 'kit__title' : 'kit__title code'}>{kitTitle(kit)}</h2>
        <StateBadge state={kit.state}>{stateLabel(kit)}</StateBadge>
      </header>
      <SupersededNote kit={kit} />
      <AiracNote kit={kit} />
      <KitStatus kit={kit} />
      <KitActions kit={kit} />
      <KitMessages kit={kit} />
      <KitFacts kit={kit} audit={audit === 'failed' ? null : audit} />
      <KitHistory audit={audit} />
    </article>
  );
}

function KitStatus({ kit }: { kit: Kit }) {
  const now = useNow(kit.state === 'generating');
  const progress = kitProgress(kit, now);
  if (kit.state === 'failed' && kit.failure)
    return (
      <Notice tone="danger">
        <strong>{`${strings.failure.kinds[kit.failure.kind]}. `}</strong>
        {kit.failure.message}
      </Notice>
    );
  if (kit.state === 'unconfirmed')
    return (
      <Notice tone="warn">
        {strings.states.explain.unconfirmed}
        {kit.failure ? <span className="notice__small">{kit.failure.message}</span> : null}
      </Notice>
    );
  return (
    <div className="kit__status">
      {progress ? (
        <>
          <ProgressBar share={progress.share} label={stateLabel(kit)} />
          <p className="kit__progress">{progress.text}</p>
        </>
      ) : null}
      <p>{kit.activity ?? strings.states.explain[kit.state]}</p>
    </div>
  );
}

function KitMessages({ kit }: { kit: Kit }) {
  // The failure's own messages are usually the kit's too; each is shown once.
  const all = uniqueMessages([...kit.messages, ...(kit.failure?.messages ?? [])]);
  if (all.length === 0) return null;
  return (
    <section className="kit__section" aria-label={strings.messages.heading}>
      <h3>{strings.messages.heading}</h3>
      <MessageList messages={all} trip={kit.trip} />
      <Acknowledged kit={kit} />
    </section>
  );
}

/** A newer kit for the flight is there: the way to it. */
function SupersededNote({ kit }: { kit: Kit }) {
  const [navigation] = useStores(navigationSlice);
  const newer = kit.superseded_by;
  if (!newer) return null;
  return (
    <Notice
      tone="calm"
      action={
        <Button onClick={() => navigation.getState().select(newer)}>{strings.opening.superseded.show}</Button>
      }
    >
      {strings.opening.superseded.note}
    </Notice>
  );
}

function KitFacts({ kit, audit }: { kit: Kit; audit: KitAudit | null }) {
  const { trip, document } = kit;
  const names = useProfileNames();
  const opened = kit.opened_at ? formatUtc(kit.opened_at) : words.openedNever;
  const facts: Fact[] = [
    [words.flightLabel, trip?.flight],
    [words.departureLabel, trip?.departure ? formatUtc(trip.departure) : null],
    [words.alternatesLabel, trip?.alternates?.join(' ')],
    [words.routeLabel, trip?.route, 'code'],
    kit.tripkit_id === null ? [words.idLabel, words.idUnknown] : [words.idLabel, kit.tripkit_id, 'code'],
    [strings.opening.profile, names?.get(kit.profile_id)],
    [strings.airac.label, airacFact(kit, Date.now())],
    [words.createdLabel, formatUtc(kit.created_at, { seconds: true })],
    [words.askedBy, audit ? (audit.asked_by ?? words.askedByUnknown) : null],
    [words.openedLabel, document ? opened : null],
    [words.sha256Label, document?.sha256, 'code'],
    [words.documentLabel, document ? words.document(formatBytes(document.bytes), document.pages) : null],
  ];
  return (
    <section className="kit__section">
      {trip ? null : <p className="muted">{words.followed}</p>}
      <Facts facts={facts} />
    </section>
  );
}

/** Who has read the messages of the present document and when; or that they are still to be read. */
function Acknowledged({ kit }: { kit: Kit }) {
  const bridge = useBridge();
  const [last, setLast] = useState<Acknowledgement | null>(null);
  const { id, acknowledged } = kit;
  const wanted = messagesToRead(kit).length > 0;
  const sha256 = kit.document?.sha256 ?? null;
  useEffect(() => {
    let here = true;
    setLast(null);
    if (acknowledged && wanted)
      bridge.kits.acknowledgements(id).then(
        (list) => here && setLast(list.findLast((one) => one.document_sha256 === sha256) ?? null),
        // Without it only this line is missing.
        () => {},
      );
    return () => {
      here = false;
    };
  }, [bridge, id, acknowledged, wanted, sha256]);
  if (!wanted) return null;
  if (!acknowledged && kit.state === 'ready')
    return <p className="muted">{strings.opening.acknowledge.toRead}</p>;
  if (!last) return null;
  return <p className="muted">{strings.opening.acknowledge.given(last.by, formatUtc(last.at))}</p>;
}
