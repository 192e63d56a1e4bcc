import { createStore, type StoreApi } from 'zustand/vanilla';
import { tableColumns } from '../../../main/settings/rules/choices.ts';
import type { Kit } from '../../../preload/contract.ts';
import { choicesStore, keepChoice } from '../../design/choices.ts';
import { AT_REST_LATEST_MS, whenIdle } from '../../design/timing.ts';
import { type NavigationStore, navigationSlice } from '../../shell/state/navigation-store.ts';
import { defineSlice } from '../../shell/state/registry.tsx';
import { profileNames, type SessionStore, sessionSlice } from '../../shell/state/session-store.ts';
import { type BulkAction, type BulkOutcome, type KitsStore, kitsSlice } from '../kits-store.ts';
import { type Arrangement, chosenArrangement, type TableColumn } from './arrangement.ts';
import { emptyView, LibraryIndex, type LibraryView } from './library-index.ts';
import { type LibraryFilter, type LibraryOrder, noFilter, utcDay } from './library-order.ts';

/** How a kit was selected: alone, added or removed (Ctrl), or with all up to it (Shift). */
type Pointing = 'only' | 'toggle' | 'extend' | 'move';

interface LibraryState {
  filter: LibraryFilter;
  /** How the list is shown and sorted. */
  arrangement: Arrangement;
  /** The columns of the table that are shown. */
  columns: readonly TableColumn[];
  /** The scroll position when the list was last shown, px; null: the arrangement's default. */
  place: number | null;
  /** The start of this day in UTC, ms since 1970. */
  today: number;
  view: LibraryView;
  selection: Selection;
  /** The running bulk action, or null. */
  working: BulkAction | null;
  /** The result of the last bulk action. */
  outcome: BulkOutcome | null;
  /** Changes the filter. */
  narrow(patch: Partial<LibraryFilter>): void;
  /** Removes the filter. */
  clearFilter(): void;
  /** Shows the planned kits alone. */
  showPlanned(): void;
  setOrder(order: LibraryOrder): void;
  setLayout(layout: Arrangement['layout']): void;
  setFailedFirst(failedFirst: boolean): void;
  /** Sorts the table by a column, or reverses the order if it is sorted by it already. */
  sortBy(column: TableColumn): void;
  showColumn(column: TableColumn, shown: boolean): void;
  /** Remembers the scroll position when the list closes, px. */
  leaveAt(place: number): void;
  /** A kit was pointed at. */
  point(id: string, how: Pointing): void;
  /** Moves the active kit by `by` kits (Infinity: to an end), and selects as `how` says. */
  step(by: number, how: Pointing): void;
  selectAll(): void;
  /** Deselects all kits and closes the details; the active kit stays. */
  deselect(): void;
  /** Selects only the active kit again. */
  dropSelection(): void;
  /** The selected kits that are shown, in the list's order, for bulk actions. */
  selected(): Kit[];
  /** The kit to select once these are removed; null if none is left. */
  neighbourOf(...ids: readonly string[]): string | null;
  /** Runs a bulk action on these kits. */
  act(action: BulkAction, ids: readonly string[]): Promise<BulkOutcome>;
  /** Checks whether a new day has begun. @param now ms since 1970 UTC */
  tick(now: number): void;
  /** The airports of all kits, the most common first. */
  airports(): { code: string; count: number }[];
}

