import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon } from '../../design/icons.tsx';
import { useStores } from '../../shell/state/registry.tsx';
import type { TableColumn } from '../list/arrangement.ts';
import { librarySlice, useLibrary } from '../list/library-store.ts';
import { libraryWords } from '../words.ts';

const names = libraryWords.table.names;

/** How far the arrow keys move among the heads. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * The heads of the table's columns: one stop of Tab, arrow keys from one to the next, Enter or Space sorts (WAI-ARIA Authoring
 * Practices, "Grid Pattern", sortable columns). Down or Esc returns to the rows.
 */
export function TableHead({ onLeave }: { onLeave: () => void }) {
  const [library] = useStores(librarySlice);
  const columns = useLibrary((state) => state.columns);
  const { column: sorted, down } = useLibrary((state) => state.arrangement);
  const [stop, setStop] = useState<TableColumn>(sorted);
  const row = useRef<HTMLDivElement>(null);
  const reached = columns.includes(stop) ? stop : columns[0];

  function onKeyDown(event: KeyboardEvent) {
    // These keys are not for the rows.
    event.stopPropagation();
    const step = steps[event.key];
    if (step !== undefined && reached !== undefined) {
      const at = Math.max(0, Math.min(columns.length - 1, columns.indexOf(reached) + step));
      row.current?.querySelectorAll('button')[at]?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons have the focus
    // biome-ignore lint/a11y/useSemanticElements: as the rows of the grid
    <div ref={row} role="row" aria-rowindex={1} className="table-head" onKeyDown={onKeyDown}>
      {columns.map((column) => (
        // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
        // biome-ignore lint/a11y/useSemanticElements: as the rows of the grid
        <div
          key={column}
          role="columnheader"
          className="table-head__cell"
          aria-sort={column === sorted ? (down ? 'descending' : 'ascending') : 'none'}
        >
          <button
            type="button"
            className="table-head__button"
            tabIndex={column === reached ? 0 : -1}
            onFocus={() => setStop(column)}
            onClick={() => library.getState().sortBy(column)}
          >
            {names[column]}
            {column === sorted ? <Icon name={down ? 'chevronDown' : 'chevronUp'} /> : null}
          </button>
        </div>
      ))}
    </div>
  );
}

/** For each column: least width, share of the remaining width, and the width it gets before the rest is shared. */
const widths: Record<TableColumn, readonly [least: number, share: number, good?: number]> = {
  departure: [150, 0],
  flight: [84, 0],
  // Two airports and two signs; further signs give way, never the destination.
  route: [168, 2],
  // “Downloading 42 %” in the widest of the systems' fonts.
  state: [134, 0, 168],
  reason: [80, 5],
  profile: [90, 1],
  requested: [150, 0],
};
const GAP_PX = 8;
/** Space at the ends of a row: the unread dot, and the edge. */
const ENDS_PX = 32;

/** The columns as `grid-template-columns`, and the least width of all of them together. */
export function columnWidths(columns: readonly TableColumn[]): { template: string; least: number } {
  const some = columns.map((column) => widths[column]);
  const free = some.every(([, share]) => share === 0) ? ' 1fr' : '';
  return {
    template: some
      .map(([least, share, good]) => {
        if (good !== undefined) return `minmax(${least}px, ${good}px)`;
        return share === 0 ? `${least}px` : `minmax(${least}px, ${share}fr)`;
      })
      .join(' ')
      .concat(free),
    least: some.reduce((sum, [least]) => sum + least + GAP_PX, ENDS_PX - GAP_PX),
  };
}
