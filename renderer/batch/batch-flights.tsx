import { useEffect, useId, useState } from 'react';
import { useAirports } from '../airports/airports.ts';
import { Button } from '../design/button.tsx';
import { ConfirmButton } from '../design/confirm-dialog.tsx';
import { useCommandKeys } from '../design/keys.ts';
import { Notice } from '../design/notice.tsx';
import { useKits } from '../kits/kits-store.ts';
import { librarySlice } from '../kits/list/library-store.ts';
import { settingsWords } from '../settings/words.ts';
import { useShelves } from '../shelf/shelf-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { SendingNotices } from '../shell/state/sending-notices.tsx';
import { useSession } from '../shell/state/session-store.ts';
import { useForbidden } from '../shell/state/settings-store.ts';
import {
  BatchGroups,
  type Group,
  hasGroups,
  MissingList,
  NotTakenList,
  useGroupCounts,
} from './batch-groups.tsx';
import { BatchPaste } from './batch-paste.tsx';
import { hasTime, missingColumns } from './batch-rows.ts';
import { ownFlightsIn } from './batch-send.ts';
import { BatchSent } from './batch-sent.tsx';
import { problemRows } from './batch-state.ts';
import { batchSlice, useBatch } from './batch-store.ts';
import { BatchTable } from './batch-table.tsx';
import type { Standing } from './known-flights.ts';
import { batchWords } from './words.ts';

const words = batchWords;

/** Hours before departure that are offered; airlines' own deadlines lie among them. */
const HOURS = [1, 2, 3, 4, 6, 8, 12, 24, 36, 48] as const;

/** Flights from the paste to the sending, and the results. */
export function BatchFlights() {
  const [batch] = useStores(batchSlice);
  const table = useBatch((state) => state.table);
  const rows = useBatch((state) => state.rows);
  const checked = useBatch((state) => state.checked);
  const sheet = useBatch((state) => state.sheet);
  const sent = useBatch((state) => state.sent.length);
  const message = useBatch((state) => state.message);
  const failure = useBatch((state) => state.failure);
  const profileId = useSession((state) => state.profile?.id ?? null);
  const kits = useKits((state) => state.kits);
  const airports = useAirports();
  // Which table's "More flights" was pressed: after a sending the results have the room.
  const [more, setMore] = useState(-1);

  useEffect(() => batch.getState().setAirports(airports), [batch, airports]);
  useEffect(() => {
    if (profileId && kits) batch.getState().compare(profileId);
  }, [batch, kits, profileId]);
  // The rules are asked again whenever the rows or the profile change.
  useEffect(() => {
    if (rows.length > 0 && !checked) batch.getState().checkSoon(profileId);
  }, [batch, rows, checked, profileId]);
  useCommandKeys('batch', { fixAll: () => batch.getState().fixAll() }, 'dialog');

  return (
    <div className="batch__body">
      <p role="status" className={message ? 'notice tone--ok' : 'sr-only'}>
        {message}
      </p>
      {sent > 0 ? <BatchSent isAlone={table === null} /> : null}
      <PendingFile />
      {table ? (
        <Flights key={sheet} />
      ) : (
        <>
          <Leftovers />
          <SendingNotices failure={failure} />
          {sent > 0 && more !== sheet ? (
            <div>
              <Button onClick={() => setMore(sheet)}>{words.more}</Button>
            </div>
          ) : (
            <BatchPaste />
          )}
        </>
      )}
    </div>
  );
}

