import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { Bridge } from '../bridge.ts';
import { createKitsStore, type KitsState, type KitsStore } from '../library/kits-store.ts';
import { createNoticesStore, type NoticesState, type NoticesStore } from '../notices/notices-store.ts';
import { createOpeningStore, type OpeningState, type OpeningStore } from '../opening/opening-store.ts';
import { createRequestStore, type RequestState, type RequestStore } from '../request/request-store.ts';
import {
  createRetentionStore,
  type RetentionState,
  type RetentionStore,
} from '../settings/retention-store.ts';
import { createSettingsStore, type SettingsState, type SettingsStore } from '../settings/settings-store.ts';
import {
  type ConnectionState,
  type ConnectionStore,
  createConnectionStore,
} from '../setup/connection-store.ts';
import { createPresetStore, type PresetState, type PresetStore } from '../setup/preset-store.ts';
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
  notices: NoticesStore;
  settings: SettingsStore;
  retention: RetentionStore;
  preset: PresetStore;
  connection: ConnectionStore;
}

/** Makes the slices. */
export function createStores(bridge: Bridge): Stores {
  const kits = createKitsStore(bridge);
  const navigation = createNavigationStore();
  const settings = createSettingsStore(bridge);
  return {
    bridge,
    kits,
    session: createSessionStore(bridge),
    request: createRequestStore(bridge),
    track: createTrackStore(bridge),
    navigation,
    opening: createOpeningStore(bridge, kits, navigation),
    notices: createNoticesStore(bridge),
    settings,
    retention: createRetentionStore(bridge, settings),
    preset: createPresetStore(bridge),
    connection: createConnectionStore(bridge),
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
export function useNotices<T>(select: (state: NoticesState) => T): T {
  return useStore(useStores().notices, select);
}
export function useSettings<T>(select: (state: SettingsState) => T): T {
  return useStore(useStores().settings, select);
}
export function useRetention<T>(select: (state: RetentionState) => T): T {
  return useStore(useStores().retention, select);
}
export function usePreset<T>(select: (state: PresetState) => T): T {
  return useStore(useStores().preset, select);
}
export function useConnection<T>(select: (state: ConnectionState) => T): T {
  return useStore(useStores().connection, select);
}
export function useNavigation<T>(select: (state: NavigationState) => T): T {
  return useStore(useStores().navigation, select);
}
