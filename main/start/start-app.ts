import { setImmediate as listAnswered } from 'node:timers/promises';
import { app, protocol, session } from 'electron';
import { appearance } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import { type AppProtocolDeps, serveApp } from '../electron/app-protocol.ts';
import { setupSession } from '../electron/app-windows.ts';
import { followTheme, loginItem, startsUnseen } from '../electron/desktop.ts';
import type { DesktopStart } from '../electron/open-desktop.ts';
import { closeNetwork, guardSession } from '../electron/session-guards.ts';
import { APP_SCHEME } from '../host/app-origin.ts';
import type { Paths } from '../host/host.ts';
import { bindRooms } from './bind-rooms.ts';
import { type Opened, openHost } from './open-host.ts';
import type { Rooms } from './open-rooms.ts';
import { Phases } from './phases.ts';

/** Most time for the files of the page before the rooms open all the same, ms: one thread does both. */
const FILES_MS = 500;

/** Starts the app, once Electron is ready. If a room fails, closes what was opened and rejects. */
export async function startApp(paths: Paths, start: DesktopStart, log: Log): Promise<void> {
  const phases = new Phases(log);
  try {
    phases.passed('Electron');
    guardSession(session.defaultSession, !app.isPackaged);
    await Promise.all([session.defaultSession, setupSession()].map(closeNetwork));
    const opened = await openHost(paths, log);
    phases.passed('host');
    // Most of the code: it is read while the page's process starts, not before.
    let code: Promise<typeof import('./open-rooms.ts')>;
    let begin = () => {};
    const list = new Promise<void>((resolve) => {
      begin = resolve;
    }).then(async () => (await code).openListRooms(phases, opened, start));
    const started = list.then(async (first) => {
      // The page draws its list meanwhile.
      await listAnswered();
      const rooms = (await code).openRooms(phases, opened, start, first);
      phases.start();
      return rooms;
    });
    // The first call of the page: its files are there, and its script runs beside the opening of the rooms. Its calls wait.
    bindRooms(opened, {
      list() {
        begin();
        return list;
      },
      rooms() {
        begin();
        return started;
      },
    });
    servePage(opened, started);
    const isShown = prepareWindow(opened, start);
    phases.passed('window');
    code = import('./open-rooms.ts');
    code.then(() => phases.passed('code')).catch(() => {});
    if (isShown) setTimeout(begin, FILES_MS);
    else begin();
    await started;
    phases.passed('started');
    if (start.trace) phases.trace();
  } catch (error) {
    await phases.stop();
    throw error;
  }
}

/** Creates the library's window, if this start shows one. @returns whether it does */
function prepareWindow({ host, windows }: Opened, { hidden }: DesktopStart): boolean {
  const { values } = host.settings.state();
  if (startsUnseen(values, hidden, loginItem({ app, platform: process.platform }))) return false;
  followTheme(values);
  windows.window.prepare();
  return true;
}

/** Serves the pages, their documents and pictures: each session its own. */
function servePage({ host, windows, policies }: Opened, started: Promise<Rooms>): void {
  const deps: Omit<AppProtocolDeps, 'pages'> = {
    serveDocument: async (...asked) => (await started).viewer.serveDocument(...asked),
    serveStoredThumbnail: async (...asked) => (await started).reading.serveStoredThumbnail(...asked),
    kitOfPass: async (...asked) => (await started).viewer.kitOfPass(...asked),
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
