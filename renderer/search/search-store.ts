import { createStore, type StoreApi } from 'zustand/vanilla';
import { chartName, chartsOnPage, pageName } from '../../main/charts/rules/chart-dates.ts';
import type { Kit, KitCharts, SearchHit } from '../../preload/contract.ts';
import { queryWords, wordsOf } from '../design/marked.tsx';
import { type KitsStore, kitsSlice } from '../kits/kits-store.ts';
import { openingSlice } from '../kits/opening-store.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../shell/state/bridge.ts';
import { latestOnly } from '../shell/state/calls.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { defineSlice } from '../shell/state/registry.tsx';
import { activeTab, workspaceSlice } from '../shell/state/workspace-store.ts';
import type { commandsFor, PaletteCommand } from './palette-commands.ts';

/** How many pages are requested: more than anybody reads, few enough to load at once. */
const MAX_HITS = 60;
/** Delay after the last key, ms, so that fast typing starts one search. */
const PAUSE_MS = 60;

interface SearchState {
  open: boolean;
  query: string;
  /** `idle`: there is nothing to search for. */
  status: 'idle' | 'searching' | 'found' | 'failed';
  /** The results of the last answered query; they stay on the screen until the next answer. */
  groups: readonly HitGroup[];
  /** Pages in all groups. */
  count: number;
  /** Commands and places of the guides whose names match, below the pages. */
  commands: readonly PaletteCommand[];
  /** Whether there are more pages than are shown. */
  capped: boolean;
  /** Kits whose text is not indexed yet. */
  waiting: number;
  failure: UiFailure | null;
  /** The kit that was open when the search was opened; its results come first. Null if there was none. */
  openKit: OpenKit | null;
  /** The index of the selected result, counted through all groups and then the commands. */
  active: number;
  show(): void;
  close(): void;
  setQuery(query: string): void;
  /** Sets how commands are found: their code, and the guides' headings, load with the search's dialog. */
  findCommandsBy(find: typeof commandsFor): void;
  move(to: 'next' | 'previous' | 'first' | 'last'): void;
  choose(index: number): void;
  /**
   * Opens the selected page, or the one at `index` (`elsewhere`: in its own window), or runs the command. While an answer is
   * awaited, this waits for it, unless the person continues.
   */
  enter(index?: number, elsewhere?: boolean): void;
  /** Searches again, after a failure or because more text is indexed now. */
  again(): void;
  /** Searches again when the text of a kit arrives that was missing. Returns a function that ends it. */
  start(): () => void;
}

const nothing = { groups: [], count: 0, capped: false, failure: null, active: 0 };

/** The search across all kits. */
export const [searchSlice, useSearch] = defineSlice(({ bridge, get: slice }) => {
  const [kits, opening] = [slice(kitsSlice), slice(openingSlice)];
  const [navigation, workspace] = [slice(navigationSlice), slice(workspaceSlice)];
  return createStore<SearchState>()((set, get, store) => {
    let findCommands: typeof commandsFor = () => [];
    /** Enter was pressed before the answer to these words: it applies to their results. */
    let entered: { elsewhere: boolean } | null = null;
    const asker = pageAsker(store, { bridge, kits, openKitId, answered });

    function openKitId(): string | null {
      const { screen } = navigation.getState();
      if (screen.name === 'changes') return screen.newId;
      return screen.name === 'viewer' ? (activeTab(workspace.getState())?.kitId ?? null) : null;
    }

    function answered() {
      if (entered) get().enter(undefined, entered.elsewhere);
    }

    return {
      open: false,
      query: '',
      status: 'idle',
      ...nothing,
      commands: [],
      waiting: 0,
      openKit: null,
      show() {
        const id = openKitId();
        const known = get().openKit;
        set({
          open: true,
          openKit: id === null || id === known?.id ? (id && known) || null : { id, charts: [] },
        });
        if (id !== null) void asker.readCharts(id);
        // Kits may have been added or removed since.
        if (get().status !== 'idle') asker.later();
      },
      close() {
        asker.stop();
        entered = null;
        set({ open: false });
      },
      setQuery(query) {
        entered = null;
        if (query.trim() === '') {
          asker.drop();
          set({ query, status: 'idle', ...nothing, commands: [], waiting: 0 });
          return;
        }
        set({ query, status: 'searching', active: 0, commands: findCommands(query) });
        asker.later();
      },
      findCommandsBy(find) {
        findCommands = find;
        set({ commands: find(get().query) });
      },
      move(to) {
        const { count: pages, commands, active } = get();
        const count = pages + commands.length;
        entered = null;
        if (count === 0) return;
        const next = { next: active + 1, previous: active - 1, first: 0, last: count - 1 }[to];
        set({ active: (next + count) % count });
      },
      choose: (active) => set({ active }),
      enter(index, elsewhere = false) {
        const { active, groups, count, commands, status } = get();
        // While an answer is awaited, the shown results are for other words, so the selected one may change.
        entered = status === 'searching' && index === undefined ? { elsewhere } : null;
        if (entered) return;
        const at = index ?? active;
        const command = commands[at - count];
        if (command) {
          get().close();
          command.run(slice);
          return;
        }
        const hit = groups.flatMap((group) => group.hits)[at];
        if (!hit || status !== 'found') return;
        get().close();
        const { ask, askElsewhere } = opening.getState();
        (elsewhere ? askElsewhere : ask)(hit.kit_id, hit.page);
      },
      again() {
        set({ status: 'searching' });
        asker.later();
      },
      start: () =>
        bridge.reading.on('prepared', () => {
          const { open, status, waiting } = get();
          if (open && status === 'found' && waiting > 0) asker.later();
        }),
    };
  });
});

