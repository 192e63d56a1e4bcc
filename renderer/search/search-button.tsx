import { Icon } from '../design/icons.tsx';
import { useStores } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';
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
      <span>{strings.search.title}</span>
      <span className="search-button__key" aria-hidden="true">
        {isMac ? '⌘K' : 'Ctrl K'}
      </span>
    </button>
  );
}
