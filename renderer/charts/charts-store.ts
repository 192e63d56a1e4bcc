import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { departureMs } from '../../main/kits/rules/same-flight.ts';
import type { Kit, KitCharts } from '../../preload/contract.ts';
import { isDamaged } from '../kits/soundness-words.ts';
import type { Bridge } from '../shell/state/bridge.ts';
import { latestOnly } from '../shell/state/calls.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { beside, useViewerStore } from '../viewer/document/viewer-context.tsx';
import { type ChartFilter, noFilter } from './chart-filter.ts';
import { byPage, nameAt, type PagesOfCharts, type ShownChart, shownCharts } from './shown-chart.ts';

/** Whose charts are read. */
interface ChartedKit {
  kitId: string;
  /** Of the shown document; null if it is damaged, because nothing known about the verified one applies to it. */
  sha256: string | null;
  /** Of the flight, ms since 1970 UTC; null if not known. */
  departure_ms: number | null;
}

interface ChartsState {
  /** `none`: the charts of the shown document can't be known; the others as in the contract (KitCharts). */
  status: KitCharts['state'] | 'none';
  /** In the order of the document; those of the pages read so far. */
  charts: readonly ShownChart[];
  pages: PagesOfCharts;
  /** The filter of both outline and thumbnails. */
  filter: ChartFilter;
  setFilter(change: Partial<ChartFilter>): void;
  /** Reads the kit's charts, and again as more become known, until the abort. */
  follow(kit: ChartedKit, signal: AbortSignal): void;
}

/** While a document is being read there are many changes: the charts are read again at most this often, ms. */
const AGAIN_MS = 1_000;

const unknown = { charts: [], pages: new Map() } satisfies Partial<ChartsState>;

/** The store of the charts of one open document. */
function createChartsStore(bridge: Bridge['reading']) {
  return createStore<ChartsState>()((set, get) => ({
    status: 'waiting',
    ...unknown,
    filter: noFilter,
    setFilter: (change) => set({ filter: { ...get().filter, ...change } }),
    follow({ kitId, sha256, departure_ms }, signal) {
      if (sha256 === null) {
        set({ status: 'none', ...unknown });
        return;
      }
      let timer: ReturnType<typeof setTimeout> | undefined;
      let done = false;
      const ask = latestOnly();

      async function read() {
        timer = undefined;
        const isLatest = ask();
        try {
          const answer = await bridge.charts(kitId);
          if (signal.aborted || !isLatest()) return;
          const isOfThis = answer.sha256 === sha256;
          done = isOfThis && answer.state === 'ready';
          const charts = isOfThis ? shownCharts(answer.pages, departure_ms) : [];
          set({ status: isOfThis ? answer.state : 'waiting', charts, pages: byPage(charts) });
        } catch {
          // Pages are shown without names; the next change reads again.
        }
      }
      const stop = bridge.on('prepared', ({ kit_id }) => {
        if (kit_id === kitId && !done) timer ??= setTimeout(() => void read(), AGAIN_MS);
      });
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          stop();
        },
        { once: true },
      );
      void read();
    },
  }));
}

export const chartsOf = beside((_, bridge) => createChartsStore(bridge.reading));

export function useChartsStore() {
  return chartsOf(useViewerStore(), useBridge());
}

export function useCharts<T>(select: (state: ChartsState) => T): T {
  return useStore(useChartsStore(), select);
}

/** The name of the chart that a page belongs to; null if not known. */
export function useChartName(page: number): string | null {
  return useCharts(({ pages }) => nameAt(pages, page));
}

/** Follows the charts of the shown kit while it is shown. */
export function useFollowCharts(kit: Kit | null): void {
  const store = useChartsStore();
  const kitId = kit?.id ?? null;
  const sha256 = kit && !isDamaged(kit) ? (kit.document?.sha256 ?? null) : null;
  const departure_ms = departureMs(kit?.trip?.departure);
  useEffect(() => {
    if (kitId === null) return;
    const left = new AbortController();
    store.getState().follow({ kitId, sha256, departure_ms }, left.signal);
    return () => left.abort();
  }, [store, kitId, sha256, departure_ms]);
}