/** The table with what is chosen about it, and what sends it; it stays in sight. */
function Flights() {
  const table = useBatch((state) => state.table);
  const failure = useBatch((state) => state.failure);
  const unsaid = useBatch((state) => state.unsaid);
  const counts = useGroupCounts();
  const [chosen, choose] = useState<Group>('all');
  const group = counts[chosen] > 0 ? chosen : 'all';
  const isList = group === 'notTaken' || group === 'missing';
  if (!table) return null;
  return (
    <>
      <div className="bar batch__tools">
        {hasGroups(counts) ? <BatchGroups counts={counts} group={group} onChoose={choose} /> : null}
        {isList ? null : <NextProblem standing={group === 'all' ? null : group} />}
        <Choices />
      </div>
      {missingColumns(table.columns).map((meaning) => (
        <Notice key={meaning} tone="danger">
          {words.noColumn(words.meanings[meaning])}
        </Notice>
      ))}
      {unsaid === null || hasTime(table.columns) ? null : (
        <Notice tone="danger">{words.noClock(unsaid)}</Notice>
      )}
      {group === 'notTaken' ? <NotTakenList /> : null}
      {group === 'missing' ? <MissingList /> : null}
      {isList ? null : <BatchTable key={group} table={table} standing={group === 'all' ? null : group} />}
      <div className="batch__foot">
        <SendingNotices failure={failure} />
        <Sending />
      </div>
    </>
  );
}

/** The button that goes from one row to correct to the next; nothing where none is. */
function NextProblem({ standing }: { standing: Standing | null }) {
  const [batch] = useStores(batchSlice);
  const has = useBatch((state) => problemRows(state, standing).length > 0);
  return has ? (
    <Button icon="alert" onClick={() => batch.getState().nextProblem(standing)}>
      {words.nextProblem}
    </Button>
  ) : null;
}

/** The screen of a file without rows: none could be requested, or all were. */
function Leftovers() {
  const notTaken = useBatch((state) => state.notTaken.length);
  const missing = useBatch((state) => state.missing.length);
  const sent = useBatch((state) => state.sent.length);
  return (
    <>
      {notTaken > 0 && sent === 0 ? <Notice tone="warn">{words.noTrips}</Notice> : null}
      {notTaken > 0 ? <NotTakenList /> : null}
      {missing > 0 ? <MissingList /> : null}
    </>
  );
}

/** The question before another file takes the place of flights that were not requested. */
function PendingFile() {
  const [batch] = useStores(batchSlice);
  const file = useBatch((state) => state.pending?.[0] ?? null);
  const rows = useBatch((state) => state.rows.length);
  const busy = useBatch((state) => state.busy);
  if (!file) return null;
  return (
    <Notice
      tone="warn"
      alert
      action={
        <>
          <Button look="primary" disabled={busy} onClick={() => void batch.getState().answerPending(true)}>
            {words.replaceYes}
          </Button>
          <Button onClick={() => void batch.getState().answerPending(false)}>{words.replaceNo}</Button>
        </>
      }
    >
      {words.replace(file.name, rows)}
    </Notice>
  );
}

/** What the first row is, and what dates in figures mean. */
function Choices() {
  const [batch] = useStores(batchSlice);
  const source = useBatch((state) => state.source);
  const isSheet = useBatch((state) => state.isSheet);
  const name = useBatch((state) => state.name);
  const header = useBatch((state) => state.firstIsHeader);
  const order = useBatch((state) => state.order);
  const open = useBatch((state) => state.rows.some(({ openDate }) => openDate));
  return (
    <div className="bar batch__choices">
      {name === null ? null : <span className="batch__source ellipsis">{words.from(name)}</span>}
      {source && isSheet ? (
        <label className="batch__choice">
          <span>{words.firstRow}</span>
          <select
            className="input"
            value={header ? 'header' : 'flight'}
            onChange={(event) =>
              void batch.getState().readAgain(event.target.value === 'header' ? 'header' : 'flight')
            }
          >
            <option value="header">{words.firstHeader}</option>
            <option value="flight">{words.firstFlight}</option>
          </select>
        </label>
      ) : null}
      {open || order !== null ? (
        <label className="batch__choice">
          <span>{words.dateOrder}</span>
          <select
            className="input"
            aria-invalid={order === null}
            value={order ?? ''}
            onChange={(event) =>
              batch.getState().setOrder(event.target.value === 'month-first' ? 'month-first' : 'day-first')
            }
          >
            {order === null ? <option value="">{words.dateOpen}</option> : null}
            <option value="day-first">{words.dateDayFirst}</option>
            <option value="month-first">{words.dateMonthFirst}</option>
          </select>
        </label>
      ) : null}
      <span className="batch__spring" />
      <Conversions />
      <ConfirmButton
        look="quiet"
        question={{
          title: words.startOverTitle,
          text: words.startOverText,
          yes: words.startOverYes,
          no: words.keep,
        }}
        onYes={() => batch.getState().startOver()}
      >
        {words.startOver}
      </ConfirmButton>
    </div>
  );
}

