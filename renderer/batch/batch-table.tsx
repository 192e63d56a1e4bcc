// biome-ignore-all lint/a11y/useSemanticElements: a virtual table has no room for a <table>'s own layout
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and headings take no focus, their controls do
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useId, useLayoutEffect, useRef } from 'react';
import { type Column, meanings, type TripTable } from '../../preload/trip-files/trip-table.ts';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icons.tsx';
import { useStores } from '../state/registry.tsx';
import type { Meaning } from '../strings/batch.ts';
import { strings } from '../strings/strings.ts';
import type { BatchRow } from './batch-rows.ts';
import { batchSlice, useBatch } from './batch-store.ts';

const words = strings.batch;

/** Height of a row without notes, and of each note, px; batch.css agrees. */
const ROW = 38;
const NOTE = 20;

/** Every cell of every flight, checked and editable; only the rows in sight exist. */
export function BatchTable({ table }: { table: TripTable }) {
  const [batch] = useStores(batchSlice);
  const rows = useBatch((state) => state.rows);
  const leftOut = useBatch((state) => state.leftOut);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ROW + NOTE * (rows[index]?.notes.length ?? 0),
    overscan: 8,
  });
  // A row is as high as it has notes: a correction moves those below it.
  useLayoutEffect(() => {
    if (rows.length > 0) virtual.measure();
  }, [virtual, rows]);
  const template = `56px 40px ${table.columns.map(widthOf).join(' ')}`;
  const bad = rows.flatMap(({ notes }, index) =>
    !leftOut.has(index) && notes.some(({ severity }) => severity === 'error') ? [index] : [],
  );

  /** The first cell with an error after the one that has the focus. */
  function goToProblem() {
    const here = Number(document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? -1);
    const row = bad.find((index) => index > here) ?? bad[0];
    if (row === undefined) return;
    const column = rows[row]?.notes.find((note) => note.severity === 'error' && note.column !== null)?.column;
    virtual.scrollToIndex(row, { align: 'center' });
    requestAnimationFrame(() => {
      scroller.current
        ?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column ?? 0}"]`)
        ?.focus();
    });
  }

  return (
    <>
      {bad.length > 0 ? (
        <div>
          <Button icon="alert" onClick={goToProblem}>
            {words.nextProblem}
          </Button>
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1) */}
      <section ref={scroller} className="flights" tabIndex={0} aria-label={words.table}>
        <div role="table" aria-label={words.table} aria-rowcount={rows.length + 1} className="flights__table">
          <div role="row" className="flights__head" style={{ gridTemplateColumns: template }}>
            <Heading text={words.row} />
            <Heading text={words.sendColumn} hidden />
            {table.columns.map((column, index) => (
              <MeaningChoice
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table keep their places
                key={index}
                index={index}
                column={column}
                onChoose={(meaning) => batch.getState().setMeaning(index, meaning)}
              />
            ))}
          </div>
          <div role="rowgroup" className="flights__rows" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows[index];
              const cells = table.rows[index];
              return row && cells ? (
                <FlightRow
                  key={index}
                  index={index}
                  top={start}
                  row={row}
                  cells={cells}
                  columns={table.columns}
                  template={template}
                  out={leftOut.has(index)}
                  onEdit={batch.getState().edit}
                  onToggle={batch.getState().toggle}
                />
              ) : null;
            })}
          </div>
        </div>
      </section>
    </>
  );
}

function widthOf({ meaning }: Column): string {
  if (meaning === 'route') return 'minmax(220px, 3fr)';
  if (meaning === 'alternates' || meaning === 'departure') return 'minmax(160px, 1.4fr)';
  return 'minmax(104px, 1fr)';
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

const FlightRow = memo(function FlightRow(props: {
  index: number;
  top: number;
  row: BatchRow;
  cells: readonly string[];
  columns: readonly Column[];
  template: string;
  out: boolean;
  onEdit: (row: number, column: number, value: string) => void;
  onToggle: (row: number) => void;
}) {
  const { index, row, cells, columns, out } = props;
  const id = useId();
  const error = row.notes.some(({ severity }) => severity === 'error');
  const state = out ? 'out' : error ? 'error' : row.notes.length > 0 ? 'warning' : 'good';
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className={`flights__row flights__row--${state}`}
      style={{ top: props.top }}
    >
      <div className="flights__cells" style={{ gridTemplateColumns: props.template }}>
        <span role="cell" className="flights__number">
          {state === 'good' || state === 'out' ? null : <Icon name={error ? 'cross' : 'alert'} />}
          {row.number}
        </span>
        <span role="cell">
          <input
            type="checkbox"
            aria-label={words.include(row.number)}
            checked={!out}
            onChange={() => props.onToggle(index)}
          />
        </span>
        {cells.map((cell, column) => {
          const meaning = columns[column]?.meaning ?? null;
          const noted = row.notes.some((note) => note.column === column);
          const wrong = row.notes.some((note) => note.column === column && note.severity === 'error');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table keep their places
            <span role="cell" key={column}>
              <input
                className="flights__cell code"
                data-column={column}
                data-unused={meaning === null}
                aria-label={words.cell(row.number, meaning ? words.meanings[meaning] : words.unused)}
                aria-invalid={wrong}
                aria-describedby={noted ? `${id}-notes` : undefined}
                value={cell}
                spellCheck={false}
                autoComplete="off"
                maxLength={10_000}
                onChange={(event) => props.onEdit(index, column, event.target.value)}
              />
            </span>
          );
        })}
      </div>
      {row.notes.length > 0 ? (
        <div id={`${id}-notes`} className="flights__notes">
          {row.notes.map((note) => (
            <p
              key={`${note.column}-${note.message}`}
              className={`flights__note ellipsis flights__note--${note.severity}`}
            >
              <span className="sr-only">{`${strings.request[note.severity]}: `}</span>
              {note.message}
            </p>
          ))}
        </div>
      ) : null}
    </div>
  );
});
