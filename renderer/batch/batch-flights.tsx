import { useEffect } from 'react';
import { Button } from '../design/button.tsx';
import { ConfirmButton } from '../design/confirm-dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { SendingNotices } from '../session/sending-notices.tsx';
import { useSession } from '../session/session-store.ts';
import { useStores } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';
import { BatchPaste } from './batch-paste.tsx';
import { missingColumns } from './batch-rows.ts';
import { BatchSent } from './batch-sent.tsx';
import { batchSlice, useBatch } from './batch-store.ts';
import { BatchTable } from './batch-table.tsx';

const words = strings.batch;

/** Hours before departure that are offered; airlines' own deadlines lie among them. */
const HOURS = [1, 2, 3, 4, 6, 8, 12, 24, 36, 48] as const;

/** Flights from the paste to the sending, and the results. */
export function BatchFlights(props: { onOrdered: () => void }) {
  const [batch] = useStores(batchSlice);
  const table = useBatch((state) => state.table);
  const rows = useBatch((state) => state.rows);
  const checked = useBatch((state) => state.checked);
  const sent = useBatch((state) => state.sent.length);
  const message = useBatch((state) => state.message);
  const failure = useBatch((state) => state.failure);
  const profileId = useSession((state) => state.profile?.id ?? null);

  // The rules are asked again whenever the rows or the profile change.
  useEffect(() => {
    if (rows.length > 0 && !checked) batch.getState().checkSoon(profileId);
  }, [batch, rows, checked, profileId]);

  return (
    <div className="batch__body">
      {message ? <Notice tone="ok">{message}</Notice> : null}
      {sent > 0 ? <BatchSent /> : null}
      {table ? (
        <>
          <Choices />
          {missingColumns(table.columns).map((meaning) => (
            <Notice key={meaning} tone="danger">
              {words.noColumn(words.meanings[meaning])}
            </Notice>
          ))}
          <BatchTable table={table} />
          <SendingNotices failure={failure} />
          <Sending onOrdered={props.onOrdered} />
        </>
      ) : (
        <>
          <BatchPaste />
          {failure ? <SendingNotices failure={failure} /> : null}
        </>
      )}
    </div>
  );
}

/** What the first row is, and what dates in figures mean. */
function Choices() {
  const [batch] = useStores(batchSlice);
  const text = useBatch((state) => state.text);
  const header = useBatch((state) => state.firstIsHeader);
  const order = useBatch((state) => state.order);
  const open = useBatch((state) => state.rows.some(({ openDate }) => openDate));
  return (
    <div className="batch__choices">
      {text ? (
        <label className="batch__choice">
          <span>{words.firstRow}</span>
          <select
            className="input"
            value={header ? 'header' : 'flight'}
            onChange={(event) =>
              batch.getState().paste(text, event.target.value === 'header' ? 'header' : 'flight')
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

/** How many can go, and the button that sends them. */
function Sending(props: { onOrdered: () => void }) {
  const [batch] = useStores(batchSlice);
  const { rows, leftOut, hoursBefore, busy, checked } = useBatch((state) => state);
  const profileId = useSession((state) => state.profile?.id ?? null);
  const usable = useSession((state) => state.identity?.state === 'usable');
  const wanted = rows.filter((_, index) => !leftOut.has(index));
  const good = wanted.filter((row) => row.good).length;
  const warned = wanted.filter((row) => row.good && row.notes.length > 0).length;
  const going = batch.getState().sendable().length;

  async function send() {
    if (!profileId) return;
    await batch.getState().send(profileId);
    const { failure, table } = batch.getState();
    if (hoursBefore !== null && !failure && !table) props.onOrdered();
  }

  return (
    <div className="batch__send">
      <div className="batch__summary" role="status">
        {checked ? <p>{words.summary(good, wanted.length)}</p> : null}
        {checked && warned > 0 ? <p>{words.warnings(warned)}</p> : null}
        {leftOut.size > 0 ? <p>{words.leftOut(leftOut.size)}</p> : null}
        {checked && going < good ? <p>{words.orderNeedsDeparture(good - going)}</p> : null}
      </div>
      <label className="batch__choice">
        <span>{words.when}</span>
        <select
          className="input"
          value={hoursBefore ?? ''}
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
      </label>
      <Button look="primary" disabled={busy || !usable || going === 0} onClick={() => void send()}>
        {busy ? words.sending : hoursBefore === null ? words.send(going) : words.order(going)}
      </Button>
    </div>
  );
}
