import type { App, Event } from 'electron';
import type { Log } from '../common/log.ts';
import { abortable } from '../common/wait.ts';
import type { Updates } from '../updates/updates.ts';

/** How long quitting waits for the work to stop, ms; it goes on at the next start. */
export const STOP_TIMEOUT_MS = 5_000;
/** How long an installer may take to start, and this process to end, ms: Squirrel.Mac checks the whole bundle first. */
const INSTALL_START_MS = 120_000;

export interface AppLifecycleDeps {
  app: Pick<App, 'on' | 'quit' | 'relaunch' | 'exit' | 'releaseSingleInstanceLock'>;
  platform: NodeJS.Platform;
  /** Opens the window, or brings it to the front. */
  showWindow(): void;
  /** The app was started once more, with these arguments. */
  startedAgain(argv: readonly string[]): void;
  /** Whether the app goes on without a window. */
  keepsRunning(): boolean;
  /** The app quits from now on: windows close, whatever keeps them otherwise. */
  quitting(): void;
  /** Stops all work and closes what is open. */
  stop(): Promise<void>;
  updates: Pick<Updates, 'takeInstallation'>;
  log: Log;
  stop_timeout_ms?: number;
}

/**
 * The app's own life: a second start goes to the first; the last window ends the app, but on macOS and where it keeps
 * running; quitting stops all work, and then installs an update that waits for it.
 */
export function followAppLifecycle(deps: AppLifecycleDeps): void {
  const { app, platform, showWindow, log } = deps;
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  app.on('second-instance', (_event: Event, argv: string[]) => deps.startedAgain(argv));
  app.on('activate', () => showWindow());
  app.on('window-all-closed', () => {
    if (platform !== 'darwin' && !deps.keepsRunning()) app.quit();
  });
  app.on('before-quit', (event: Event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'stopping') return;
    state = 'stopping';
    deps.quitting();
    abortable(deps.stop(), AbortSignal.timeout(deps.stop_timeout_ms ?? STOP_TIMEOUT_MS))
      .catch((error: unknown) => log.error('The work could not be stopped in order.', error))
      .then(() => {
        state = 'stopped';
        app.quit();
      });
  });
  app.on('will-quit', (event: Event) => install(deps, event));
}

/**
 * Installs when work is stopped and the windows are gone: an installer that came earlier would end the app in the middle
 * of it (NSIS closes what runs). Where it does not start, the app starts again, and says that nothing was installed.
 */
function install(
  { app, updates, log }: Pick<AppLifecycleDeps, 'app' | 'updates' | 'log'>,
  event: Event,
): void {
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
}
