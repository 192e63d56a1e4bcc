import { type RefObject, useCallback, useLayoutEffect } from 'react';
import { focusPages } from './focus-pages.ts';
import { useViewer, useViewerStore } from './viewer-context.tsx';

/** In a view that is narrower, CSS px, the panel lies over the pages: beside them it would leave them too little. */
const NARROW = 820;

/** Keeps known whether the panel lies over the pages; `panel` stands in the room that it shares with them. */
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

/** What follows a choice in the panel: where it lies over the pages it has done its work, closes and gives them the keys. */
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
