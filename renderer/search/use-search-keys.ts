import { useEffect } from 'react';
import { useStores } from '../state/registry.tsx';
import { searchSlice } from './search-store.ts';

/** Whether the keys are those of the search: Ctrl+K or Ctrl+Shift+F, with ⌘ on a Mac. */
export function isSearchKey(
  event: Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  return event.shiftKey ? key === 'f' : key === 'k';
}

/** Opens the search across all kits by its keys, everywhere, and keeps what it found up to date. */
export function useSearchKeys(): void {
  const [search] = useStores(searchSlice);
  useEffect(() => {
    const stop = search.getState().start();
    function onKey(event: globalThis.KeyboardEvent) {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
      // Another dialog asks something: that comes first.
      if (search.getState().open || document.querySelector('dialog:modal')) return;
      search.getState().show();
    }
    // Before the screens take their keys.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      stop();
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [search]);
}
