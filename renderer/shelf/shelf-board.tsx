import { useEffect, useRef, useState } from 'react';
import { compareDepartures } from '../../main/kits/rules/kit-facts.ts';
import type { BoardKit, BoardLaptop, Shelf, ShelfBoard } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { InputField } from '../design/field.tsx';
import { formatUtc, formatUtcShort } from '../design/format.ts';
import { Badge, FailureNotice, Notice } from '../design/notice.tsx';
import { PaneHead } from '../design/pane-head.tsx';
import { useCall } from '../shell/state/calls.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { DeskSays } from './desk-words.tsx';
import { boardWords as words } from './words.ts';
import './shelf.css';

/** Kits that are shown at once; a person finds others by their flight. */
const MAX_SHOWN = 100;
/** Names that are shown without being asked for. */
const MAX_OPEN = 5;

const short = (iso: string) => formatUtcShort(iso, Date.now());

type Laptops = ReadonlyMap<string, { name: string; laptop: BoardLaptop }>;

/** Who had which kit of a shelf, flight by flight. */
export function ShelfBoardView({
  shelf,
  onBack,
  onClose,
}: {
  shelf: Shelf;
  onBack(): void;
  onClose(): void;
}) {
  const { profile_id, receipts } = shelf;
  const hasReceipts = receipts !== 'none';
  const { busy, answer: board, failure, run } = useCall(useBridge().shelf.board);
  const back = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is another one each time
  useEffect(() => {
    back.current?.querySelector('button')?.focus();
    void run(profile_id);
  }, [profile_id]);
  return (
    <>
      <PaneHead title={hasReceipts ? words.title : words.titleThere} onClose={onClose} />
      <div className="stack">
        <div className="row" ref={back}>
          <Button look="quiet" icon="back" onClick={onBack}>
            {words.back}
          </Button>
          <Button disabled={busy} onClick={() => void run(profile_id)}>
            {words.again}
          </Button>
        </div>
        {hasReceipts ? <p className="muted">{words.intro(shelf.name)}</p> : null}
        <p role="status">
          {board
            ? words.read(formatUtc(board.read_at), hasReceipts ? board.laptops.length : null)
            : busy
              ? words.reading
              : ''}
        </p>
        <FailureNotice failure={failure} />
        {board ? <Board shelf={shelf} board={board} onSaid={() => void run(profile_id)} /> : null}
      </div>
    </>
  );
}

