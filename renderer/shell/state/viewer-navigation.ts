import type { LibraryCommand } from '../../../preload/contract.ts';

/** The part of the navigation store (navigation-store.ts) that differs in a window that only shows kits. */
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
    toBatch?(): void;
    toRecord?(): void;
    leaveChanges?(): void;
    toGuides?(place?: { guide: string | null }): void;
    leaveGuides?(): void;
  }): void;
}

const panes = { request: 'new_request', track: 'track', kit: null, ready: null } as const;

/**
 * Changes the library window's navigation store for a window that only shows kits: it begins in the viewer, and every other
 * screen is shown by the library's window, which comes to the front.
 *
 * @param inLibrary runs the command in the library's window; null: only brings it to the front
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
    toBatch: () => inLibrary('many_flights'),
    toRecord: () => inLibrary('activity_record'),
    leaveChanges: toKits,
    toGuides: (place) => inLibrary(place?.guide === 'whats-new' ? 'whats_new' : 'guides'),
    leaveGuides: toKits,
  });
}
