import {
  net as electronNet,
  powerMonitor as electronPowerMonitor,
  type Net,
  type PowerMonitor,
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
