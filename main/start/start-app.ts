import { app, protocol, session } from 'electron';
import { appearance } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import { serveApp } from '../electron/app-protocol.ts';
import { setupSession } from '../electron/app-windows.ts';
import type { DesktopStart } from '../electron/open-desktop.ts';
import { closeNetwork, guardSession } from '../electron/session-guards.ts';
import { APP_SCHEME } from '../host/app-origin.ts';
import type { Paths } from '../host/host.ts';
import { bindRooms } from './bind-rooms.ts';
import { type Opened, openHost } from './open-host.ts';
import { openRooms, type Rooms } from './open-rooms.ts';
import { Phases } from './phases.ts';

/** Starts the app, once Electron is ready. If a room fails, closes what was opened and rejects. */
export async function startApp(paths: Paths, start: DesktopStart, log: Log): Promise<void> {
  const phases = new Phases(log);
  try {
    guardSession(session.defaultSession, !app.isPackaged);
    await Promise.all([session.defaultSession, setupSession()].map(closeNetwork));
    const opened = await openHost(paths, log);
    const rooms = await openRooms(phases, opened, start);
    bindRooms(opened, rooms);
    servePage(opened, rooms);
    phases.start();
  } catch (error) {
    await phases.stop();
    throw error;
  }
}

/** Serves the pages, their documents and pictures: each session its own. */
function servePage({ host, windows, policies }: Opened, { viewer, reading }: Rooms): void {
  const deps = {
    ...{ ...viewer, ...reading },
    renderer: host.paths.renderer,
    print: policies.print,
    pageStart(url: string) {
      return {
        appearance: appearance.parse(host.settings.state().values),
        choices: host.settings.choices,
        viewer: windows.viewers.startOf(url),
      };
    },
  };
  protocol.handle(APP_SCHEME, serveApp({ ...deps, pages: ['library', 'documents'] }));
  setupSession().protocol.handle(APP_SCHEME, serveApp({ ...deps, pages: ['setup'] }));
}
