import { useRef } from 'react';
import { batchWords } from '../../batch/words.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icons.tsx';
import { ariaKey, keyWords, workingKeys } from '../../design/key-press.ts';
import { keyTable, useCommandKeys } from '../../design/keys.ts';
import { readyWords } from '../../ready/words.ts';
import { useShelves } from '../../shelf/shelf-store.ts';
import { shelfWords } from '../../shelf/words.ts';
import { navigationSlice, useNavigation } from '../../shell/state/navigation-store.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { useKits } from '../kits-store.ts';
import { librarySlice, useLibrary } from '../list/library-store.ts';
import { libraryWords } from '../words.ts';
import { FilterBar } from './filter-bar.tsx';

const words = libraryWords;

/** Title, buttons for new kits, search and filters. */
export function LibraryHead() {
  const [library, navigation] = useStores(librarySlice, navigationSlice);
  const query = useLibrary((state) => state.filter.query);
  const all = useKits((state) => state.kits.length);
  const complete = useKits((state) => state.complete);
  const shown = useLibrary((state) => state.view.count);
  const pane = useNavigation((state) => state.pane);
  const hasShelf = useShelves((state) => (state.shelves?.length ?? 0) > 0);
  const input = useRef<HTMLInputElement>(null);
  const findKey = workingKeys(keyTable.library.find).at(-1);
  useCommandKeys('library', {
    find: () => {
      input.current?.focus();
      input.current?.select();
    },
  });
  return (
    <div className="library__head">
      <div className="library__heading">
        <h1>{words.title}</h1>
        <p className="library__count" role="status">
          {all > 0 && complete ? words.count(shown, all) : ''}
        </p>
        <span className="library__actions">
          {all > 0 ? (
            <Button aria-pressed={pane === 'ready'} onClick={() => navigation.getState().show('ready')}>
              {readyWords.open}
            </Button>
          ) : null}
          <Button onClick={() => navigation.getState().toBatch()}>{batchWords.open}</Button>
          {hasShelf ? (
            <Button aria-pressed={pane === 'shelf'} onClick={() => navigation.getState().show('shelf')}>
              {shelfWords.open}
            </Button>
          ) : null}
          <Button aria-pressed={pane === 'track'} onClick={() => navigation.getState().show('track')}>
            {words.track}
          </Button>
          <Button
            look="primary"
            icon="plus"
            title={keyWords(keyTable.everywhere.newRequest[0])}
            onClick={() => navigation.getState().show('request')}
          >
            {words.newRequest}
          </Button>
        </span>
      </div>
      {all > 0 ? (
        <>
          <div className="library__search">
            <Icon name="search" />
            <input
              ref={input}
              type="search"
              className="input"
              aria-label={words.search}
              aria-keyshortcuts={findKey && ariaKey(findKey)}
              placeholder={words.searchPlaceholder}
              value={query}
              spellCheck={false}
              onChange={(event) => library.getState().narrow({ query: event.target.value })}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && query !== '') {
                  event.preventDefault();
                  library.getState().narrow({ query: '' });
                } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
                  event.preventDefault();
                  document.querySelector<HTMLElement>('.kit-list')?.focus();
                }
              }}
            />
            {query === '' && findKey ? <span className="library__key">{keyWords(findKey)}</span> : null}
          </div>
          <FilterBar />
        </>
      ) : null}
    </div>
  );
}
