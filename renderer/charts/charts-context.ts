import { useEffect } from 'react';
import { useStore } from 'zustand';
import { departureMs } from '../../main/kits/rules/same-flight.ts';
import type { Kit } from '../../preload/contract.ts';
import { isDamaged } from '../kits/soundness-words.ts';
import type { Bridge } from '../shell/state/bridge.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { useViewerStore } from '../viewer/document/viewer-context.tsx';
import type { ViewerStore } from '../viewer/document/viewer-state.ts';
import { type ChartsState, type ChartsStore, createChartsStore } from './charts-store.ts';
import { nameAt } from './shown-chart.ts';

/** One store of charts for the store of each open document, with the same lifetime. */
const slices = new WeakMap<ViewerStore, ChartsStore>();

/** The store of this view. */
export function chartsOf(viewer: ViewerStore, bridge: Bridge): ChartsStore {
  const known = slices.get(viewer);
  if (known) return known;
  const made = createChartsStore(bridge.reading);
  slices.set(viewer, made);
  return made;
}

export function useChartsStore(): ChartsStore {
  const viewer = useViewerStore();
  const bridge = useBridge();
  return chartsOf(viewer, bridge);
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
