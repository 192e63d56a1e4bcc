import { memo, type ReactNode } from 'react';
import { useAirports } from '../../airports/airports.ts';
import { useAppearance } from '../../design/appearance.ts';
import { formatMinutes, formatUtcDate, formatUtcTime } from '../../design/format.ts';
import { useNow } from '../../design/timing.ts';
import { useProfileNames } from '../../shell/state/session-store.ts';
import type { LibraryEntry } from '../list/library-entry.ts';
import { isHead, type LibraryHead, type LibraryView } from '../list/library-index.ts';
import { DAY_MS } from '../list/library-order.ts';
import { useLibrary } from '../list/library-store.ts';
import { libraryWords } from '../words.ts';
import { KitLine } from './kit-line.tsx';
import { KitRow } from './kit-row.tsx';
import { type LineHeights, type ListWindow, topOf } from './use-list-window.ts';

/**
 * The visible lines. A row that is scrolled out at one end is reused for the kit that comes in at the other: creating elements,
 * or moving them in the DOM, costs several times as much as changing their text (`npm run bench:ui`). When scrolling has ended,
 * rows are put in order in the DOM; until then only their positions on the screen change.
 */
export function ListLines({
  lines,
  settled,
  most,
  px,
}: Pick<ListWindow, 'lines' | 'settled' | 'most'> & { px: LineHeights }) {
  const names = useProfileNames();
  const appearance = useAppearance();
  const airports = useAirports();
  const view = useLibrary((state) => state.view);
  const { layout, order } = useLibrary((state) => state.arrangement);
  const columns = useLibrary((state) => state.columns);
  const today = useLibrary((state) => state.today);
  const { marked, active: activeId } = useLibrary((state) => state.selection);
  const activeLine = activeId === null ? undefined : view.rowOf(activeId);
  const { rows } = view;
  const heads: { slot: number; node: ReactNode }[] = [];
  const kits: { slot: number; node: ReactNode }[] = [];
  const from = view.positionOf(settled) % most;

  const kitAt = (line: number, entry: LibraryEntry, key: string | number) => {
    const { id } = entry.kit;
    const row = {
      entry,
      top: topOf(view, line, px),
      profileName: names?.get(entry.kit.profile_id) ?? null,
      selected: marked.has(id),
      active: id === activeId,
      next: id === view.now.next?.id,
      position: view.positionOf(line),
      today,
      appearance,
    };
    if (layout === 'table') return <KitLine key={key} {...row} columns={columns} />;
    return (
      <KitRow
        key={key}
        {...row}
        count={view.count}
        dayInHead={order === 'departure' && !isLifted(line)}
        airports={airports}
      />
    );
  };
  /** Whether a card is under the head of the kits that need a person, which shows no day. */
  const isLifted = (line: number) => {
    const head = rows[view.heads[view.headsUpTo(line) - 1] ?? -1];
    return head !== undefined && isHead(head) && head.group.kind === 'state';
  };
  const headAt = (head: LibraryHead, key: string | number, top: number | null) =>
    head.group.kind === 'now' ? (
      <NowHead key="now" next={view.now.next?.at ?? null} top={top ?? 0} />
    ) : (
      <GroupHead key={key} head={head} today={today} top={top} />
    );

  let last = lines.last;
  const staying = stayingHead(view, lines.edge);
  // The number of rows is constant, so none is created or removed when heads come and go.
  for (let line = lines.first; line <= lines.last || kits.length < most; line += 1) {
    const row = rows[line];
    if (!row) break;
    last = line;
    if (line === staying) continue;
    if (isHead(row)) {
      const slot = view.headsUpTo(line) % most;
      heads.push({ slot, node: headAt(row, slot, topOf(view, line, px)) });
    } else {
      const slot = view.positionOf(line) % most;
      kits.push({ slot: (slot - from + most) % most, node: kitAt(line, row, slot) });
    }
  }
  const inPage = (a: { slot: number }, b: { slot: number }) => a.slot - b.slot;
  const top = staying === undefined ? undefined : rows[staying];
  const away = activeLine !== undefined && (activeLine < lines.first || activeLine > last);
  const active = activeLine === undefined ? undefined : rows[activeLine];
  return (
    <>
      {top && isHead(top) ? headAt(top, 'stays', null) : null}
      {heads.sort(inPage).map(({ node }) => node)}
      {kits.sort(inPage).map(({ node }) => node)}
      {/* The listbox names it wherever it is scrolled to. */}
      {away && active && !isHead(active) ? kitAt(activeLine, active, 'active') : null}
    </>
  );
}

/** The sticky head for the line at the upper edge: its group's, not the current time. Undefined if there is none. */
function stayingHead(view: LibraryView, edge: number): number | undefined {
  for (let index = view.headsUpTo(edge) - 1; index >= 0; index -= 1) {
    const line = view.heads[index] ?? -1;
    const head = view.rows[line];
    if (head && isHead(head) && head.group.kind !== 'now') return line;
  }
  return undefined;
}

const words = libraryWords;

/** The head of a group at `top` px; null: sticky at the upper edge. Screen readers get the day from every row's name. */
const GroupHead = memo(function GroupHead(props: { head: LibraryHead; today: number; top: number | null }) {
  const { head, today, top } = props;
  return (
    <div
      className={top === null ? 'group-head group-head--stays' : 'group-head'}
      style={top === null ? undefined : { top }}
      aria-hidden="true"
    >
      <GroupName head={head} today={today} />
      <span className="group-head__count">{words.groupCount(head.count)}</span>
    </div>
  );
});

function GroupName({ head, today }: { head: LibraryHead; today: number }) {
  const { group } = head;
  if (group.kind === 'now') return null;
  if (group.kind === 'undated') return <strong>{words.undated}</strong>;
  if (group.kind === 'state') return <strong>{words.stateGroups[group.state]}</strong>;
  if (group.kind === 'origin')
    return <strong>{group.origin === null ? words.unknownRoute : words.origin(group.origin)}</strong>;
  const { name, date } = dayWords(group.day, today);
  return (
    <>
      <strong>{name ?? date}</strong>
      {name ? <span>{date}</span> : null}
    </>
  );
}

/** The words for a day: its date, and its name if it is near. @param day, @param today starts of days in UTC, ms */
function dayWords(day: number, today: number): { name: string | null; date: string } {
  const date = words.day(new Date(day).getUTCDay(), formatUtcDate(new Date(day).toISOString()));
  const near = new Map([
    [today, words.today],
    [today + DAY_MS, words.tomorrow],
    [today - DAY_MS, words.yesterday],
  ]);
  return { name: near.get(day) ?? null, date };
}

/** How often the time is updated, ms. */
const NOW_EVERY_MS = 5_000;

/**
 * The line between what has departed and what departs next, at `top` px. Screen readers find the next departure by its row
 * (`aria-current`).
 */
function NowHead({ next, top }: { next: number | null; top: number }) {
  const now = useNow(true, NOW_EVERY_MS);
  return (
    <div className="now-head" style={{ top }} aria-hidden="true">
      <strong>{libraryWords.now.label(`${formatUtcTime(now)}${libraryWords.zulu}`)}</strong>
      <span>{next === null ? libraryWords.now.none : libraryWords.now.next(formatMinutes(next - now))}</span>
    </div>
  );
}