/** The list: which kits are shown, in which order, and which are selected. */
export const [librarySlice, useLibrary] = defineSlice(({ get: slice }) => {
  const [kits, session, navigation] = [slice(kitsSlice), slice(sessionSlice), slice(navigationSlice)];
  const today = utcDay(Date.now());
  const arrangement = chosenArrangement(choicesStore.getState());
  const index = new LibraryIndex(arrangement, today);

  const store = createStore<LibraryState>()((set, get, api) => {
    const show = (more: Partial<LibraryState> = {}) =>
      set({ ...more, view: index.view(more.filter ?? get().filter, Date.now()) });

    /** Selects; the details show the selected kit if there is only one. */
    function choose(selection: Selection) {
      set({ selection, outcome: null });
      const { marked, active } = selection;
      const [only = null] = marked;
      navigation.getState().select(marked.size > 1 ? active : only);
    }

    return {
      filter: noFilter,
      arrangement,
      columns: choicesStore.getState().table_columns,
      place: null,
      today,
      view: emptyView,
      selection: nothingSelected,
      working: null,
      outcome: null,
      narrow: (patch) => show({ filter: { ...get().filter, ...patch } }),
      clearFilter: () => show({ filter: noFilter }),
      showPlanned() {
        show({ filter: { ...noFilter, states: ['planned'] } });
        navigation.getState().toLibrary();
      },
      ...arrangingActs(api, index),
      leaveAt: (place) => set({ place }),
      point(id, how) {
        const { selection, view } = get();
        if (how === 'only') choose(selectOne(id));
        else if (how === 'toggle') choose(toggle(selection, id));
        else if (how === 'extend') choose(extendTo(selection, id, view.ids()));
        else set({ selection: moveTo(selection, id) });
      },
      step(by, how) {
        const { selection, view } = get();
        const row = selection.active === null ? undefined : view.rowOf(selection.active);
        const from = row === undefined ? (by > 0 ? -1 : 0) : view.positionOf(row) - 1;
        const entry = view.kitAt(from + by);
        if (entry) get().point(entry.kit.id, how);
      },
      selectAll: () => choose(selectAll(get().selection, get().view.ids())),
      deselect: () => choose(moveTo(nothingSelected, get().selection.active)),
      dropSelection: () => choose(selectOne(get().selection.active)),
      selected() {
        const { selection, view } = get();
        if (selection.marked.size === 0) return [];
        const ids = view.ids().filter((id) => selection.marked.has(id));
        return ids.flatMap((id) => kits.getState().find(id) ?? []);
      },
      neighbourOf(...ids) {
        const shown = get().view.ids();
        const after = Math.max(-1, ...ids.map((id) => shown.indexOf(id))) + 1;
        const stays = (id: string) => !ids.includes(id);
        return shown.slice(after).find(stays) ?? shown.slice(0, after).findLast(stays) ?? null;
      },
      async act(action, ids) {
        set({ working: action, outcome: null });
        const outcome = await kits.getState().actAll(action, ids);
        set({ outcome, working: null });
        return outcome;
      },
      tick(at) {
        const day = utcDay(at);
        const { today: before, arrangement: as, view } = get();
        if (day !== before) index.arrange(as, day);
        const { next } = view.now;
        if (day !== before || (next !== null && next.at < at)) show({ today: day });
      },
      airports: () => index.airports(),
    };
  });

  keepUp(store, index, kits, session, navigation);
  followNavigation(store, navigation);
  return store;
});

/** The actions that arrange the list; each is stored as a choice. */
function arrangingActs({ getState: get, setState: set }: StoreApi<LibraryState>, index: LibraryIndex) {
  function arrange(change: Partial<Arrangement>, choice: Parameters<typeof keepChoice>[0]) {
    keepChoice(choice);
    const arrangement = { ...get().arrangement, ...change };
    index.arrange(arrangement, get().today);
    set({ arrangement, place: null, view: index.view(get().filter, Date.now()) });
  }
  return {
    setOrder: (order) => arrange({ order }, { library_order: order }),
    setLayout(layout) {
      if (layout !== get().arrangement.layout) arrange({ layout }, { library_layout: layout });
    },
    setFailedFirst: (failedFirst) => arrange({ failedFirst }, { failed_first: failedFirst }),
    sortBy(column) {
      const before = get().arrangement;
      const down = column === before.column && !before.down;
      arrange({ column, down }, { table_sort: column, table_down: down });
    },
    showColumn(column, shown) {
      const columns = tableColumns.filter((one) => (one === column ? shown : get().columns.includes(one)));
      keepChoice({ table_columns: columns });
      set({ columns });
    },
  } satisfies Partial<LibraryState>;
}

