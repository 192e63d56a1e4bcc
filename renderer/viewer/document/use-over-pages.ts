import { type RefObject, useCallback, useLayoutEffect } from 'react';
import { focusPages } from './focus-pages.ts';
import { useViewer, useViewerStore } from './viewer-context.tsx';

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
