import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { Bridge } from '../ipc/bridge.ts';
import { createKitsStore, type KitsState, type KitsStore } from '../kits/kits-store.ts';
import {
  chosenOrder,
  createLibraryStore,
  type LibraryState,
  type LibraryStore,
} from '../kits/list/library-store.ts';
import { createOpeningStore, type OpeningState, type OpeningStore } from '../kits/opening-store.ts';
import { createKitQuestionStore, type KitQuestionStore } from '../kits/question-store.ts';
import { createTrustStore, type TrustState, type TrustStore } from '../kits/trust-store.ts';
import { createNoticesStore, type NoticesState, type NoticesStore } from '../notices/notices-store.ts';
import { createRequestStore, type RequestState, type RequestStore } from '../request/request-store.ts';
import { createSearchStore, type SearchState, type SearchStore } from '../search/search-store.ts';
import { createSessionStore, type SessionState, type SessionStore } from '../session/session-store.ts';
import { createSettingsStore, type SettingsState, type SettingsStore } from '../session/settings-store.ts';
import { createNavigationStore, type NavigationState, type NavigationStore } from './navigation-store.ts';
import { createWorkspaceStore, type WorkspaceState, type WorkspaceStore } from './workspace-store.ts';

/** All slices of one window, bound to one bridge. */
export interface Stores {
  bridge: Bridge;
  kits: KitsStore;
  library: LibraryStore;
  session: SessionStore;
  request: RequestStore;
  navigation: NavigationStore;
  opening: OpeningStore;
  question: KitQuestionStore;
  search: SearchStore;
  notices: NoticesStore;
  settings: SettingsStore;
  trust: TrustStore;
  workspace: WorkspaceStore;
}

/** Makes the slices. */
export function createStores(bridge: Bridge): Stores {
  // In another order the whole list would begin with others: they would jump away under the person's eyes.
  const kits = createKitsStore(bridge, () => chosenOrder() === 'departure');
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
    navigation,
    opening,
    question: createKitQuestionStore(),
    search: createSearchStore(bridge, kits, opening),
    notices: createNoticesStore(bridge),
    settings,
    trust,
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
export function useNavigation<T>(select: (state: NavigationState) => T): T {
  return useStore(useStores().navigation, select);
}
export function useTrust<T>(select: (state: TrustState) => T): T {
  return useStore(useStores().trust, select);
}
export function useWorkspace<T>(select: (state: WorkspaceState) => T): T {
  return useStore(useStores().workspace, select);
}