/** Follows the kits and profiles from now on. */
function keepUp(
  store: StoreApi<LibraryState>,
  index: LibraryIndex,
  kits: KitsStore,
  session: SessionStore,
  navigation: NavigationStore,
) {
  function followKits() {
    const { filter, selection } = store.getState();
    index.sync(kits.getState().kits);
    const left = without(selection, (id) => kits.getState().find(id) !== undefined);
    store.setState({ view: index.view(filter, Date.now()), selection: left });
    // If only one of several selected kits is left, the details show that one.
    const [only] = left.marked;
    if (left !== selection && left.marked.size === 1 && only) navigation.setState({ selectedId: only });
  }

  /** Prepares the search texts when idle; an earlier search computes them itself. */
  async function warm() {
    do await whenIdle(AT_REST_LATEST_MS);
    while (!index.warm());
  }

  function followProfiles() {
    index.setNames(profileNames(session.getState().profiles));
    store.setState({ view: index.view(store.getState().filter, Date.now()) });
  }

  kits.subscribe((state, before) => {
    if (state.kits !== before.kits) followKits();
    if (state.complete && !before.complete) void warm();
  });
  session.subscribe(({ profiles }, before) => {
    if (profiles !== before.profiles) followProfiles();
  });
  // Kits and profiles may have loaded before the first screen requests the list.
  followProfiles();
  followKits();
  if (kits.getState().complete) void warm();
}

/** Selects in the list what was selected elsewhere (a new request, a kit that was opened). */
function followNavigation(store: StoreApi<LibraryState>, navigation: NavigationStore) {
  navigation.subscribe(({ selectedId }, before) => {
    const { marked, active } = store.getState().selection;
    if (selectedId === before.selectedId || selectedId === null) return;
    if (marked.has(selectedId) && (active === selectedId || marked.size === 1)) return;
    store.setState({ selection: selectOne(selectedId) });
  });
}

interface Selection {
  /** The kits that are selected. */
  readonly marked: ReadonlySet<string>;
  /** The start of a range; null: the active kit. */
  readonly anchor: string | null;
  /** The kit that the keys act on; null: none yet. */
  readonly active: string | null;
}

export const nothingSelected: Selection = { marked: new Set(), anchor: null, active: null };

/** Selects only this kit. */
export function selectOne(id: string | null): Selection {
  return { marked: new Set(id === null ? [] : [id]), anchor: id, active: id };
}

/** Adds this kit, or removes it if it is selected. */
export function toggle({ marked }: Selection, id: string): Selection {
  const next = new Set(marked);
  if (!next.delete(id)) next.add(id);
  return { marked: next, anchor: id, active: id };
}

/** Makes this kit active; the selection stays. */
export function moveTo(selection: Selection, id: string | null): Selection {
  return { ...selection, active: id };
}

/** Selects everything from the anchor to this kit, in the shown order, and nothing else. */
export function extendTo(selection: Selection, id: string, shown: readonly string[]): Selection {
  const anchor = selection.anchor ?? selection.active ?? id;
  const [from, to] = [shown.indexOf(anchor), shown.indexOf(id)];
  if (from < 0 || to < 0) return selectOne(id);
  return { marked: new Set(shown.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor, active: id };
}

/** Selects everything that is shown. */
export function selectAll(selection: Selection, shown: readonly string[]): Selection {
  return { ...selection, marked: new Set(shown), active: selection.active ?? shown[0] ?? null };
}

/** Drops removed kits. Returns the same object if none was removed. */
export function without(selection: Selection, isThere: (id: string) => boolean): Selection {
  const gone = (id: string | null) => id !== null && !isThere(id);
  const kept = [...selection.marked].filter(isThere);
  if (kept.length === selection.marked.size && !gone(selection.anchor) && !gone(selection.active))
    return selection;
  return {
    marked: new Set(kept),
    anchor: gone(selection.anchor) ? null : selection.anchor,
    active: gone(selection.active) ? null : selection.active,
  };
}
