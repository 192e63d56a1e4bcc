import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState } from 'react';
import { useCharts } from '../../charts/charts-store.ts';
import { nameAt } from '../../charts/shown-chart.ts';
import { IconButton } from '../../design/button.tsx';
import { viewerKeys } from '../../design/keys.ts';
import { type FindState, MAX_MATCHES } from '../document/find/find-store.ts';
import { useFind, useFindStore } from '../document/find/use-find.ts';
import { useChosen, useNameInView, useViewer, useViewerStore } from '../document/viewer-context.tsx';
import { findWords } from './words.ts';
import './find.css';

/** Pause after typing before pages are read one by one, ms. Stored text is searched at each key. */
const REST_MS = 120;

/** Finds text in this kit while one types. Enter: next, Shift+Enter: previous, Esc: close. */
export function FindBar() {
  return useFind((state) => state.open) ? <OpenFindBar /> : null;
}

function OpenFindBar() {
  const viewer = useViewerStore();
  const store = useFindStore();
  const find = useFind((state) => state);
  const pageCount = useViewer((state) => state.pageCount);
  const listed = useViewer((state) => state.panel === 'find');
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(find.query);
  const name = useNameInView(findWords.label);

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  useEffect(() => {
    const { query, slow } = store.getState();
    if (text === query) return;
    if (!slow) {
      void store.getState().search(text);
      return;
    }
    const timer = setTimeout(() => {
      if (text !== store.getState().query) void store.getState().search(text);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text, store]);

  function close() {
    const pages = input.current?.closest('.viewer')?.querySelector<HTMLElement>('.scroller');
    store.getState().setOpen(false);
    if (viewer.getState().panel === 'find') viewer.getState().showPanel(null);
    pages?.focus({ preventScroll: true });
  }
  return (
    <search className="find" aria-label={name}>
      <input
        ref={input}
        className="input"
        aria-label={findWords.label}
        placeholder={findWords.label}
        name="find"
        value={text}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // What was typed may still wait to be searched: Enter does not step through matches of other words.
          if (event.key === 'Enter' && text !== store.getState().query) void store.getState().search(text);
          else if (event.key === 'Enter') void store.getState().next(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className="find__count" role="status">
        {countWords(find, pageCount)}
      </span>
      <Option
        sign="Aa"
        label={findWords.matchCase}
        on={find.options.matchCase}
        onChange={(matchCase) => void store.getState().setOptions({ matchCase })}
      />
      <Option
        sign="ab"
        whole
        label={findWords.wholeWords}
        on={find.options.wholeWords}
        onChange={(wholeWords) => void store.getState().setOptions({ wholeWords })}
      />
      <IconButton
        icon="list"
        label={findWords.list}
        aria-pressed={listed}
        onClick={() => viewer.getState().togglePanel('find')}
      />
      <IconButton
        icon="chevronUp"
        label={findWords.previous}
        keys={viewerKeys('findPrevious')}
        disabled={find.matches.length === 0}
        onClick={() => void store.getState().next(-1)}
      />
      <IconButton
        icon="chevronDown"
        label={findWords.next}
        keys={viewerKeys('findNext')}
        disabled={find.matches.length === 0}
        onClick={() => void store.getState().next(1)}
      />
      <IconButton icon="cross" label={findWords.close} keys={viewerKeys('leave')} onClick={close} />
    </search>
  );
}

function Option(props: {
  sign: string;
  whole?: boolean;
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <button
      type="button"
      className="button button--quiet button--icon find__option"
      aria-pressed={props.on}
      aria-label={props.label}
      title={props.label}
      onClick={() => props.onChange(!props.on)}
    >
      <span className={props.whole ? 'find__sign find__whole' : 'find__sign'} data-sign={props.sign} />
    </button>
  );
}

/** The state of the search, in a few words. */
function countWords(
  find: Pick<FindState, 'query' | 'matches' | 'current' | 'more' | 'searching' | 'unreadable'>,
  pageCount: number,
): string {
  if (!find.query.trim()) return '';
  const { matches, current, more, searching, unreadable } = find;
  const count = matches.length > 0 ? findWords.count(current + 1, matches.length, more) : null;
  if (searching !== null) return count ?? findWords.busy(searching, pageCount);
  const missed = unreadable > 0 ? `, ${findWords.unreadable(unreadable)}` : '';
  return `${count ?? findWords.none}${missed}`;
}

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
              {named ? <span className="find-panel__chart ellipsis">{nameAt(pages, match.page)}</span> : null}
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
