import { useStore } from 'zustand';
import { useViewer } from '../viewer-context.tsx';
import type { FindState, FindStore } from './find-store.ts';

/** Finding in the document of this view. */
export function useFindStore(): FindStore {
  return useViewer((state) => state.find);
}

export function useFind<T>(select: (state: FindState) => T): T {
  return useStore(useFindStore(), select);
}
