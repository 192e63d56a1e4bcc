import { memo, type ReactNode } from 'react';
import type { Kit } from '../../../preload/contract.ts';
import { formatUtc } from '../../design/format.ts';
import { Icon } from '../../design/icons.tsx';
import { useNow } from '../../design/timing.ts';
import { flagWords, kitTitle, lookOf, stateLabel, trackedTitle } from '../kit-words.ts';
import type { TableColumn } from '../list/arrangement.ts';
import { isMoving, type LibraryEntry, reasonWords } from '../list/library-entry.ts';
import { libraryWords } from '../words.ts';
import { KitFlags, type RowProps, rowAttributes } from './kit-row.tsx';

/** One kit in the table: a row of the grid, which handles its events. Scrolling reuses it for another kit, so it has no state. */
export const KitLine = memo(function KitLine(props: RowProps & { columns: readonly TableColumn[] }) {
  const { entry, columns } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid keeps the focus and names its row by aria-activedescendant, because rows come and go as it is scrolled
    // biome-ignore lint/a11y/useSemanticElements: rows stand where the scroller has them, which no element of a table does
    <div role="row" {...rowAttributes(props)} aria-rowindex={props.position + 1} className="kit-line">
      {columns.map((column) => (
        <Cell
          key={column}
          column={column}
          entry={entry}
          today={props.today}
          profileName={props.profileName}
        />
      ))}
    </div>
  );
});

function Cell(props: {
  column: TableColumn;
  entry: LibraryEntry;
  today: number;
  profileName: string | null;
}) {
  const { column, entry, today } = props;
  const { kit } = entry;
  switch (column) {
    case 'departure':
      return entry.departs ? (
        <TextCell>{formatUtc(kit.trip?.departure ?? '')}</TextCell>
      ) : (
        <TextCell muted>{libraryWords.table.notKnown}</TextCell>
      );
    case 'flight':
      return <TextCell>{kit.trip?.flight ?? ''}</TextCell>;
    case 'route':
      return <RouteCell kit={kit} unread={entry.unread} />;
    case 'state':
      return <StateCell kit={kit} />;
    case 'reason':
      return isMoving(kit) ? (
        <MovingReason key={kit.id} kit={kit} />
      ) : (
        <TextCell titled>{reasonWords(kit, Math.max(today, Date.now()))}</TextCell>
      );
    case 'profile':
      return <TextCell titled>{props.profileName ?? ''}</TextCell>;
    case 'requested':
      return <TextCell>{formatUtc(kit.created_at)}</TextCell>;
  }
}

/** @param props.titled whether the text may be truncated, so the tooltip shows all of it */
function TextCell(props: { muted?: boolean; titled?: boolean; children: string }) {
  return (
    <GridCell
      {...(props.muted ? { look: 'kit-line__cell--muted' } : {})}
      {...(props.titled && props.children !== '' ? { title: props.children } : {})}
    >
      {props.children}
    </GridCell>
  );
}

function GridCell({ look, title, children }: { look?: string; title?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: as its row
    // biome-ignore lint/a11y/useSemanticElements: as its row
    <div role="gridcell" className={look ? `ellipsis ${look}` : 'ellipsis'} title={title}>
      {children}
    </div>
  );
}

function RouteCell({ kit, unread }: { kit: Kit; unread: boolean }) {
  const said = [unread ? libraryWords.unread : '', ...flagWords(kit)].filter(Boolean);
  return (
    <GridCell look="kit-line__route">
      {kit.trip ? (
        <span className="kit-line__airports">{kitTitle(kit)}</span>
      ) : (
        <span className="ellipsis">{trackedTitle(kit)}</span>
      )}
      {said.length > 0 ? (
        <>
          <span className="sr-only">{said.join(', ')}</span>
          <span className="kit-line__flags" aria-hidden="true">
            <KitFlags kit={kit} />
          </span>
        </>
      ) : null}
    </GridCell>
  );
}

function StateCell({ kit }: { kit: Kit }) {
  const { tone, icon } = lookOf(kit);
  const label = stateLabel(kit);
  return (
    <GridCell look={`kit-line__state tone--${tone}`} title={label}>
      <Icon name={icon} />
      <span className="ellipsis">{label}</span>
    </GridCell>
  );
}

/** A reason that changes with time. */
function MovingReason({ kit }: { kit: Kit }) {
  const now = useNow(true, 1_000);
  return <TextCell titled>{reasonWords(kit, now)}</TextCell>;
}
