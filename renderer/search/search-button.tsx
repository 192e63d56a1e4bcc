import { useEffect } from 'react';
import { Icon } from '../design/icons.tsx';
import { appWords } from '../design/words.ts';
import { useStores } from '../shell/state/registry.tsx';
import { searchSlice } from './search-store.ts';
import './search.css';

const isMac = /mac/i.test(navigator.platform);

/** Opens the search across all kits; looks like the field that it opens. */
export function SearchButton() {
  const [search] = useStores(searchSlice);
  return (
    <button
      type="button"
      className="search-button"
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      onClick={() => search.getState().show()}
    >
      <Icon name="search" />
      <span>{appWords.searchAll}</span>
      <span className="search-button__key" aria-hidden="true">
        {isMac ? '⌘K' : 'Ctrl K'}
      </span>
    </button>
  );
}

/** Whether the keys are those of the search: Ctrl+K or Ctrl+Shift+F, with ⌘ on a Mac. */
function isSearchKey(
  event: Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  return event.shiftKey ? key === 'f' : key === 'k';
}

/** Opens the search across all kits by its keys, everywhere, and keeps its results up to date. */
export function useSearchKeys(): void {
  const [search] = useStores(searchSlice);
  useEffect(() => {
    const stop = search.getState().start();
    function onKey(event: globalThis.KeyboardEvent) {
      if (!isSearchKey(event)) return;
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
