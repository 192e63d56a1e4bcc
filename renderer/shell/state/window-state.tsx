/**
 * The registry of slices for a window. A feature defines its slice beside its store. The registry makes a slice at the first
 * request, so a screen's slice is loaded with the screen's code, and keeps it until the window closes.
 */
import { createContext, type ReactNode, useContext } from 'react';
import { type ExtractState, type StoreApi, useStore } from 'zustand';

/** Makes a slice of the window's state; may get other slices from the registry. */
export type SliceOf<B, S> = (registry: RegistryOf<B>) => S;

/** The bridge and the slices of one window. */
export interface RegistryOf<B> {
  readonly bridge: B;
  /** The slice of this window, made at the first call. */
  get<S>(slice: SliceOf<B, S>): S;
}

/** The registry and hooks of a kind of window, by its bridge. */
export function defineWindowState<B>() {
  type Registry = RegistryOf<B>;
  type Slice<S> = SliceOf<B, S>;
  const Context = createContext<Registry | null>(null);

  function createRegistry(bridge: B): Registry {
    const made = new Map<Slice<unknown>, unknown>();
    const registry: Registry = {
      bridge,
      get<S>(slice: Slice<S>): S {
        if (!made.has(slice)) made.set(slice, slice(registry));
        return made.get(slice) as S;
      },
    };
    return registry;
  }

  function RegistryProvider({ registry, children }: { registry: Registry; children: ReactNode }) {
    return <Context value={registry}>{children}</Context>;
  }

  /** The registry of this window. */
  function useRegistry(): Registry {
    const registry = useContext(Context);
    if (!registry) throw new Error('useRegistry is used outside RegistryProvider');
    return registry;
  }

  /** The bridge of this window. */
  function useBridge(): B {
    return useRegistry().bridge;
  }

  /** The stores of these slices, for their actions; the hook from `defineSlice` reads their state. */
  function useStores<const S extends readonly Slice<unknown>[]>(
    ...slices: S
  ): { [I in keyof S]: ReturnType<S[I]> } {
    const { get } = useRegistry();
    return slices.map(get) as { [I in keyof S]: ReturnType<S[I]> };
  }

  /** Defines a slice. Returns it with the hook that selects from its state. */
  function defineSlice<S extends StoreApi<unknown>>(create: Slice<S>) {
    function useSlice<T>(select: (state: ExtractState<S>) => T): T {
      return useStore(useRegistry().get(create), select);
    }
    return [create, useSlice] as const;
  }

  return { createRegistry, RegistryProvider, useRegistry, useBridge, useStores, defineSlice };
}
