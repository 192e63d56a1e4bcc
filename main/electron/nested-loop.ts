/** How often Node's ticks and promises run, ms. */
const TICK_MS = 10;

/**
 * Does work in which Chromium runs its own loop, as `startDrag` does on Linux. libuv's events continue in it, but promises
 * and ticks don't, because Node runs them when its outermost callback ends: so a timer runs them.
 *
 * Call this in an IPC handler before it awaits anything: within a libuv callback all of Node would stop.
 */
export function withTicks<T>(work: () => T): T {
  // Not documented, but made for this: "to emulate a tick manually" (Node, lib/internal/bootstrap/node.js).
  const runTicks: unknown = Reflect.get(process, '_tickCallback');
  const ticking =
    typeof runTicks === 'function' ? setInterval(() => runTicks.call(process), TICK_MS) : undefined;
  try {
    return work();
  } finally {
    clearInterval(ticking);
  }
}
