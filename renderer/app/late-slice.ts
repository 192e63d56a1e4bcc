import { type StoreApi, useStore } from 'zustand';
import { type Stores, useStores } from '../state/registry.tsx';

/**
 * A slice of one screen: made when that screen first asks for it, so that its code comes with the screen, and kept as long
 * as the window's other slices.
 */
export function lateSlice<S>(create: (stores: Stores) => StoreApi<S>) {
  const made = new WeakMap<Stores, StoreApi<S>>();

  /** The slice itself. */
  function useSlice(): StoreApi<S> {
    const stores = useStores();
    const slice = made.get(stores) ?? create(stores);
    made.set(stores, slice);
    return slice;
  }

  /** What is selected of its state. */
  function useState<T>(select: (state: S) => T): T {
    return useStore(useSlice(), select);
  }

  return [useSlice, useState] as const;
}
