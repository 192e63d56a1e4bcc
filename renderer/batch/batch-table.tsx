// biome-ignore-all lint/a11y/useSemanticElements: a virtual table has no room for a <table>'s own layout
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and headings take no focus, their controls do

import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { Column } from '../../main/trips/rules/table-columns.ts';
import { meanings } from '../../main/trips/rules/table-titles.ts';
import type { AirportIndex } from '../airports/airport-index.ts';
import { useAirports } from '../airports/airports.ts';
import { formatUtc } from '../design/format.ts';
import { Icon } from '../design/icons.tsx';
import { requestWords } from '../request/words.ts';
import { useStores } from '../shell/state/registry.tsx';
import { KnownActs } from './batch-groups.tsx';
import { type BatchRow, placeOf, placesOf, stops, type BatchTable as Table, tripName } from './batch-rows.ts';
import { batchSlice, useBatch } from './batch-store.ts';
import type { Standing } from './known-flights.ts';
import { batchWords, type Meaning } from './words.ts';

const words = batchWords;

/** Height of a row without notes, and of each note, px; batch.css agrees. */
const ROW = 38;
const NOTE = 28;
/** The columns before the cells with their gaps and padding, and a gap, px. */
const LEAST = 216;
const GAP = 2;

/** The lines below a row's cells: its notes, and the facts of a flight that is already here. */
const linesOf = ({ notes, standing }: BatchRow): number =>
  notes.length + (standing.standing === 'changed' || standing.standing === 'cancelled' ? 1 : 0);

/**
 * Every cell of every flight, checked and editable; only the rows in sight exist.
 * @param props.standing the flights that are shown; null: all
 */
export function BatchTable(props: { table: Table; standing: Standing | null }) {
  const { table } = props;
  const [batch] = useStores(batchSlice);
  const rows = useBatch((state) => state.rows);
  const leftOut = useBatch((state) => state.leftOut);
  const again = useBatch((state) => state.again);
  const isSheet = useBatch((state) => state.isSheet);
  const airports = useAirports();
  const shown = rows.flatMap(({ standing }, index) =>
    props.standing === null || standing.standing === props.standing ? [index] : [],
  );
  const hasStandings = rows.some(({ standing }) => standing.standing !== 'new');
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => {
      const row = rows[shown[at] ?? -1];
      return ROW + NOTE * (row ? linesOf(row) : 0);
    },
    overscan: 8,
  });
  // A row is as high as it has notes: a correction moves those below it.
  useLayoutEffect(() => {
    if (rows.length > 0) virtual.measure();
  }, [virtual, rows]);
  const widths = table.columns.map(widthOf);
  const leastWidth =
    LEAST + widths.reduce((sum, width) => sum + Number(/\d+/.exec(width)?.[0] ?? 0) + GAP, 0);
  const template = `56px 40px ${hasStandings ? '96px ' : ''}${widths.join(' ')}`;
  useEffect(() =>
    batch.subscribe(({ target }, before) => {
      if (target === null || target === before.target) return;
      virtual.scrollToIndex(shown.indexOf(target.row), { align: 'center' });
      requestAnimationFrame(() => {
        scroller.current
          ?.querySelector<HTMLElement>(`[data-row="${target.row}"] [data-column="${target.column}"]`)
          ?.focus();
      });
    }),
  );

  return (
    <section
      ref={scroller}
      className="flights framed"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      aria-label={words.table}
      onFocus={({ target }) => {
        const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
        if (row !== undefined) batch.getState().workIn(Number(row));
      }}
    >
      <div
        role="table"
        aria-label={words.table}
        aria-rowcount={shown.length + 1}
        className="flights__table"
        style={{ minWidth: leastWidth }}
      >
        <HeadRow columns={table.columns} template={template} hasStandings={hasStandings} />
        <div role="rowgroup" className="flights__rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: at, start }) => {
            const index = shown[at] ?? -1;
            const row = rows[index];
            const cells = table.rows[index];
            return row && cells ? (
              <FlightRow
                key={index}
                index={index}
                at={at}
                top={start}
                row={row}
                cells={cells}
                columns={table.columns}
                template={template}
                out={leftOut.has(index)}
                again={again.has(index)}
                hasStandings={hasStandings}
                place={placeOf(row.number, table.facts[index]?.sheet ?? null, isSheet)}
                airports={airports}
              />
            ) : null;
          })}
        </div>
      </div>
    </section>
  );
}

