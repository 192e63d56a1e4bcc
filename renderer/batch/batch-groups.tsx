import { useState } from 'react';
import type { NotTakenEvent } from '../../main/trips/rules/trip-file.ts';
import { useDepartureText } from '../airports/airports.ts';
import { Button } from '../design/button.tsx';
import { copyText } from '../design/copy-text.ts';
import { questionSlice } from '../kits/kit-question.tsx';
import { stateLooks } from '../kits/kit-words.ts';
import { useKits } from '../kits/kits-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { placeOf, tripName } from './batch-rows.ts';
import { useBatch } from './batch-store.ts';
import type { KnownFlight, Standing } from './known-flights.ts';
import { batchWords } from './words.ts';

const words = batchWords;

/** What is shown of a file: all rows, those of one kind, or what is no row. */
export type Group = 'all' | Standing | 'missing' | 'notTaken';

const order: readonly Group[] = ['all', 'new', 'changed', 'cancelled', 'same', 'missing', 'notTaken'];

/** How many there are of each. */
export function useGroupCounts(): Record<Group, number> {
  const rows = useBatch((state) => state.rows);
  const missing = useBatch((state) => state.missing.length);
  const notTaken = useBatch((state) => state.notTaken.length);
  const counts = { all: rows.length, new: 0, changed: 0, cancelled: 0, same: 0, missing, notTaken };
  for (const { standing } of rows) counts[standing.standing] += 1;
  return counts;
}

/** Whether there are groups to choose: not where every row is a new flight. */
export function hasGroups(counts: Record<Group, number>): boolean {
  return counts.new !== counts.all || counts.missing + counts.notTaken > 0;
}

/** The groups with a word and a number each; the one that is shown is pressed. */
export function BatchGroups(props: {
  counts: Record<Group, number>;
  group: Group;
  onChoose: (group: Group) => void;
}) {
  const { counts, group } = props;
  return (
    <fieldset className="batch__groups">
      <legend className="sr-only">{words.groups}</legend>
      {order
        .filter((one) => counts[one] > 0)
        .map((one) => (
          <Button key={one} aria-pressed={one === group} onClick={() => props.onChoose(one)}>
            {words.group(words.groupNames[one], counts[one])}
          </Button>
        ))}
    </fieldset>
  );
}

/** Flights that are here and that the file does not name. */
export function MissingList() {
  const missing = useBatch((state) => state.missing);
  const departureText = useDepartureText();
  return (
    <section className="untaken" aria-label={batchWords.groupNames.missing}>
      <p className="hint">{batchWords.missingIntro}</p>
      <ul className="sent__list untaken__scroll framed">
        {missing.map((flight) => (
          <li key={flight.kit.id} className="missing">
            <span className="code">{tripName(flight.trip)}</span>
            <span className="hint">{departureText(flight.trip)}</span>
            <span className="flights__acts">
              <KnownActs known={[flight]} name={tripName(flight.trip)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The lines of a file that are no row, each with the reason. */
export function NotTakenList() {
  const lines = useBatch((state) => state.notTaken);
  const isSheet = useBatch((state) => state.isSheet);
  const [outcome, setOutcome] = useState<string | null>(null);
  const place = (line: NotTakenEvent) => placeOf(line.line, line.sheet ?? null, isSheet);
  const text = () => lines.map((line) => [place(line), line.text, line.why].join('\t')).join('\n');
  return (
    <section className="untaken" aria-label={batchWords.groupNames.notTaken}>
      <div className="bar">
        <p className="hint">{batchWords.notTakenIntro}</p>
        <span className="batch__spring" />
        <span role="status" className="hint">
          {outcome}
        </span>
        <Button onClick={() => setOutcome(copyText(text()) ? batchWords.copied : batchWords.copyFailed)}>
          {batchWords.copy}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="untaken__scroll framed" tabIndex={0} aria-label={batchWords.notTakenTable}>
        <table className="untaken__table">
          <thead>
            <tr>
              <th scope="col">{batchWords.line}</th>
              <th scope="col">{batchWords.text}</th>
              <th scope="col">{batchWords.why}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file keep their places
              <tr key={index}>
                <td>{place(line)}</td>
                <td className="code">{line.text}</td>
                <td>{line.why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** What can be done about the kits of a flight that is cancelled; nothing is done before a person presses it. */
export function KnownActs({ known, name }: { known: readonly KnownFlight[]; name: string }) {
  const kits = useKits((state) => state.kits);
  if (known.length === 0) return <span>{batchWords.nothingHere}</span>;
  const here = known.filter(({ kit }) => kits.some(({ id }) => id === kit.id));
  if (here.length === 0) return <span>{batchWords.actsDone}</span>;
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
      aria-label={batchWords.actOf(batchWords.acts[action], name)}
      onClick={() => question.getState().ask(id, action)}
    >
      {batchWords.acts[action]}
    </Button>
  );
}
