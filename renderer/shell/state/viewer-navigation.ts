import type { LibraryCommand } from '../../../preload/contract.ts';

/** The store of where the person is (navigation-store.ts), as far as it is another one in a window that shows kits alone. */
interface Store {
  setState(state: {
    screen: { name: 'viewer' };
    show?(pane: 'kit' | 'request' | 'track' | 'ready'): void;
    goBack?(): void;
    toViewer?(): void;
    toLibrary?(): void;
    toFirst?(): void;
    toSettings?(): void;
    toPolicy?(): void;
    toBatch?(section?: 'flights' | 'orders'): void;
    toRecord?(): void;
    leaveChanges?(): void;
    toGuides?(place?: { guide: string | null }): void;
    leaveGuides?(): void;
  }): void;
}

const panes = { request: 'new_request', track: 'track', kit: null, ready: null } as const;

/**
 * Makes a store of the library's window one of a window that shows kits alone: it begins with them, and every other screen is
 * shown by the library's window, which comes to the front.
 *
 * @param inLibrary has the library's window do it; null: come to the front as it is
 */
export function inViewerWindow(store: Store, inLibrary: (command: LibraryCommand | null) => void): void {
  const toKits = () => store.setState({ screen: { name: 'viewer' } });
  store.setState({
    screen: { name: 'viewer' },
    show: (pane) => inLibrary(panes[pane]),
    goBack: () => {},
    toViewer: toKits,
    toLibrary: () => inLibrary(null),
    toFirst: () => inLibrary(null),
    toSettings: () => inLibrary('settings'),
    toPolicy: () => inLibrary('managed_settings'),
    toBatch: (section = 'flights') => inLibrary(section === 'orders' ? 'standing_orders' : 'many_flights'),
    toRecord: () => inLibrary('activity_record'),
    leaveChanges: toKits,
    toGuides: (place) => inLibrary(place?.guide === 'whats-new' ? 'whats_new' : 'guides'),
    leaveGuides: toKits,
  });
}
