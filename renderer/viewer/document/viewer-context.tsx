import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
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
