import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef } from 'react';
import { useCharts } from '../../charts/charts-context.ts';
import { nameAt } from '../../charts/shown-chart.ts';
import { MAX_MATCHES } from '../document/find/find-store.ts';
import { useFind, useFindStore } from '../document/find/use-find.ts';
import { useChosen } from '../document/use-over-pages.ts';
import { findWords } from './words.ts';
import './find.css';

/** Height of one match in the list, px; with the name of its chart above the line. find.css says the same. */
const ROW_PX = 48;
const NAMED_ROW_PX = 66;

/** The matches as a list: page and the line around each. Up and down go through them. */
export function FindPanel() {
  const store = useFindStore();
  const query = useFind((state) => state.query);
  const count = useFind((state) => state.matches.length);
  const pages = useFind((state) => state.byPage.size);
  const busy = useFind((state) => state.searching !== null);
  const more = useFind((state) => state.more);

  useEffect(() => store.getState().setOpen(true), [store]);

  if (!query.trim()) return <p className="find-panel__word">{findWords.hint}</p>;
  if (count === 0 && !busy) {
    return (
      <div className="find-panel__word">
        <p>{findWords.none}</p>
        <p>{findWords.noneHint}</p>
      </div>
    );
  }
  return (
    <>
      <p className="find-panel__total">
        {more ? findWords.capped(MAX_MATCHES) : findWords.total(count, pages)}
      </p>
      <Matches />
    </>
  );
}

function Matches() {
  const store = useFindStore();
  const matches = useFind((state) => state.matches);
  const current = useFind((state) => state.current);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const chosen = useChosen();
  const pages = useCharts((state) => state.pages);
  const named = useCharts((state) => state.charts.some(({ name }) => name !== null));
  const height = named ? NAMED_ROW_PX : ROW_PX;
  const rows = useVirtualizer({
    count: matches.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
  });

  useEffect(() => {
    if (height) rows.measure();
  }, [height, rows]);
  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: 'auto' });
  }, [current, rows]);

  function onKey(key: string): boolean {
    const last = matches.length - 1;
    const step = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
    const to = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + step,
      PageUp: current - step,
      Home: 0,
      End: last,
    }[key];
    if (to === undefined) return false;
    store.getState().show(Math.min(last, Math.max(0, to)));
    return true;
  }

  return (
    <div
      ref={scroller}
      className="find-panel__list"
      role="listbox"
      tabIndex={0}
      aria-label={findWords.listLabel}
      aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !onKey(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div className="find-panel__rows" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const match = matches[index];
          if (!match) return null;
          const { before, match: words, after } = store.getState().context(match);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and the keys (listbox pattern)
            <div
              key={index}
              id={`${id}-${index}`}
              role="option"
              // The list takes the focus, and says which option is active.
              tabIndex={-1}
              className="find-panel__match"
              data-named={named || undefined}
              aria-selected={index === current}
              aria-posinset={index + 1}
              aria-setsize={matches.length}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => {
                store.getState().show(index);
                chosen(scroller.current);
              }}
            >
              <span className="find-panel__page">{findWords.page(match.page)}</span>
              {named ? <span className="find-panel__chart">{nameAt(pages, match.page)}</span> : null}
              <span className="find-panel__line">
                {before}
                <mark>{words}</mark>
                {after}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
