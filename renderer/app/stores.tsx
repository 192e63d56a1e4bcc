import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { Bridge } from '../bridge.ts';
import { createKitsStore, type KitsState, type KitsStore } from '../library/kits-store.ts';
import { createOpeningStore, type OpeningState, type OpeningStore } from '../opening/opening-store.ts';
import { createRequestStore, type RequestState, type RequestStore } from '../request/request-store.ts';
import { createSessionStore, type SessionState, type SessionStore } from '../setup/session-store.ts';
import { createTrackStore, type TrackState, type TrackStore } from '../track/track-store.ts';
import { createNavigationStore, type NavigationState, type NavigationStore } from './navigation-store.ts';

/** All slices of one window, bound to one bridge. */
export interface Stores {
  bridge: Bridge;
  kits: KitsStore;
  session: SessionStore;
  request: RequestStore;
  track: TrackStore;
  navigation: NavigationStore;
  opening: OpeningStore;
}

/** Makes the slices. */
export function createStores(bridge: Bridge): Stores {
  const kits = createKitsStore(bridge);
  const navigation = createNavigationStore();
  return {
    bridge,
    kits,
    session: createSessionStore(bridge),
    request: createRequestStore(bridge),
    track: createTrackStore(bridge),
    navigation,
    opening: createOpeningStore(bridge, kits, navigation),
  };
}

const Context = createContext<Stores | null>(null);

export function StoresProvider({ stores, children }: { stores: Stores; children: ReactNode }) {
  return <Context value={stores}>{children}</Context>;
}

/** The slices of this window. */
export function useStores(): Stores {
  const stores = useContext(Context);
  if (!stores) throw new Error('useStores is used outside StoresProvider');
  return stores;
}

export function useKits<T>(select: (state: KitsState) => T): T {
  return useStore(useStores().kits, select);
}
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useStores().session, select);
}
export function useRequest<T>(select: (state: RequestState) => T): T {
  return useStore(useStores().request, select);
}
export function useTrack<T>(select: (state: TrackState) => T): T {
  return useStore(useStores().track, select);
}
export function useOpening<T>(select: (state: OpeningState) => T): T {
  return useStore(useStores().opening, select);
}
export function useNavigation<T>(select: (state: NavigationState) => T): T {
  return useStore(useStores().navigation, select);
}
