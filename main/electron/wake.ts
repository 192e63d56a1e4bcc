import {
  type BrowserWindow,
  net as electronNet,
  powerMonitor as electronPowerMonitor,
  type Net,
  type PowerMonitor,
  type PowerSaveBlocker,
} from 'electron';

/** How often the network is checked, ms: Chromium reports it only when asked. It causes no traffic. */
const LOOK_MS = 5_000;

export interface WakeDeps {
  powerMonitor?: Pick<PowerMonitor, 'on' | 'removeListener'>;
  net?: Pick<Net, 'isOnline'>;
  /** Calls `look` every `ms`. Returns a function that ends this. */
  every?(look: () => void, ms: number): () => void;
}

/**
 * Calls `better` when the machine woke up or was unlocked, or the network is back (Electron docs, "powerMonitor", "net").
 * @returns a function that ends this
 */
export function watchForBetter(better: () => void, deps: WakeDeps = {}): () => void {
  const { powerMonitor = electronPowerMonitor, net = electronNet, every = everyFew } = deps;
  let online = net.isOnline();
  const end = every(() => {
    const before = online;
    online = net.isOnline();
    if (online && !before) better();
  }, LOOK_MS);
  powerMonitor.on('resume', better);
  powerMonitor.on('unlock-screen', better);
  return () => {
    end();
    powerMonitor.removeListener('resume', better);
    powerMonitor.removeListener('unlock-screen', better);
  };
}

function everyFew(look: () => void, ms: number): () => void {
  const timer = setInterval(look, ms).unref();
  return () => clearInterval(timer);
}

/** The part of a window that is followed. */
type Seen = Pick<BrowserWindow, 'isDestroyed' | 'isVisible' | 'isMinimized' | 'on'>;

function isSeen(window: Seen): boolean {
  return !window.isDestroyed() && window.isVisible() && !window.isMinimized();
}

/**
 * Keeps the screen awake while that is wanted and a window is visible (Electron docs, "powerSaveBlocker"). The system ends
 * this when the process ends in any way.
 */
export function createScreenAwake(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>) {
  let wanted = false;
  const windows = new Set<Seen>();
  let id: number | null = null;
  const put = () => {
    if (wanted && [...windows].some(isSeen)) id ??= blocker.start('prevent-display-sleep');
    else if (id !== null) {
      blocker.stop(id);
      id = null;
    }
  };
  return {
    /** Whether the screen must stay awake from now on. */
    want(next: boolean): void {
      wanted = next;
      put();
    },
    /** A window has opened: the screen stays awake while it is visible. */
    opened(next: Seen): void {
      windows.add(next);
      next.on('show', put);
      next.on('hide', put);
      next.on('minimize', put);
      next.on('restore', put);
      next.on('closed', () => {
        windows.delete(next);
        put();
      });
      put();
    },
  };
}
