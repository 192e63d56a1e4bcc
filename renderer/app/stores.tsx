import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import { type BatchState, type BatchStore, createBatchStore } from '../batch/batch-store.ts';
import type { Bridge } from '../bridge.ts';
import { createKitsStore, type KitsState, type KitsStore } from '../library/kits-store.ts';
import { createLibraryStore, type LibraryState, type LibraryStore } from '../library/library-store.ts';
import { createNoticesStore, type NoticesState, type NoticesStore } from '../notices/notices-store.ts';
import { createOpeningStore, type OpeningState, type OpeningStore } from '../opening/opening-store.ts';
import { createOrdersStore, type OrdersState, type OrdersStore } from '../orders/orders-store.ts';
import { createReadyStore, type ReadyState, type ReadyStore } from '../ready/ready-store.ts';
import { createRequestStore, type RequestState, type RequestStore } from '../request/request-store.ts';
import { createSearchStore, type SearchState, type SearchStore } from '../search/search-store.ts';
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
import { createUpdatesStore, type UpdatesSliceState, type UpdatesStore } from '../updates/updates-store.ts';
import { createTrustStore, type TrustState, type TrustStore } from '../viewer/trust/trust-store.ts';
import {
  createWorkspaceStore,
  type WorkspaceState,
  type WorkspaceStore,
} from '../viewer/workspace/workspace-store.ts';
import { createNavigationStore, type NavigationState, type NavigationStore } from './navigation-store.ts';

/** All slices of one window, bound to one bridge. */
export interface Stores {
  bridge: Bridge;
  kits: KitsStore;
  library: LibraryStore;
  session: SessionStore;
  request: RequestStore;
  batch: BatchStore;
  orders: OrdersStore;
  track: TrackStore;
  navigation: NavigationStore;
  opening: OpeningStore;
  search: SearchStore;
  notices: NoticesStore;
  settings: SettingsStore;
  retention: RetentionStore;
  preset: PresetStore;
  connection: ConnectionStore;
  trust: TrustStore;
  updates: UpdatesStore;
  ready: ReadyStore;
  workspace: WorkspaceStore;
}

/** Makes the slices. */
export function createStores(bridge: Bridge): Stores {
  const kits = createKitsStore(bridge);
  const workspace = createWorkspaceStore();
  const navigation = createNavigationStore(workspace);
  const opening = createOpeningStore(bridge, kits, navigation);
  const session = createSessionStore(bridge);
  const settings = createSettingsStore(bridge);
  const trust = createTrustStore(bridge);
  return {
    bridge,
    kits,
    library: createLibraryStore(kits, session, navigation),
    session,
    request: createRequestStore(bridge),
    batch: createBatchStore(bridge, kits),
    orders: createOrdersStore(bridge),
    track: createTrackStore(bridge),
    updates: createUpdatesStore(bridge),
    navigation,
    opening,
    search: createSearchStore(bridge, kits, opening),
    notices: createNoticesStore(bridge),
    settings,
    retention: createRetentionStore(bridge, settings),
    preset: createPresetStore(bridge),
    connection: createConnectionStore(bridge),
    trust,
    ready: createReadyStore(bridge, kits, session, trust),
    workspace,
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
export function useLibrary<T>(select: (state: LibraryState) => T): T {
  return useStore(useStores().library, select);
}
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useStores().session, select);
}
export function useRequest<T>(select: (state: RequestState) => T): T {
  return useStore(useStores().request, select);
}
export function useBatch<T>(select: (state: BatchState) => T): T {
  return useStore(useStores().batch, select);
}
export function useOrders<T>(select: (state: OrdersState) => T): T {
  return useStore(useStores().orders, select);
}
export function useTrack<T>(select: (state: TrackState) => T): T {
  return useStore(useStores().track, select);
}
export function useOpening<T>(select: (state: OpeningState) => T): T {
  return useStore(useStores().opening, select);
}
export function useSearch<T>(select: (state: SearchState) => T): T {
  return useStore(useStores().search, select);
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
export function useReady<T>(select: (state: ReadyState) => T): T {
  return useStore(useStores().ready, select);
}
export function useTrust<T>(select: (state: TrustState) => T): T {
  return useStore(useStores().trust, select);
}
export function useWorkspace<T>(select: (state: WorkspaceState) => T): T {
  return useStore(useStores().workspace, select);
}
export function useUpdates<T>(select: (state: UpdatesSliceState) => T): T {
  return useStore(useStores().updates, select);
}