/** Requests the pages for the query, and the charts of the open kit; calls `answered` for the latest request only. */
function pageAsker(
  { getState: get, setState: set }: StoreApi<SearchState>,
  needs: { bridge: Bridge; kits: KitsStore; openKitId: () => string | null; answered: () => void },
) {
  const { bridge, kits, openKitId, answered } = needs;
  const begin = latestOnly();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Drops an answer that arrives after a later request. */
  async function ask() {
    const { query } = get();
    const isLatest = begin();
    try {
      const { hits, waiting } = await bridge.search.pages(query, MAX_HITS, openKitId());
      if (!isLatest()) return;
      const groups = groupHits(hits, kits.getState().kits, get().openKit, query);
      const count = groups.reduce((sum, group) => sum + group.hits.length, 0);
      const active = Math.min(get().active, Math.max(0, count + get().commands.length - 1));
      const capped = hits.length >= MAX_HITS;
      set({ status: 'found', groups, count, active, capped, waiting, failure: null });
    } catch (error) {
      if (!isLatest()) return;
      set({ ...nothing, status: 'failed', failure: asUiFailure(error) });
    }
    answered();
  }
  const stop = () => clearTimeout(timer);
  function later() {
    stop();
    timer = setTimeout(() => void ask(), PAUSE_MS);
  }
  /** Cancels the request; its answer is dropped. */
  function drop() {
    stop();
    begin();
  }
  /** If its charts can't be read, the kit still comes first. */
  async function readCharts(id: string): Promise<void> {
    const found = await bridge.reading.charts(id).catch(() => null);
    if (get().openKit?.id !== id || !found) return;
    set({ openKit: { id, charts: found.pages } });
    if (get().status === 'found') later();
  }
  return { later, stop, drop, readCharts };
}

/** The most charts in the results: more than anybody reads. */
const MAX_CHARTS = 20;

/** The pages of one kit, the best first. */
export interface HitGroup {
  kit: Kit;
  hits: SearchHit[];
}

/** The open kit, and its known charts. */
export interface OpenKit {
  id: string;
  charts: readonly KitCharts['pages'][number][];
}

/** What pilots type for the kinds of charts. */
const kinds: Readonly<Record<string, string>> = {
  airport: 'airport diagram ADC',
  parking: 'parking gates apron stands',
  sid: 'SID departure',
  star: 'STAR arrival',
  approach: 'APP approach IAP IAC',
  departure: 'departure DEP',
  arrival: 'arrival ARR',
};

/** The charts of the kit whose airport, kind, title or number has all words of the query; the last one may be a prefix. */
export function chartHits({ id, charts }: OpenKit, query: string): SearchHit[] {
  const wanted = queryWords(query);
  const last = wanted.length - 1;
  if (last < 0) return [];
  const found = charts.flatMap(chartsOnPage).filter(({ airport, kind, title, number }) => {
    const words = wordsOf(
      [airport?.value, title?.value, number?.value, kinds[kind?.value ?? '']].filter(Boolean).join(' '),
    );
    const has = (word: string, index: number) =>
      words.some((one) => one === word || (index === last && word.length > 1 && one.startsWith(word)));
    return title !== null && wanted.every(has);
  });
  return found
    .slice(0, MAX_CHARTS)
    .map((chart) => ({ kit_id: id, page: chart.page, heading: chartName(chart), snippet: [] }));
}

/**
 * Results by kit, in the order of the kits' best pages; pages of removed kits are left out. The open kit comes
 * first, its charts before its text; its pages have the names of their charts.
 */
export function groupHits(
  hits: readonly SearchHit[],
  kits: readonly Kit[],
  open: OpenKit | null,
  query: string,
): HitGroup[] {
  const known = new Map(kits.map((kit) => [kit.id, kit]));
  const charts = open ? chartHits(open, query) : [];
  const texts = new Map(hits.filter(({ kit_id }) => kit_id === open?.id).map((hit) => [hit.page, hit]));
  const named = new Set(charts.map(({ page }) => page));
  const names = new Map(open?.charts.map((chart) => [chart.page, pageName(chart)]));
  const first = charts.map((hit) => ({ ...hit, snippet: texts.get(hit.page)?.snippet ?? [] }));
  const rest = [...texts.values()]
    .filter(({ page }) => !named.has(page))
    .map((hit) => ({ ...hit, heading: names.get(hit.page) ?? hit.heading }));
  const others = hits.filter(({ kit_id }) => kit_id !== open?.id);

  const groups = new Map<string, HitGroup>();
  for (const hit of [...first, ...rest, ...others]) {
    const kit = known.get(hit.kit_id);
    if (!kit) continue;
    const group = groups.get(kit.id);
    if (group) group.hits.push(hit);
    else groups.set(kit.id, { kit, hits: [hit] });
  }
  return [...groups.values()];
}
