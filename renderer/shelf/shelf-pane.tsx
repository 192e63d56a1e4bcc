import { type FormEvent, useId, useState } from 'react';
import { MAX_WANTED, namesOf, ownFlightsOf } from '../../main/shelf/rules/own-flights.ts';
import type { OwnFlight, Shelf, ShelfWants } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Check, errorOf, InputField } from '../design/field.tsx';
import { formatUtc, formatUtcDate } from '../design/format.ts';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { PaneHead } from '../design/pane-head.tsx';
import { useCall } from '../shell/state/calls.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useBridge, useStores } from '../shell/state/registry.tsx';
import { ShelfBoardView } from './shelf-board.tsx';
import { useShelves } from './shelf-store.ts';
import { shelfWords } from './words.ts';

const words = shelfWords;

/** The contract's own bound (preload/contract/shelf.ts). */
const MAX_LENGTH = 20;

/** The shelves of this laptop's profiles, and what is wanted of each. */
export function ShelfPane() {
  const [navigation] = useStores(navigationSlice);
  const shelves = useShelves((state) => state.shelves);
  const [boardOf, setBoardOf] = useState<string | null>(null);
  const [cameFrom, setCameFrom] = useState<string | null>(null);
  const board = shelves?.find(({ profile_id }) => profile_id === boardOf);
  const close = () => navigation.getState().show('kit');
  if (board !== undefined) {
    const back = () => {
      setBoardOf(null);
      setCameFrom(board.profile_id);
    };
    return <ShelfBoardView shelf={board} onBack={back} onClose={close} />;
  }
  return (
    <>
      <PaneHead title={words.title} onClose={close} />
      <div className="stack">
        <p className="muted">{words.intro}</p>
        {shelves?.map((shelf) => (
          <ShelfCard
            key={shelf.profile_id}
            shelf={shelf}
            isBack={shelf.profile_id === cameFrom}
            onBoard={() => setBoardOf(shelf.profile_id)}
          />
        ))}
      </div>
    </>
  );
}

/** @param props.isBack the board of this shelf was shown just now */
function ShelfCard({ shelf, isBack, onBoard }: { shelf: Shelf; isBack: boolean; onBoard(): void }) {
  const { profile_id, name, where, takes_login, heard_at, valid_until, trouble, receipts } = shelf;
  const bridge = useBridge();
  const look = useCall(bridge.shelf.look);
  const isOverdue = valid_until !== null && Date.parse(valid_until) < Date.now();
  return (
    <section className="stack" aria-label={name}>
      <h3>{words.where(name, where)}</h3>
      {trouble === null ? null : <Notice tone="warn">{trouble}</Notice>}
      {isOverdue ? <Notice tone="warn">{words.overdue(formatUtc(valid_until))}</Notice> : null}
      <Wanted shelf={shelf} />
      <p role="status">{heard_at === null ? words.never : words.heard(formatUtc(heard_at))}</p>
      {receipts === 'none' ? null : <Receipt receipts={receipts} receipt={shelf.receipt} />}
      <FailureNotice failure={look.failure} />
      <div className="row">
        <Button disabled={look.busy} onClick={() => void look.run(profile_id)}>
          {words.look}
        </Button>
        {receipts === 'none' && !shelf.is_desk ? null : (
          <Button autoFocus={isBack} onClick={onBoard}>
            {receipts === 'none' ? words.toThere : words.toBoard}
          </Button>
        )}
        {takes_login ? (
          <Button
            look="quiet"
            onClick={() => void bridge.setup.open({ part: 'shelf', profile_id }).catch(() => {})}
          >
            {words.toLogin}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** What this laptop writes on the shelf, and whether it could. */
function Receipt({
  receipts,
  receipt,
}: {
  receipts: Exclude<Shelf['receipts'], 'none'>;
  receipt: Shelf['receipt'];
}) {
  const { written_at, trouble } = receipt;
  return (
    <>
      <p className="muted">
        {words.receipts[receipts]} {written_at === null ? null : words.written(formatUtc(written_at))}
      </p>
      {trouble === null ? null : <Notice tone="warn">{words.notWritten(trouble)}</Notice>}
    </>
  );
}

type Kind = 'none' | 'some' | 'all';

function Wanted({ shelf: { profile_id, wants } }: { shelf: Shelf }) {
  const [navigation] = useStores(navigationSlice);
  const choose = useCall(useBridge().shelf.choose);
  const group = useId();
  const [kind, setKind] = useState<Kind>(wants === 'all' ? 'all' : wants.length === 0 ? 'none' : 'some');
  const [text, setText] = useState(namesOf(wants).join(' '));
  const own = ownFlightsOf(wants);
  const [keepsOwn, setKeepsOwn] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = wantsOf(kind, text, keepsOwn ? own : []);
    setProblem('problem' in wanted ? wanted.problem : null);
    if ('wants' in wanted) void choose.run(profile_id, wanted.wants);
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      <fieldset className="choices" disabled={choose.busy}>
        <legend>{words.wanted}</legend>
        {(['none', 'some', 'all'] as const).map((one) => (
          <Check
            key={one}
            type="radio"
            name={group}
            checked={kind === one}
            onChange={() => {
              setKind(one);
              setProblem(null);
            }}
          >
            {words[one]}
          </Check>
        ))}
      </fieldset>
      {kind === 'some' ? (
        <>
          <InputField
            label={words.flights}
            hint={words.flightsHint}
            problems={errorOf(problem)}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
          <OwnFlights own={own} isKept={keepsOwn} onChange={setKeepsOwn} />
          <div className="row">
            <Button look="quiet" onClick={() => navigation.getState().toBatch()}>
              {words.addOwn}
            </Button>
          </div>
        </>
      ) : null}
      <FailureNotice failure={choose.failure} />
      <div className="row">
        <Button type="submit" look="primary" disabled={choose.busy}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

/** The flights of the roster that was read, by departure. */
function OwnFlights({
  own,
  isKept,
  onChange,
}: {
  own: readonly OwnFlight[];
  isKept: boolean;
  onChange(isKept: boolean): void;
}) {
  const [first, last] = [own[0], own.at(-1)];
  return first === undefined || last === undefined ? null : (
    <Check checked={isKept} onChange={(event) => onChange(event.target.checked)}>
      {words.own(own.length, formatUtcDate(first.departure), formatUtcDate(last.departure))}
    </Check>
  );
}

/** What a person has chosen, or a sentence that says what is wrong with it. */
export function wantsOf(
  kind: Kind,
  text: string,
  own: readonly OwnFlight[],
): { wants: ShelfWants } | { problem: string } {
  if (kind === 'all') return { wants: 'all' };
  if (kind === 'none') return { wants: [] };
  const flights = [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];
  const long = flights.find((flight) => flight.length > MAX_LENGTH);
  const wants = [...flights, ...own];
  if (wants.length === 0) return { problem: words.empty };
  if (long !== undefined) return { problem: words.long(long) };
  return wants.length > MAX_WANTED ? { problem: words.many(MAX_WANTED) } : { wants };
}