function widthOf({ meaning }: Column): string {
  if (meaning === 'route') return 'minmax(220px, 3fr)';
  if (meaning === 'localDeparture') return 'minmax(290px, 2fr)';
  if (meaning === 'alternates' || meaning === 'departure') return 'minmax(160px, 1.4fr)';
  if (meaning === 'localTime') return 'minmax(220px, 1.2fr)';
  if (meaning === 'origin' || meaning === 'destination') return 'minmax(140px, 1.2fr)';
  return 'minmax(92px, 1fr)';
}

/** The headings of the columns; a choice says what a column of the file means. */
function HeadRow(props: { columns: readonly Column[]; template: string; hasStandings: boolean }) {
  const [batch] = useStores(batchSlice);
  const isSheet = useBatch((state) => state.isSheet);
  return (
    <div role="row" className="flights__head" style={{ gridTemplateColumns: props.template }}>
      <Heading text={isSheet ? words.row : words.line} />
      <Heading text={words.sendColumn} hidden />
      {props.hasStandings ? <Heading text={words.standingColumn} /> : null}
      {props.columns.map((column, index) => (
        <MeaningChoice
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table keep their places
          key={index}
          index={index}
          column={column}
          onChoose={(meaning) => batch.getState().setMeaning(index, meaning)}
        />
      ))}
    </div>
  );
}

function Heading({ text, hidden }: { text: string; hidden?: boolean }) {
  return (
    <span role="columnheader" className="flights__heading">
      {hidden ? <span className="sr-only">{text}</span> : text}
    </span>
  );
}

function MeaningChoice(props: {
  index: number;
  column: Column;
  onChoose: (meaning: Meaning | null) => void;
}) {
  const { meaning, title } = props.column;
  return (
    <span role="columnheader" className="flights__heading">
      <select
        className="input flights__meaning"
        aria-label={words.columnMeaning(props.index + 1, title)}
        value={meaning ?? ''}
        onChange={(event) => props.onChoose(meanings.find((one) => one === event.target.value) ?? null)}
      >
        <option value="">{words.unused}</option>
        {meanings.map((one) => (
          <option key={one} value={one}>
            {words.meanings[one]}
          </option>
        ))}
      </select>
      {title ? <span className="flights__title ellipsis">{title}</span> : null}
    </span>
  );
}

interface RowProps {
  index: number;
  /** Its place among the rows that are shown. */
  at: number;
  top: number;
  row: BatchRow;
  cells: readonly string[];
  columns: readonly Column[];
  template: string;
  out: boolean;
  again: boolean;
  hasStandings: boolean;
  /** `Row 12`. */
  place: string;
  airports: AirportIndex | null;
}

