import { createContext, type RefObject, useCallback, useContext, useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Bridge } from '../../shell/state/bridge.ts';
import { useBridge } from '../../shell/state/registry.tsx';
import { workspaceWords } from '../words.ts';
import type { ViewerState, ViewerStore } from './viewer-state.ts';

/** The slice of the open document, for the viewer's parts. */
export const ViewerContext = createContext<ViewerStore | null>(null);

/** Which of two views side by side this is; null for a view that has the room to itself. */
export const ViewSideContext = createContext<'left' | 'right' | null>(null);

/** The name of a landmark in this view: of two views side by side each has one, and they must differ (WCAG 2.4.1). */
export function useNameInView(name: string): string {
  const side = useContext(ViewSideContext);
  return side === null ? name : workspaceWords[side](name);
}

export function useViewerStore(): ViewerStore {
  const store = useContext(ViewerContext);
  if (!store) throw new Error('useViewerStore is used outside the viewer');
  return store;
}

/** A store for each open document beside its own, with the same lifetime, made by `create` when it is first asked for. */
export function beside<S>(
  create: (viewer: ViewerStore, bridge: Bridge) => S,
): (viewer: ViewerStore, bridge: Bridge) => S {
  const stores = new WeakMap<ViewerStore, S>();
  return (viewer, bridge) => {
    const known = stores.get(viewer) ?? create(viewer, bridge);
    stores.set(viewer, known);
    return known;
  };
}

export function useViewer<T>(select: (state: ViewerState) => T): T {
  return useStore(useViewerStore(), select);
}

/** These fields of the state; renders when one of them changes. */
export function useViewerFields<Name extends keyof ViewerState>(
  ...names: readonly Name[]
): Pick<ViewerState, Name> {
  const pick = (state: ViewerState) =>
    Object.fromEntries(names.map((name) => [name, state[name]])) as Pick<ViewerState, Name>;
  return useStore(useViewerStore(), useShallow(pick));
}

/**
 * Tells the main process which kits are on the screen, the one in use first: if this page's process crashes, it can name the kit.
 */
export function useReportShown(kitIds: readonly string[]): void {
  const bridge = useBridge();
  const ids = kitIds.join(' ');
  useEffect(() => void bridge.documents.shown(ids.split(' ').filter(Boolean)).catch(() => {}), [bridge, ids]);
  useEffect(() => () => void bridge.documents.shown([]).catch(() => {}), [bridge]);
}

/** In a view narrower than this, CSS px, the panel covers the pages, because there is too little room beside it. */
const NARROW = 820;

/** Tracks whether the panel covers the pages. `panel`: the panel, whose parent it shares with the pages. */
export function useOverPages(panel: RefObject<HTMLElement | null>): boolean {
  const store = useViewerStore();
  const isOpen = useViewer((state) => state.panel !== null);
  const over = useViewer((state) => state.panelOver);
  useLayoutEffect(() => {
    const room = panel.current?.parentElement;
    if (!room || !isOpen) return;
    const measure = () => store.getState().setPanelOver(room.clientWidth > 0 && room.clientWidth <= NARROW);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    return () => observer.disconnect();
  }, [panel, store, isOpen]);
  return over;
}

/** Returns what to call after a choice in the panel: a panel that covers the pages closes and moves the focus to them. */
export function useChosen(): (near: Element | null) => void {
  const store = useViewerStore();
  return useCallback(
    (near) => {
      const { panelOver, showPanel } = store.getState();
      if (!panelOver) return;
      focusPages(near);
      showPanel(null);
    },
    [store],
  );
}

/** Moves the focus to the pages beside an element of the viewer. */
export function focusPages(near: Element | null): void {
  near?.closest('.viewer')?.querySelector<HTMLElement>('.scroller')?.focus({ preventScroll: true });
}
