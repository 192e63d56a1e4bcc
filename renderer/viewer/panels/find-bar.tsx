import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../design/button.tsx';
import { viewerKeys } from '../../design/keys.ts';
import type { FindState } from '../document/find/find-store.ts';
import { useFind, useFindStore } from '../document/find/use-find.ts';
import { useNameInView, useViewer, useViewerStore } from '../document/viewer-context.tsx';
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
    const timer = setTimeout(() => void store.getState().search(text), REST_MS);
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
          if (event.key === 'Enter') void store.getState().next(event.shiftKey ? -1 : 1);
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
export function countWords(
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
