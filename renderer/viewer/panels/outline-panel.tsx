import { useId, useMemo, useState } from 'react';
import type { OutlineEntry } from '../../../preload/contract.ts';
import { Icon } from '../../design/icons.tsx';
import { strings } from '../../strings/strings.ts';
import { currentEntry, hasChildren, parentOf, shownEntries, siblings } from '../place/outline.ts';
import { useNameInView, useViewer, useViewerStore } from '../viewer-context.tsx';
import { useTouch } from '../window/touch-mode.ts';
import { useActiveRows } from './use-active-row.ts';

/** Heights of an entry, CSS px. */
const ROW = 32;
const TOUCH_ROW = 46;

/** The document's own table of contents. */
export function OutlinePanel() {
  const outline = useViewer((state) => state.outline);
  const name = useNameInView(strings.viewer.outline);
  return (
    <nav className="outline" aria-label={name}>
      {outline === null ? <p className="side__word">{strings.viewer.outlineBusy}</p> : null}
      {outline?.length === 0 ? <p className="side__word">{strings.viewer.outlineEmpty}</p> : null}
      {outline && outline.length > 0 ? <OutlineTree outline={outline} /> : null}
    </nav>
  );
}

function OutlineTree({ outline }: { outline: readonly OutlineEntry[] }) {
  const store = useViewerStore();
  const touch = useTouch();
  const id = useId();
  const { shown, current, closed, fold } = useFolded(outline);
  const places = useMemo(() => siblings(outline), [outline]);
  const { list, rows, active, setActive, choose, onKey } = useActiveRows({
    count: shown.length,
    size: () => (touch ? TOUCH_ROW : ROW),
    current: shown.indexOf(current),
    follow(row) {
      const entry = outline[shown[row] ?? -1];
      if (entry?.page) store.getState().goTo(entry.page, entry.down);
      return !!entry?.page;
    },
  });
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
      className="side__rows"
      role="tree"
      tabIndex={0}
      aria-label={strings.viewer.outline}
      aria-activedescendant={`${id}-${shown[active]}`}
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

/** Which entries are folded away, and which of those that are shown the reader is in. */
function useFolded(outline: readonly OutlineEntry[]) {
  const page = useViewer((state) => state.page);
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(() => shownEntries(outline, closed), [outline, closed]);
  const current = useMemo(() => {
    // Where the entry is folded away, the one that holds it stands for it.
    let entry = currentEntry(outline, page);
    while (entry >= 0 && !shown.includes(entry)) entry = parentOf(outline, entry);
    return entry;
  }, [outline, page, shown]);
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
      <span className="outline__title">{entry.title}</span>
      {entry.page === null ? null : <span className="outline__page">{entry.page}</span>}
    </div>
  );
}