/** One button for every airport whose code is known by another text. */
function Conversions() {
  const [batch] = useStores(batchSlice);
  const rows = useBatch((state) => state.rows);
  const count = rows.reduce((sum, { notes }) => sum + notes.filter(({ fix }) => fix?.isSure).length, 0);
  return count === 0 ? null : (
    <Button title="Alt+I" onClick={() => batch.getState().fixAll()}>
      {words.fixAll(count)}
    </Button>
  );
}

/** How many can go, and the button that sends them. */
function Sending() {
  const [batch, library] = useStores(batchSlice, librarySlice);
  const { rows, leftOut, again, hoursBefore, busy, checked } = useBatch((state) => state);
  const profileId = useSession((state) => state.profile?.id ?? null);
  const usable = useSession((state) => state.identity?.state === 'usable');
  const noOrders = useForbidden('standing_orders');
  const hint = useId();
  const wanted = rows.filter((_, index) => batch.getState().wanted(index));
  const good = wanted.filter((row) => row.good).length;
  const warned = wanted.filter((row) => row.good && row.notes.length > 0).length;
  const same = rows.filter(({ standing }, index) => standing.standing === 'same' && !again.has(index)).length;
  const cancelled = rows.filter(({ standing }) => standing.standing === 'cancelled').length;
  const going = batch.getState().sendable().length;

  async function send() {
    if (!profileId) return;
    await batch.getState().send(profileId);
    const { failure, table } = batch.getState();
    if (hoursBefore !== null && !failure && !table) library.getState().showPlanned();
  }

  return (
    <div className="bar">
      <div className="batch__summary" role="status">
        {checked ? <p>{words.summary(good, wanted.length)}</p> : null}
        {checked && warned > 0 ? <p>{words.warnings(warned)}</p> : null}
        {checked && same > 0 ? <p>{words.sameLeft(same)}</p> : null}
        {checked && cancelled > 0 ? <p>{words.cancelledLeft(cancelled)}</p> : null}
        {leftOut.size > 0 ? <p>{words.leftOut(leftOut.size)}</p> : null}
        {checked && going < good ? <p>{words.planNeedsDeparture(good - going)}</p> : null}
      </div>
      <label className="batch__choice">
        <span>{words.when}</span>
        <select
          className="input"
          value={hoursBefore ?? ''}
          disabled={noOrders}
          aria-describedby={noOrders ? hint : undefined}
          onChange={(event) =>
            batch.getState().setHoursBefore(event.target.value === '' ? null : Number(event.target.value))
          }
        >
          <option value="">{words.now}</option>
          {HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {words.before(hours)}
            </option>
          ))}
        </select>
        {noOrders ? (
          <span id={hint} className="hint">
            {settingsWords.managed}
          </span>
        ) : null}
      </label>
      <FromShelf />
      <Button look="primary" disabled={busy || !usable || going === 0} onClick={() => void send()}>
        {busy ? words.sending : hoursBefore === null ? words.send(going) : words.plan(going)}
      </Button>
    </div>
  );
}

/** Where the profile names a shelf: the flights are the person's own, and their kits are taken from there. */
function FromShelf() {
  const [batch] = useStores(batchSlice);
  const { rows, leftOut, busy, checked } = useBatch((state) => state);
  const profileId = useSession((state) => state.profile?.id ?? null);
  const shelf = useShelves((state) => state.shelves?.find(({ profile_id }) => profile_id === profileId));
  const usable = useSession((state) => state.identity?.state === 'usable');
  const own = checked ? ownFlightsIn({ rows, leftOut }).length : 0;
  return shelf === undefined || shelf.wants === 'all' ? null : (
    <Button
      look={usable ? 'plain' : 'primary'}
      disabled={busy || own === 0}
      onClick={() => void batch.getState().want(shelf)}
    >
      {words.want(own)}
    </Button>
  );
}
