import type { App, Event } from 'electron';
import type { Log } from '../common/log.ts';
import { inTime } from '../common/wait.ts';

/** How long quitting waits for the work to be put down, ms; whatever it is, it goes on at the next start. */
export const STOP_TIMEOUT_MS = 5_000;

export interface LifecycleDeps {
  app: Pick<App, 'on' | 'quit'>;
  platform: NodeJS.Platform;
  /** Opens the window, or brings it to the front. */
  showWindow(): void;
  /** The app was started once more, with these arguments. */
  startedAgain(argv: readonly string[]): void;
  /** Whether the app goes on without a window. */
  keepsRunning(): boolean;
  /** Puts all work down and closes what is open. */
  stop(): Promise<void>;
  log: Log;
  stop_timeout_ms?: number;
}

/**
 * A second start is told to the first; the last window ends the app, but on macOS and where it keeps running; quitting
 * puts work down.
 */
export function followLifecycle({
  app,
  platform,
  showWindow,
  startedAgain,
  keepsRunning,
  stop,
  log,
  stop_timeout_ms,
}: LifecycleDeps): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  app.on('second-instance', (_event: Event, argv: string[]) => startedAgain(argv));
  app.on('activate', () => showWindow());
  app.on('window-all-closed', () => {
    if (platform !== 'darwin' && !keepsRunning()) app.quit();
  });
  app.on('before-quit', (event: Event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'stopping') return;
    state = 'stopping';
    const limit_ms = stop_timeout_ms ?? STOP_TIMEOUT_MS;
    inTime(stop(), limit_ms, () => new Error(`It took longer than ${limit_ms} ms.`))
      .catch((error: unknown) => log.error('The work could not be put down in order.', error))
      .then(() => {
        state = 'stopped';
        app.quit();
      });
  });
}
