import { useEffect } from 'react';
import { Icon } from '../design/icons.tsx';
import { ariaKey, keyWords } from '../design/key-press.ts';
import { commandOf, keyTable } from '../design/keys.ts';
import { appWords } from '../design/words.ts';
import { useStores } from '../shell/state/registry.tsx';
import { searchSlice } from './search-store.ts';
import './search.css';

/** Opens the search across all kits; looks like the field that it opens. */
export function SearchButton() {
  const [search] = useStores(searchSlice);
  return (
    <button
      type="button"
      className="search-button"
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKey(keyTable.everywhere.search[0])}
      onClick={() => search.getState().show()}
    >
      <Icon name="search" />
      <span>{appWords.searchAll}</span>
      <span className="search-button__key" aria-hidden="true">
        {keyWords(keyTable.everywhere.search[0])}
      </span>
    </button>
  );
}

/** Opens the search across all kits by its keys, everywhere, and keeps its results up to date. */
export function useSearchKeys(): void {
  const [search] = useStores(searchSlice);
  useEffect(() => {
    const stop = search.getState().start();
    function onKey(event: globalThis.KeyboardEvent) {
      if (commandOf('everywhere', event) !== 'search') return;
      event.preventDefault();
      event.stopPropagation();
      // Another open dialog comes first.
      if (search.getState().open || document.querySelector('dialog:modal')) return;
      search.getState().show();
    }
    // Runs before the screens handle their keys.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      stop();
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [search]);
}
