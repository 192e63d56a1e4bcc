import { app } from 'electron';
import type { Log } from '../common/log.ts';
import type { SendEvent } from '../host/call-map.ts';
import type { Paths } from '../host/host.ts';
import type { AppSettings } from '../settings/settings.ts';
import { SetupWindow } from './setup-window.ts';
import { focusedWindow, ViewerWindows } from './viewer-windows.ts';
import { MainWindow } from './window.ts';

export type AppWindows = ReturnType<typeof createWindows>;

/** Creates the windows of the app, all closed. */
export function createWindows(paths: Paths, settings: AppSettings, log: Log) {
  const devtools = !app.isPackaged;
  const window = new MainWindow({ preload: paths.preload, settings, devtools, log });
  const setup = new SetupWindow({ preload: paths.setup_preload, parent: window, devtools, log });
  const viewers = new ViewerWindows({
    ...{ preload: paths.preload, settings, devtools, log },
    library: () => window.current,
  });
  const send: SendEvent = (...message) => {
    window.send(...message);
    viewers.send(...message);
  };
  return {
    /** The library's window. */
    window,
    setup,
    /** Further windows, which show only open kits. */
    viewers,
    /** The window in front. */
    front: () => setup.current ?? focusedWindow() ?? window.current,
    /** Sends an event to the library's window and to all further windows. */
    send,
  };
}
