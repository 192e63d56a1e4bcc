import { useEffect, useId, useMemo, useState } from 'react';
import type { ChartFlag } from '../../../main/charts/rules/chart-dates.ts';
import type { OutlineEntry, PagePart } from '../../../preload/contract.ts';
import { type FoundRow, findRows, isFiltering } from '../../charts/chart-filter.ts';
import { type ChartEntry, chartOutline, titleOf } from '../../charts/chart-outline.ts';
import { FlagSign } from '../../charts/chart-words.tsx';
import { useCharts } from '../../charts/charts-store.ts';
import { type PagesOfCharts, type ShownChart, shownPart } from '../../charts/shown-chart.ts';
import { chartWords } from '../../charts/words.ts';
import { Icon } from '../../design/icons.tsx';
import {
  currentEntry,
  hasChildren,
  isOtherChart,
  parentOf,
  shownEntries,
  siblings,
} from '../document/place/outline.ts';
import { useNameInView, useViewer, useViewerStore } from '../document/viewer-context.tsx';
import { useTouch } from '../document/window/light-store.ts';
import { viewerWords } from '../words.ts';
import { ChartFilterBar } from './chart-filter-bar.tsx';
import { type ActiveRows, useActiveRows } from './use-active-row.ts';

/** Heights of an entry, CSS px. */
const ROW = 32;
const TOUCH_ROW = 46;

/** The document's own outline, or one made from its charts; search results are shown as a list. */
export function OutlinePanel() {
  const own = useViewer((state) => state.outline);
  const charts = useCharts((state) => state.charts);
  const status = useCharts((state) => state.status);
  const name = useNameInView(viewerWords.outline);
  const store = useViewerStore();
  const outline = useMemo(() => (own?.length === 0 ? chartOutline(charts) : own), [own, charts]);
  const isEmpty = outline?.length === 0;
  // There is nothing to filter, so a filter that appears later does not take the focus.
  useEffect(() => {
    if (isEmpty) store.getState().filterGiven();
  }, [isEmpty, store]);
  return (
    <nav className="outline" aria-label={name}>
      {outline === null ? <p className="side__word">{viewerWords.outlineBusy}</p> : null}
      {isEmpty ? (
        <p className="side__word">
          {viewerWords.outlineEmpty} {status === 'waiting' ? chartWords.details.waiting : null}
        </p>
      ) : null}
      {outline && outline.length > 0 ? <Contents outline={outline} charts={charts} /> : null}
    </nav>
  );
}

function Contents({ outline, charts }: { outline: readonly ChartEntry[]; charts: readonly ShownChart[] }) {
  const store = useViewerStore();
  const touch = useTouch();
  const id = useId();
  const page = useViewer((state) => state.page);
  const region = useChartInView(page);
  const filter = useCharts((state) => state.filter);
  const tree = useFolded(outline, page, region);
  const { shown, current } = tree;
  const found = useMemo(
    () => (isFiltering(filter) ? findRows(charts, outline, filter) : null),
    [charts, outline, filter],
  );
  const placeOf = (row: number) => (found ? found[row] : outline[shown[row] ?? -1]);
  const keys = useActiveRows({
    count: found ? found.length : shown.length,
    size: () => (touch ? TOUCH_ROW : ROW),
    current: found ? -1 : shown.indexOf(current),
    // Results start with the first row active; with an empty field the reader's entry is active again.
    filter,
    first: found ? 0 : shown.indexOf(current),
    follow(row) {
      const place = placeOf(row);
      if (place?.page) store.getState().goTo(place.page, place.down, place.region);
      return !!place?.page;
    },
    textOf: (row) => placeOf(row)?.title ?? '',
  });

  const rowId = (row: number) => `${id}-${found ? `found-${row}` : shown[row]}`;
  return (
    <>
      <ChartFilterBar
        list={`${id}-rows`}
        popup={found ? 'listbox' : 'tree'}
        active={keys.isThere ? rowId(keys.active) : undefined}
        found={found && (found.length > 0 ? chartWords.filter.found(found.length) : chartWords.filter.none)}
        onKey={keys.onKey}
      />
      {found ? (
        <FoundList id={id} rows={found} keys={keys} page={page} region={region} />
      ) : (
        <OutlineTree id={id} outline={outline} tree={tree} keys={keys} />
      )}
    </>
  );
}

