import { useState } from 'react';
import type { Kit, KitAudit } from '../../../../preload/contract.ts';
import { useDepartureText } from '../../../airports/airports.ts';
import { Button } from '../../../design/button.tsx';
import { type Fact, Facts } from '../../../design/facts.tsx';
import { formatBytes, formatUtc } from '../../../design/format.ts';
import { Notice } from '../../../design/notice.tsx';
import { ProgressBar } from '../../../design/progress-bar.tsx';
import { useNow } from '../../../design/timing.ts';
import { failureWords } from '../../../design/words.ts';
import { useRead } from '../../../shell/state/calls.ts';
import { navigationSlice } from '../../../shell/state/navigation-store.ts';
import { useBridge, useStores } from '../../../shell/state/registry.tsx';
import { useProfileNames } from '../../../shell/state/session-store.ts';
import { dateWords, factWords, kitAirac } from '../../airac.ts';
import { KitBadge, MessageList, Why } from '../../kit-badges.tsx';
import {
  changesWithTime,
  kitProgress,
  kitTitle,
  stateLabel,
  waitSentence,
  waitWhy,
} from '../../kit-words.ts';
import { useKits } from '../../kits-store.ts';
import { librarySlice } from '../../list/library-store.ts';
import { messagesToRead, uniqueMessages } from '../../message-words.ts';
import { SoundnessNote } from '../../soundness-note.tsx';
import { newerWithdrawnText, soundnessFact, withdrawnNewer } from '../../soundness-words.ts';
import { airacWords, kitWords, messageWords, openingWords, stateWords, trustWords } from '../../words.ts';
import { DepartureForm } from './departure-form.tsx';
import { KitActions } from './kit-actions.tsx';
import { KitHistory, useAudit } from './kit-history.tsx';
import { AiracNote, ChangesNote, ChartDatesNote } from './kit-notes.tsx';
import './kit.css';

const words = kitWords;

/** Everything that is known about one kit, and what can be done with it. */
export function KitDetails({ kit }: { kit: Kit }) {
  return (
    <article className="kit" aria-label={kitTitle(kit)}>
      <header className="kit__head">
        <h2 className={kit.trip ? 'kit__title' : 'kit__title code'}>{kitTitle(kit)}</h2>
        <KitBadge kit={kit} />
      </header>
      <SupersededNote kit={kit} />
      <ChangesNote kit={kit} />
      <AiracNote kit={kit} />
      <ChartDatesNote kit={kit} />
      <SoundnessNote kit={kit} />
      <KitStatus kit={kit} />
      <KitActions kit={kit} />
      <KitMessages kit={kit} />
      <KitFacts kit={kit} />
      <KitRecord kit={kit} />
    </article>
  );
}

/** The selected kit while a filter hides it: its state, without actions on it. */
export function HiddenKit({ kit }: { kit: Kit }) {
  const [library] = useStores(librarySlice);
  return (
    <article className="kit" aria-label={kitTitle(kit)}>
      <header className="kit__head">
        <h2 className={kit.trip ? 'kit__title' : 'kit__title code'}>{kitTitle(kit)}</h2>
        <KitBadge kit={kit} />
      </header>
      <Notice
        tone="calm"
        action={<Button onClick={() => library.getState().clearFilter()}>{words.showHidden}</Button>}
      >
        {words.hidden}
      </Notice>
      <KitStatus kit={kit} />
    </article>
  );
}

function KitStatus({ kit }: { kit: Kit }) {
  const now = useNow(changesWithTime(kit));
  const progress = kitProgress(kit, now);
  const why = waitWhy(kit);
  // The document's note shows the failure.
  if (kit.state === 'failed' && kit.document) return null;
  if (kit.state === 'failed' && kit.failure)
    return (
      <Notice tone="danger">
        <strong>{`${failureWords.kinds[kit.failure.kind]}. `}</strong>
        {kit.failure.message}
      </Notice>
    );
  if (kit.state === 'unconfirmed')
    return (
      <Notice tone="warn">
        {stateWords.explain.unconfirmed}
        {kit.failure ? <Why>{kit.failure.message}</Why> : null}
      </Notice>
    );
  return (
    <div className="kit__status">
      {progress ? (
        <>
          {kit.wait === null || progress.share !== null ? (
            <ProgressBar share={progress.share} label={stateLabel(kit)} />
          ) : null}
          <p className="kit__progress">{progress.text}</p>
        </>
      ) : null}
      <p>{waitSentence(kit, now) ?? explain(kit)}</p>
      {why === null ? null : <Why>{why}</Why>}
    </div>
  );
}

/** What a kit's state means; of a sound document also when it was last checked. */
function explain({ state, soundness }: Kit): string {
  const text = stateWords.explain[state];
  if (state !== 'ready' || soundness?.state !== 'verified') return text;
  return `${stateWords.checkedAt(formatUtc(soundness.at))} ${text}`;
}

