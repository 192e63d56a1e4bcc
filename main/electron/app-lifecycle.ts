import type { App, Event } from 'electron';
import type { Log } from '../common/log.ts';
import { abortable } from '../common/wait.ts';
import type { Updates } from '../updates/updates.ts';

/** How long quitting waits for the work to stop, ms; the next start continues it. */
const STOP_TIMEOUT_MS = 5_000;
/** Time for an installer to start and this process to end, ms: Squirrel.Mac checks the whole bundle first. */
const INSTALL_START_MS = 120_000;

interface AppLifecycleDeps {
  app: Pick<App, 'on' | 'quit' | 'relaunch' | 'exit' | 'releaseSingleInstanceLock'>;
  platform: NodeJS.Platform;
  /** Opens the window, or brings it to the front. */
  showWindow(): void;
  /** Called when the app was started again, with these arguments. */
  startedAgain(argv: readonly string[], started_in: string): void;
  /** Whether the app keeps running without a window. */
  keepsRunning(): boolean;
  /** The app is quitting from now on: windows close even if they otherwise stay. */
  quitting(): void;
  /** Closes all windows: as they close, their pages store what a person is writing. */
  closeWindows(): Promise<void>;
  /** Stops all work and closes what is open. */
  stop(): Promise<void>;
  updates: Pick<Updates, 'takeInstallation'>;
  log: Log;
  stop_timeout_ms?: number;
}

/**
 * The app's life: a second start is passed to the first; closing the last window ends the app, except on macOS and while it
 * keeps running; quitting stops all work, and then installs a waiting update.
 */
export function followAppLifecycle(deps: AppLifecycleDeps): void {
  const { app, platform, showWindow, log } = deps;
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  app.on('second-instance', (_event: Event, argv: string[], started_in: string) =>
    deps.startedAgain(argv, started_in),
  );
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
    deps
      .closeWindows()
      .then(() => abortable(deps.stop(), AbortSignal.timeout(deps.stop_timeout_ms ?? STOP_TIMEOUT_MS)))
      .catch((error: unknown) => log.error('The work could not be stopped in order.', error))
      .then(() => {
        state = 'stopped';
        app.quit();
      });
  });
  app.on('will-quit', (event: Event) => install(deps, event));
}

/**
 * Installs when work has stopped and the windows are closed: an earlier installer would kill the app (NSIS closes running
 * programs). If the installer does not start, the app ends (or restarts, if asked); its next start says so.
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
  // The new version may start before this process has ended.
  app.releaseSingleInstanceLock();
  try {
    installation.install(giveUp);
  } catch (error) {
    giveUp(error);
  }
}