/** What the filter has found, in the order of the document. */
function FoundList(props: {
  id: string;
  rows: readonly FoundRow[];
  keys: ActiveRows;
  page: number;
  region: PagePart | null;
}) {
  const { id, rows: found, page, region } = props;
  const { list, rows, active, isThere, choose, onKey } = props.keys;
  return (
    <div
      ref={list}
      id={`${id}-rows`}
      className="side__rows"
      role="listbox"
      tabIndex={found.length > 0 ? 0 : -1}
      aria-label={chartWords.filter.list}
      aria-activedescendant={isThere ? `${id}-found-${active}` : undefined}
      onKeyDown={onKey}
    >
      <div className="side__ground" style={{ height: rows.getTotalSize() }} role="presentation">
        {rows.getVirtualItems().map(({ index: row, start, size }) => {
          const one = found[row];
          return one ? (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus (aria-activedescendant)
            <div
              key={row}
              id={`${id}-found-${row}`}
              role="option"
              className="outline__entry outline__found"
              aria-selected={one.page === page && !isOtherChart(one, region)}
              aria-setsize={found.length}
              aria-posinset={row + 1}
              data-active={row === active}
              title={one.title}
              style={{ top: start, height: size }}
              onClick={() => choose(row)}
            >
              <span className="outline__title ellipsis">{one.title}</span>
              <FlagSign flag={one.flag} />
              <span className="outline__page">{one.page}</span>
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

function OutlineTree(props: {
  id: string;
  outline: readonly OutlineEntry[];
  tree: ReturnType<typeof useFolded>;
  keys: ActiveRows;
}) {
  const { id, outline } = props;
  const { shown, current, closed, fold } = props.tree;
  const { list, rows, active, isThere, setActive, choose, onKey } = props.keys;
  const pages = useCharts((state) => state.pages);
  const places = useMemo(() => siblings(outline), [outline]);
  const flags = useMemo(() => flagsOf(outline, pages), [outline, pages]);
  /** Right opens, then goes in; Left closes, then goes out (WAI-ARIA tree view). */
  function unfold(key: string): boolean {
    const entry = shown[active] ?? -1;
    const inner = hasChildren(outline, entry);
    if (key === 'ArrowRight') {
      if (inner && closed.has(entry)) fold(entry, false);
      else if (inner) setActive(active + 1);
    } else if (key === 'ArrowLeft') {
      if (inner && !closed.has(entry)) fold(entry, true);
      else if (parentOf(outline, entry) >= 0) setActive(shown.indexOf(parentOf(outline, entry)));
    } else return false;
    return true;
  }
  return (
    <div
      ref={list}
      id={`${id}-rows`}
      className="side__rows"
      role="tree"
      tabIndex={0}
      aria-label={viewerWords.outline}
      aria-activedescendant={isThere ? `${id}-${shown[active]}` : undefined}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (!unfold(event.key)) return void onKey(event);
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div className="side__ground" style={{ height: rows.getTotalSize() }} role="presentation">
        {rows.getVirtualItems().map(({ index: row, start, size }) => {
          const index = shown[row] ?? 0;
          const entry = outline[index];
          if (!entry) return null;
          return (
            <OutlineRow
              key={index}
              id={`${id}-${index}`}
              entry={entry}
              flag={flags.get(index) ?? null}
              place={places[index] ?? { at: 1, of: 1 }}
              style={{ top: start, height: size }}
              closed={hasChildren(outline, index) ? closed.has(index) : null}
              active={row === active}
              current={index === current}
              onFold={() => fold(index, !closed.has(index))}
              onChoose={() => choose(row)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The flags of charts, at the entries where they begin: if several are on the first page, the deepest. */
function flagsOf(outline: readonly OutlineEntry[], pages: PagesOfCharts): ReadonlyMap<number, ChartFlag> {
  const flags = new Map<number, ChartFlag>();
  for (const [index, { page, title }] of outline.entries()) {
    const first = page === null ? undefined : pages.get(page);
    const charts = first ? [first, ...first.others].map(({ chart }) => chart) : [];
    const chart = charts.find((one) => titleOf(one) === title) ?? charts[0];
    const leadsIn = hasChildren(outline, index) && outline[index + 1]?.page === page;
    if (chart?.flag && chart.pages[0]?.page === page && !leadsIn) flags.set(index, chart.flag);
  }
  return flags;
}

/** The part of the page that is the chart in view; null: all of it. */
function useChartInView(page: number): PagePart | null {
  const part = useViewer((state) => state.part);
  return useCharts(({ pages }) => shownPart(pages.get(page) ?? null, part)?.page.region ?? null);
}

/** The collapsed entries, and the shown entry that the reader is in. */
function useFolded(outline: readonly ChartEntry[], page: number, region: PagePart | null) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(() => shownEntries(outline, closed), [outline, closed]);
  const current = useMemo(() => {
    // If the entry is collapsed, its nearest shown ancestor is used.
    let entry = currentEntry(outline, page, region);
    while (entry >= 0 && !shown.includes(entry)) entry = parentOf(outline, entry);
    return entry;
  }, [outline, page, region, shown]);
  function fold(entry: number, close: boolean) {
    const next = new Set(closed);
    if (close) next.add(entry);
    else next.delete(entry);
    setClosed(next);
  }
  return { shown, current, closed, fold };
}

function OutlineRow(props: {
  id: string;
  entry: OutlineEntry;
  /** Of the chart that begins there. */
  flag: ChartFlag | null;
  /** Among its siblings. */
  place: { at: number; of: number };
  style: { top: number; height: number };
  /** Null where it holds no others. */
  closed: boolean | null;
  active: boolean;
  current: boolean;
  onFold: () => void;
  onChoose: () => void;
}) {
  const { entry, closed, current, onFold } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree holds the focus (aria-activedescendant)
    <div
      id={props.id}
      role="treeitem"
      className="outline__entry"
      aria-level={entry.level + 1}
      aria-setsize={props.place.of}
      aria-posinset={props.place.at}
      aria-expanded={closed === null ? undefined : !closed}
      aria-selected={current}
      aria-current={current ? 'location' : undefined}
      aria-disabled={entry.page === null ? true : undefined}
      data-active={props.active}
      title={entry.title}
      style={{ ...props.style, paddingLeft: 4 + Math.min(entry.level, 8) * 14 }}
      onClick={props.onChoose}
    >
      {closed === null ? (
        <span className="outline__fold" />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; arrow keys do the same
        // biome-ignore lint/a11y/useKeyWithClickEvents: for the mouse; arrow keys do the same
        <span
          className="outline__fold"
          data-closed={closed}
          onClick={(event) => {
            event.stopPropagation();
            onFold();
          }}
        >
          <Icon name="chevronDown" />
        </span>
      )}
      <span className="outline__title ellipsis">{entry.title}</span>
      <FlagSign flag={props.flag} />
      {entry.page === null ? null : <span className="outline__page">{entry.page}</span>}
    </div>
  );
}