function KitMessages({ kit }: { kit: Kit }) {
  // The failure's messages are usually also the kit's; each is shown once.
  const all = uniqueMessages([...kit.messages, ...(kit.failure?.messages ?? [])]);
  if (all.length === 0) return null;
  return (
    <section className="kit__section" aria-label={messageWords.heading}>
      <h3>{messageWords.heading}</h3>
      <MessageList messages={all} trip={kit.trip} />
      <Acknowledged kit={kit} />
    </section>
  );
}

/** Says that there is a newer kit for the flight, with a button to show it, or that it was withdrawn. */
function SupersededNote({ kit }: { kit: Kit }) {
  const [navigation] = useStores(navigationSlice);
  const withdrawn = useKits((state) => withdrawnNewer(kit, state.kits));
  const newer = kit.superseded_by;
  if (withdrawn !== null) return <Notice tone="warn">{newerWithdrawnText(withdrawn, Date.now())}</Notice>;
  if (!newer) return null;
  return (
    <Notice
      tone="calm"
      action={
        <Button onClick={() => navigation.getState().select(newer)}>{openingWords.superseded.show}</Button>
      }
    >
      {openingWords.superseded.note}
    </Notice>
  );
}

function KitFacts({ kit }: { kit: Kit }) {
  const { trip, document } = kit;
  const names = useProfileNames();
  const departureText = useDepartureText();
  const airac = kitAirac(kit, Date.now());
  const facts: Fact[] = [
    [words.flightLabel, trip?.flight],
    [words.departureLabel, departureText(trip)],
    [words.alternatesLabel, trip?.alternates?.join(' ')],
    [words.routeLabel, trip?.route, 'code'],
    [words.remarksLabel, trip?.remarks],
    [words.shelfLabel, kit.shelf && words.fromShelf(kit.shelf.name, formatUtc(kit.shelf.put_at))],
    [words.idLabel, trip ? null : kit.tripkit_id, 'code'],
    [openingWords.profile, names?.get(kit.profile_id)],
    [airacWords.label, airac && factWords(airac)],
    [airacWords.datesLabel, dateWords(kit).join(' · ')],
    [words.dueLabel, kit.state === 'planned' && kit.due_at ? formatUtc(kit.due_at) : null],
    [words.documentLabel, document ? words.document(formatBytes(document.bytes), document.pages) : null],
  ];
  return (
    <section className="kit__section">
      {trip ? null : <p className="muted">{words.followed}</p>}
      <Facts facts={facts} />
      <DepartureForm kit={kit} />
    </section>
  );
}

/** Who asked for the kit and when, its ids and hash, and its history, on demand: for those who look into a kit's past. */
function KitRecord({ kit }: { kit: Kit }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="kit__section kit__record"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h3>{words.record}</h3>
      </summary>
      {open ? <RecordContent kit={kit} /> : null}
    </details>
  );
}

function RecordContent({ kit }: { kit: Kit }) {
  const [audit, readAgain] = useAudit(kit);
  return (
    <>
      <Facts facts={recordFacts(kit, audit === 'failed' ? null : audit)} />
      <KitHistory audit={audit} onAgain={readAgain} />
    </>
  );
}

function recordFacts(kit: Kit, audit: KitAudit | null): Fact[] {
  const { trip, document } = kit;
  const opened = kit.opened_at ? formatUtc(kit.opened_at) : words.openedNever;
  return [
    kit.tripkit_id === null
      ? [words.idLabel, words.idUnknown]
      : [words.idLabel, trip && kit.tripkit_id, 'code'],
    [
      kit.state === 'planned' ? words.plannedLabel : trip ? words.createdLabel : words.trackedLabel,
      formatUtc(kit.created_at, { seconds: true }),
    ],
    [words.askedBy, audit ? (audit.asked_by ?? words.askedByUnknown) : null],
    [words.openedLabel, document ? opened : null],
    [trustWords.integrity, soundnessFact(kit)],
    [words.sha256Label, document?.sha256, 'code'],
  ];
}

/** Who has read the messages of the current document and when, or that they are unread. */
function Acknowledged({ kit }: { kit: Kit }) {
  const bridge = useBridge();
  const { id, acknowledged } = kit;
  const wanted = messagesToRead(kit).length > 0;
  const sha256 = kit.document?.sha256 ?? null;
  const all = useRead(
    async () => (acknowledged && wanted ? bridge.kits.acknowledgements(id) : []),
    ...[bridge, id, acknowledged, wanted, sha256],
  );
  const last = all?.findLast((one) => one.document_sha256 === sha256);
  if (!wanted) return null;
  if (!acknowledged && kit.state === 'ready')
    return <p className="muted">{openingWords.acknowledge.toRead}</p>;
  if (!last) return null;
  return <p className="muted">{openingWords.acknowledge.given(last.by, formatUtc(last.at))}</p>;
}