function Board({ shelf, board, onSaid }: { shelf: Shelf; board: ShelfBoard; onSaid(): void }) {
  const { heard_within_hours: hours, receipts, is_desk, profile_id } = shelf;
  const [query, setQuery] = useState('');
  const laptops = namesOf(board.laptops);
  const silent = board.laptops.filter(({ is_silent }) => is_silent);
  const full = board.laptops.filter(({ left_out }) => left_out > 0);
  const found = boardRows(board, query, Date.now());
  return (
    <>
      {board.is_whole ? null : <Notice tone="warn">{words.tooMany}</Notice>}
      {board.refused.length > 0 ? (
        <Notice tone="warn">
          <p>{words.refused(board.refused.length)}</p>
          <ul className="board__list">
            {board.refused.slice(0, MAX_OPEN).map(({ name, message }) => (
              <li key={name}>{words.refusal(name.slice(0, 8), message)}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {silent.length > 0 ? (
        <details open={silent.length <= MAX_OPEN}>
          <summary>{words.silent(hours, silent.length)}</summary>
          <ul className="board__list">
            {silent.map(({ fingerprint, at }) => (
              <li key={fingerprint}>{words.last(laptops.get(fingerprint)?.name ?? '', short(at))}</li>
            ))}
          </ul>
        </details>
      ) : null}
      {full.length > 0 ? (
        <p className="muted">
          {words.full(full.map(({ fingerprint }) => laptops.get(fingerprint)?.name ?? ''))}
        </p>
      ) : null}
      <section className="stack" aria-label={words.flights}>
        <h3>{words.flights}</h3>
        <InputField
          type="search"
          label={words.find}
          hint={words.findHint}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p className="muted" role="status">
          {words.shown(Math.min(found.length, MAX_SHOWN), found.length)}
        </p>
        <ul className="board__kits">
          {found.slice(0, MAX_SHOWN).map((kit) => (
            <li key={kit.tripkit_id} className="board__kit">
              <BoardRow kit={kit} laptops={receipts === 'none' ? null : laptops} />
              {is_desk && kit.recalled === null ? (
                <DeskSays profile_id={profile_id} kit={kit} onSaid={onSaid} />
              ) : null}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** @param props.laptops null: laptops write no receipts */
function BoardRow({ kit, laptops }: { kit: BoardKit; laptops: Laptops | null }) {
  const { trip, put_at, recalled, had_by, to_acknowledge } = kit;
  const opened = had_by.filter(({ opened_at }) => opened_at !== null).length;
  const acknowledged = had_by.filter(({ acknowledged_at }) => acknowledged_at !== null).length;
  return (
    <>
      <p>
        <strong>{words.flight(trip.flight ?? '', trip.origin, trip.destination)}</strong>{' '}
        {trip.departure === undefined ? null : short(trip.departure)}
      </p>
      <p className="muted">{words.put(short(put_at))}</p>
      {recalled ? (
        <p>
          <Badge tone="danger">{words.withdrawn(short(recalled.at))}</Badge> {recalled.why}
        </p>
      ) : null}
      {laptops === null ? null : had_by.length === 0 ? (
        <p>{words.nobody}</p>
      ) : (
        <details>
          <summary>{words.had(had_by.length, opened, to_acknowledge ? acknowledged : null)}</summary>
          <ul className="board__list">
            {had_by.map((had) => (
              <HadBy key={had.fingerprint} had={had} recalled={recalled} laptops={laptops} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function HadBy({
  had,
  recalled,
  laptops,
}: {
  had: BoardKit['had_by'][number];
  recalled: BoardKit['recalled'];
  laptops: Laptops;
}) {
  const { at, same_document, ready_at, opened_at, acknowledged_at } = had;
  const known = laptops.get(had.fingerprint);
  const isUnaware = recalled !== null && Date.parse(at) < Date.parse(recalled.at);
  return (
    <li>
      <strong>{known?.name}</strong> {words.hadAt(short(at))}{' '}
      <span className="muted">
        {[
          words.verified(short(ready_at)),
          opened_at === null ? words.unopened : words.opened(short(opened_at)),
          acknowledged_at === null ? null : words.acknowledged(short(acknowledged_at)),
        ]
          .filter((text) => text !== null)
          .join(' ')}
      </span>{' '}
      {same_document ? null : <Badge tone="warn">{words.earlier}</Badge>}
      {isUnaware ? <Badge tone="danger">{words.unaware}</Badge> : null}
      {known?.laptop.is_silent && !isUnaware ? <Badge tone="warn">{words.since}</Badge> : null}
    </li>
  );
}

/** Laptops by fingerprint, each with a name that no other one has. */
function namesOf(laptops: readonly BoardLaptop[]): Laptops {
  const plain = ({ laptop, person }: BoardLaptop) => words.laptop(laptop, person);
  const counts = Map.groupBy(laptops, plain);
  return new Map(
    laptops.map((laptop) => {
      const { fingerprint } = laptop;
      const name = plain(laptop);
      const isShared = (counts.get(name)?.length ?? 0) > 1;
      return [fingerprint, { laptop, name: isShared ? words.key(name, fingerprint.slice(0, 8)) : name }];
    }),
  );
}

/** The kits of which flight, airports or a laptop have all words of `query`; the next flight first. @param now ms since 1970 UTC */
export function boardRows({ kits, laptops }: ShelfBoard, query: string, now: number): BoardKit[] {
  const wanted = query.toUpperCase().split(/\s+/).filter(Boolean);
  const names = new Map(
    laptops.map(({ fingerprint, laptop, person }) => [fingerprint, `${laptop} ${person ?? ''}`]),
  );
  const today = new Date(now).setUTCHours(0, 0, 0, 0);
  const timeOf = ({ trip, put_at }: BoardKit) => {
    const departs = Date.parse(trip.departure ?? '');
    return Number.isNaN(departs)
      ? { at: Date.parse(put_at), departs: false }
      : { at: departs, departs: true };
  };
  return kits
    .filter(({ trip, had_by }) => {
      const text = [
        trip.flight,
        trip.origin,
        trip.destination,
        ...had_by.map((had) => names.get(had.fingerprint)),
      ];
      return wanted.every((word) => text.some((one) => one?.toUpperCase().includes(word)));
    })
    .sort((a, b) => compareDepartures(timeOf(a), timeOf(b), today));
}