const FlightRow = memo(function FlightRow(props: RowProps) {
  const { index, row, out, place } = props;
  const [batch] = useStores(batchSlice);
  const { standing } = row.standing;
  const id = useId();
  const has = (severity: BatchRow['notes'][number]['severity']) =>
    row.notes.some((note) => note.severity === severity);
  const stopped = row.notes.some(stops);
  const isGone = standing === 'cancelled';
  const severity = (['error', 'warning'] as const).find(has) ?? 'good';
  const state = out || isGone ? 'out' : severity;
  return (
    <div
      role="row"
      aria-rowindex={props.at + 2}
      data-row={index}
      className={`flights__row flights__row--${state}`}
      style={{ top: props.top }}
    >
      <div className="flights__cells" style={{ gridTemplateColumns: props.template }}>
        <span role="cell" className="flights__number">
          {state === 'good' || state === 'out' ? null : <Icon name={state === 'error' ? 'cross' : 'alert'} />}
          {row.number}
        </span>
        <span role="cell">
          {isGone ? null : (
            <input
              type="checkbox"
              aria-label={words.include(row.number)}
              title={stopped ? words.stopped : standing === 'same' ? words.sameWhy : undefined}
              disabled={stopped}
              checked={!stopped && (standing === 'same' ? props.again : !out)}
              onChange={() => batch.getState().toggle(index)}
            />
          )}
        </span>
        {props.hasStandings ? (
          <span
            role="cell"
            className={`flights__standing flights__standing--${standing}`}
            title={standing === 'same' ? words.sameWhy : undefined}
          >
            {words.standings[standing]}
          </span>
        ) : null}
        {props.cells.map((cell, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table keep their places
          <FlightCell key={column} {...props} cell={cell} column={column} id={id} />
        ))}
      </div>
      {linesOf(row) > 0 ? (
        <div role="cell" id={`${id}-notes`} className="flights__notes">
          <StandingLine row={row} />
          {row.notes.map((note) => (
            <div
              key={`${note.column}-${note.message}`}
              className={`flights__note flights__note--${note.severity}`}
            >
              <span className="ellipsis" title={note.message}>
                <span className="sr-only">{`${requestWords[note.severity]}: `}</span>
                {note.message}
              </span>
              {note.fix ? (
                <button
                  type="button"
                  className="flights__fix"
                  aria-label={`${words.fixTo(note.fix.to)}, ${place}`}
                  onClick={() => note.fix && batch.getState().fix(index, note.fix.column)}
                >
                  {words.fixTo(note.fix.to)}
                </button>
              ) : null}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
});

/** One cell to write in; beside the code of an airport stands its city, beside a local time the time in UTC. */
function FlightCell(props: RowProps & { cell: string; column: number; id: string }) {
  const { row, cell, column, id, airports, index } = props;
  const [batch] = useStores(batchSlice);
  const meaning = props.columns[column]?.meaning ?? null;
  const noted = row.notes.some((note) => note.column === column);
  const wrong = row.notes.some((note) => note.column === column && note.severity === 'error');
  const isAirport = meaning === 'origin' || meaning === 'destination';
  const codes = isAirport ? [row.trip[meaning]] : meaning === 'alternates' ? (row.trip.alternates ?? []) : [];
  const isLocal = meaning === 'localTime' || meaning === 'localDeparture';
  const utc = isLocal && row.trip.departure ? formatUtc(row.trip.departure) : '';
  const places = utc || (airports ? placesOf(airports, codes) : '');
  const isShort = cell.length < 8;
  const beside = (isLocal || (isAirport && isShort)) && places !== '';
  const about = [noted ? `${id}-notes` : '', beside ? `${id}-${column}` : ''].filter(Boolean).join(' ');
  return (
    <span role="cell" className="flights__place-cell">
      <input
        className={beside && isShort ? 'flights__cell flights__cell--code code' : 'flights__cell code'}
        data-column={column}
        data-unused={meaning === null}
        aria-label={words.cell(row.number, meaning ? words.meanings[meaning] : words.unused)}
        aria-invalid={wrong}
        aria-describedby={about || undefined}
        title={places || undefined}
        value={cell}
        spellCheck={false}
        autoComplete="off"
        maxLength={10_000}
        onChange={(event) => batch.getState().edit(index, column, event.target.value)}
      />
      {beside ? (
        <span
          id={`${id}-${column}`}
          className={isLocal ? 'hint flights__utc' : 'hint ellipsis'}
          title={places}
        >
          {places}
        </span>
      ) : null}
    </span>
  );
}

/** What a changed flight was before, and what can be done about the kit of a cancelled one. */
function StandingLine({ row }: { row: BatchRow }) {
  const { standing, known, differs } = row.standing;
  const before = known[0]?.trip;
  if (standing === 'cancelled')
    return (
      <div className="flights__note flights__acts">
        <KnownActs known={known} name={tripName(row.trip)} />
      </div>
    );
  if (standing !== 'changed' || !before) return null;
  const fields = differs.map((field) => {
    const value = before[field];
    const text = Array.isArray(value) ? value.join(' ') : (value ?? '');
    const shown = field === 'departure' && text !== '' ? formatUtc(text) : text;
    return `${words.meanings[field].replace(/ \(UTC\)$/, '').toLowerCase()} ${shown || batchWords.none}`;
  });
  const replaced = known.some(({ kit }) => kit.state === 'planned');
  const text = [words.differs(fields.join(', ')), ...(replaced ? [words.replacesPlanned] : [])].join(' · ');
  return (
    <div className="flights__note flights__note--changed">
      <span className="ellipsis" title={text}>
        {text}
      </span>
    </div>
  );
}
