import { Button } from '../design/button.tsx';
import { Icon } from '../design/icons.tsx';
import { useKits } from '../kits/kits-store.ts';
import { hasFacts } from '../kits/list/library-filter.ts';
import { librarySlice, useLibrary } from '../kits/list/library-store.ts';
import { useStores } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';

/** No kit at all: what to do first. */
export function EmptyLibrary() {
  return (
    <div className="library__empty">
      <Icon name="pin" />
      <h2>{strings.library.emptyTitle}</h2>
      <p>{strings.library.empty}</p>
    </div>
  );
}

/** Kits, but none that matches: why, and the way back. */
export function NoMatch() {
  const [library] = useStores(librarySlice);
  const filter = useLibrary((state) => state.filter);
  const all = useKits((state) => state.kits.length);
  const query = filter.query.trim();
  const words = strings.library;
  return (
    <div className="library__empty">
      <Icon name="search" />
      <h2>{words.noMatchTitle}</h2>
      <p>
        {query === ''
          ? words.noMatchFilters
          : hasFacts(filter)
            ? words.noMatchBoth(query)
            : words.noMatch(query)}
      </p>
      <p>{words.noMatchHint(all)}</p>
      <Button onClick={() => library.getState().clearFilter()}>{words.clearFilter}</Button>
    </div>
  );
}
