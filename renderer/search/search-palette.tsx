import { type KeyboardEvent, useContext, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icons.tsx';
import { InDialogs, useModal } from '../design/modal.tsx';
import { appWords } from '../design/words.ts';
import { useStores } from '../shell/state/registry.tsx';
import { commandsFor } from './palette-commands.ts';
import { optionId, SearchList } from './search-list.tsx';
import { searchSlice, useSearch } from './search-store.ts';
import { searchWords } from './words.ts';
import './search.css';

const moves: Readonly<Record<string, 'next' | 'previous' | 'first' | 'last'>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  'Ctrl+Home': 'first',
  'Ctrl+End': 'last',
};

/** The dialog of the search across all kits. */
export function SearchPalette() {
  const [search] = useStores(searchSlice);
  const dialog = useModal();
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const query = useSearch((state) => state.query);
  const count = useSearch((state) => state.count + state.commands.length);
  const active = useSearch((state) => state.active);
  const also = useContext(InDialogs);

  useLayoutEffect(() => field.current?.select(), []);
  useLayoutEffect(() => search.getState().findCommandsBy(commandsFor), [search]);

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    const move = moves[event.ctrlKey ? `Ctrl+${event.key}` : event.key] ?? moves[event.key];
    const entered = event.key === 'Enter' && event.target === field.current;
    if (move) search.getState().move(move);
    else if (entered && !event.nativeEvent.isComposing)
      search.getState().enter(undefined, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      className="dialog search"
      aria-label={appWords.searchAll}
      onCancel={(event) => {
        event.preventDefault();
        search.getState().close();
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        // The backdrop is the dialog itself.
        if (event.target === dialog.current) search.getState().close();
      }}
    >
      <div className="search__box">
        <div className="search__field">
          <Icon name="search" />
          <input
            ref={field}
            data-first
            className="search__input"
            type="text"
            role="combobox"
            aria-label={searchWords.label}
            aria-autocomplete="list"
            aria-expanded={count > 0}
            {...(count > 0 ? { 'aria-controls': list, 'aria-activedescendant': optionId(list, active) } : {})}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={500}
            placeholder={searchWords.placeholder}
            value={query}
            onChange={(event) => search.getState().setQuery(event.target.value)}
          />
        </div>
        {count > 0 ? <SearchList id={list} /> : <Nothing />}
        <Foot />
        {also}
      </div>
    </dialog>
  );
}

/** What is shown instead of the list. */
function Nothing() {
  const [search] = useStores(searchSlice);
  const status = useSearch((state) => state.status);
  const query = useSearch((state) => state.query);
  const failure = useSearch((state) => state.failure);
  if (status === 'failed') {
    return (
      <div className="search__nothing" role="alert">
        <p className="search__lead">{searchWords.failed}</p>
        <p>{failure?.message}</p>
        <Button onClick={() => search.getState().again()}>{appWords.tryAgain}</Button>
      </div>
    );
  }
  if (status === 'found') {
    return (
      <div className="search__nothing">
        <p className="search__lead">{searchWords.none(query.trim())}</p>
        <p>{searchWords.noneHint}</p>
      </div>
    );
  }
  return (
    <div className="search__nothing">
      <p>{status === 'searching' ? searchWords.searching : searchWords.hint}</p>
    </div>
  );
}

function Foot() {
  const { status, count, capped, waiting, groups } = useSearch((state) => state);
  const found =
    status === 'found' && count > 0
      ? capped
        ? searchWords.capped(count)
        : searchWords.found(count, groups.length)
      : '';
  return (
    <div className="search__foot">
      <p role="status" className="search__said">
        {[found, waiting > 0 ? searchWords.waiting(waiting) : ''].filter(Boolean).join(' · ')}
      </p>
      <p className="search__keys">{searchWords.keys}</p>
    </div>
  );
}
