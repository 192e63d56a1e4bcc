import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { ViewerState, ViewerStore } from './viewer-store.ts';

/** The slice of the open document, for the viewer's parts. */
export const ViewerContext = createContext<ViewerStore | null>(null);

export function useViewerStore(): ViewerStore {
  const store = useContext(ViewerContext);
  if (!store) throw new Error('useViewerStore is used outside the viewer');
  return store;
}

export function useViewer<T>(select: (state: ViewerState) => T): T {
  return useStore(useViewerStore(), select);
}
