import {
  net as electronNet,
  powerMonitor as electronPowerMonitor,
  type Net,
  type PowerMonitor,
} from 'electron';

/** How often the network is looked at, ms: Chromium tells of it only when asked. It costs no traffic. */
const LOOK_MS = 5_000;

export interface WakeDeps {
  powerMonitor?: Pick<PowerMonitor, 'on' | 'removeListener'>;
  net?: Pick<Net, 'isOnline'>;
  /** Calls `look` every `ms`; the answer ends it. */
  every?(look: () => void, ms: number): () => void;
}

/**
 * Calls `better` when the machine woke up or was unlocked, or a network is there again (Electron docs, "powerMonitor", "net").
 * @returns ends it
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
