import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useKits, useNavigation, useStores } from '../app/stores.tsx';
import { Button } from '../design/button.tsx';
import { strings } from '../strings.ts';
import { KitRow } from './kit-row.tsx';
import { matchesFilter } from './kit-words.ts';
import { useProfileNames } from './profile-names.ts';

const PAGE = 8;

/** The list: arrows, Home, End and Page keys move, Enter opens what is ready, p pins. */
export function KitList() {
  const { navigation, opening, kits: store } = useStores();
  const names = useProfileNames();
  const kits = useKits((state) => state.kits);
  const filter = useKits((state) => state.filter);
  const selectedId = useNavigation((state) => state.selectedId);
  const pane = useNavigation((state) => state.pane);
  const list = useRef<HTMLDivElement>(null);
  const shown = useMemo(
    () => kits.filter((kit) => matchesFilter(kit, filter, names?.get(kit.profile_id))),
    [kits, filter, names],
  );
  const stop = shown.some((kit) => kit.id === selectedId) ? selectedId : (shown[0]?.id ?? null);

  // Back from the viewer, or after a form went away: keys go on where the person is.
  useEffect(() => {
    if (stop === null || pane !== 'kit') return;
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (nowhere) list.current?.querySelector<HTMLElement>(`[data-kit-id="${stop}"]`)?.focus();
  }, [stop, pane]);

  function go(index: number) {
    const kit = shown[Math.min(shown.length - 1, Math.max(0, index))];
    if (!kit) return;
    navigation.getState().select(kit.id);
    list.current?.querySelector<HTMLElement>(`[data-kit-id="${kit.id}"]`)?.focus();
  }

  const open = (id: string) => opening.getState().ask(id);

  function togglePin(id: string) {
    const kit = shown.find((one) => one.id === id);
    if (kit) void store.getState().act(kit.pinned ? 'unpin' : 'pin', id);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>, index: number, id: string) {
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: shown.length - 1,
      PageDown: index + PAGE,
      PageUp: index - PAGE,
    };
    const target = moves[event.key];
    if (target !== undefined) go(target);
    else if (event.key === 'Enter' || event.key === ' ') open(id);
    else if (event.key === 'p' && !event.ctrlKey && !event.metaKey && !event.altKey) togglePin(id);
    else return;
    event.preventDefault();
  }

  if (shown.length === 0)
    return (
      <div className="library__empty">
        <p>{strings.library.noMatch(filter.trim())}</p>
        <Button onClick={() => store.getState().setFilter('')}>{strings.library.clearFilter}</Button>
      </div>
    );
  return (
    <div ref={list} role="listbox" tabIndex={-1} aria-label={strings.library.list} className="kit-list">
      {shown.map((kit, index) => (
        <KitRow
          key={kit.id}
          kit={kit}
          profileName={names?.get(kit.profile_id) ?? null}
          selected={kit.id === selectedId}
          tabStop={kit.id === stop}
          onSelect={() => navigation.getState().select(kit.id)}
          onOpen={() => open(kit.id)}
          onKeyDown={(event) => onKeyDown(event, index, kit.id)}
        />
      ))}
    </div>
  );
}
