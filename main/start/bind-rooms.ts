import { librarySettingsState } from '../../preload/contract.ts';
import { appCalls } from '../electron/app-calls.ts';
import { setupCalls } from '../electron/app-windows.ts';
import { bindCalls, bindSetupCalls, type FirstCalls } from '../electron/handle.ts';
import { ipcPort } from '../electron/ipc-port.ts';
import type { WindowShare } from '../electron/open-windows.ts';
import type { CallMap, SetupCallMap } from '../host/call-map.ts';
import { withoutWatch } from '../policies/read-policies.ts';
import { settingsCalls } from '../settings/settings-calls.ts';
import type { Opened } from './open-host.ts';
import type { ListRooms, Rooms } from './open-rooms.ts';
import { refuseForbidden, refuseForbiddenSetup } from './refused-calls.ts';
import { windowHost } from './window-host.ts';

/** What is open of the app, once it is. Called with each call of a page. */
interface Starting {
  /** What the list of kits needs. */
  list(): Promise<ListRooms>;
  /** All rooms. */
  rooms(): Promise<Rooms>;
}

/**
 * Registers the calls of all rooms for their pages; calls that administrators have switched off refuse. A page may be there before
 * the rooms: its calls wait for them, the one for the first kits of the list for the first rooms only.
 */
export function bindRooms(opened: Opened, starting: Starting): void {
  const { log, settings, send, sendSetup } = opened.host;
  const { forbidden } = settings.state();
  settings.onChange((state) => {
    send('settings.changed', librarySettingsState.parse(state));
    sendSetup('settings.changed', state);
  });
  let library: ((window: number) => CallMap) | null = null;
  let setup: SetupCallMap | null = null;
  const open = async () => {
    const rooms = await starting.rooms();
    library ??= rooms.share.each((share) => refuseForbidden(libraryCalls(opened, rooms, share), forbidden));
    setup ??= refuseForbiddenSetup(setupPageCalls(opened, rooms), forbidden);
    return { library, setup };
  };
  const firstKits = async (): Promise<FirstCalls> => {
    const { firstText } = (await starting.list()).kitRooms.kits.firstList;
    return { kits: { firstText } };
  };
  const libraryOf = (window: number, call: string) => {
    if (library) return library(window);
    return call === 'kits.firstText' ? firstKits() : open().then((calls) => calls.library(window));
  };
  const setupOf = () => setup ?? open().then((calls) => calls.setup);
  bindCalls(ipcPort, libraryOf, log);
  bindSetupCalls(ipcPort, setupOf, log);
}

/** The handlers of the library's contract, for one window. */
function libraryCalls(opened: Opened, rooms: Rooms, window: WindowShare): CallMap {
  const { host, windows, cockpit, policyState } = opened;
  const { access, kits, library, viewer, reading, comparison, desktop, support, updating } = rooms;
  const info = {
    version: host.app_version,
    host: windowHost(),
    platform: process.platform,
    before: updating.updates.state().came?.from ?? null,
  };
  return {
    app: appCalls({ ...host, ...window, ...viewer, ...support, info, cockpit }),
    settings: {
      ...settingsCalls(host.settings, host.confirm),
      choose: (patch) => host.settings.choose(patch),
    },
    policy: { state: () => ({ ...policyState, decisions: withoutWatch(policyState.decisions) }) },
    ...access.profile.calls,
    ...access.identity.calls,
    setup: setupCalls({ ...host, ...windows, ...access.profile, ...access.identity }),
    ...kits.calls(window),
    ...rooms.trips.calls(window),
    ...library.record.calls(host, window, kits),
    ...viewer.calls(window, desktop),
    ...reading.calls,
    ...rooms.marks.calls(window),
    ...rooms.print.calls(window),
    ...comparison.calls,
    ...rooms.parcels.calls,
    shelf: rooms.shelves.calls,
    windows: window.windows,
  };
}

/** The handlers of set-up's contract. */
function setupPageCalls({ host, windows }: Opened, rooms: Rooms): SetupCallMap {
  const { access, kits, library, desktop, desk } = rooms;
  const { setup } = windows;
  return {
    app: {
      place: () => setup.place,
      close: () => setup.close(),
      request: () => {
        setup.close();
        desktop.requestForm();
      },
      managed: () => {
        setup.close();
        desktop.managedPage();
      },
    },
    settings: settingsCalls(host.settings, host.confirm),
    ...access.profile.setupCalls({ ...access, ...kits, notes: library.record.notes }),
    ...access.identity.setupCalls({
      ...{ ...access, ...access.profile },
      identityImported: async () => {
        await access.identity.expiry.check();
        rooms.wake();
      },
    }),
    shelf: rooms.shelves.setupCalls,
    ...desk.setupCalls,
    ...rooms.parcels.setupCalls,
    ...rooms.updating.setupCalls,
  };
}
