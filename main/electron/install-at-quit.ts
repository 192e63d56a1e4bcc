import type { App } from 'electron';
import type { Log } from '../common/log.ts';
import type { Updates } from '../updates/updates.ts';

/** How long an installer may take to start, and this process to end, ms: Squirrel.Mac checks the whole bundle first. */
const INSTALL_START_MS = 120_000;

/**
 * Installs when the app has put all its work down and its windows are gone: an installer that came earlier would end the
 * app in the middle of it (NSIS closes what runs; BaseUpdater.quitAndInstall starts it first and quits then).
 *
 * An installer that does not start leaves the app without windows and work, so that it starts again; the next start says
 * that the version was not installed.
 */
export function installAtQuit(
  app: Pick<App, 'on' | 'relaunch' | 'exit' | 'releaseSingleInstanceLock'>,
  updates: Pick<Updates, 'takeInstallation'>,
  log: Log,
): void {
  app.on('will-quit', (event) => {
    const installation = updates.takeInstallation();
    if (installation === null) return;
    event.preventDefault();
    let given_up = false;
    const giveUp = (why: unknown) => {
      if (given_up) return;
      given_up = true;
      log.error('The update could not be installed.', why);
      if (installation.restart) app.relaunch();
      app.exit(0);
    };
    setTimeout(giveUp, INSTALL_START_MS, new Error(`No installer in ${INSTALL_START_MS} ms.`)).unref();
    // The new version may start before this process is gone.
    app.releaseSingleInstanceLock();
    try {
      installation.install(giveUp);
    } catch (error) {
      giveUp(error);
    }
  });
}
