/** How often Node's ticks and promises are run, ms. */
const TICK_MS = 10;

/**
 * Does work in which Chromium runs a loop of its own, as `startDrag` does on Linux. libuv's events go on in it, but neither
 * promises nor ticks, which Node runs when its outermost callback ends: so a timer runs them.
 *
 * To be called in an IPC handler before it awaits anything: within one of libuv's callbacks all of Node would stand still.
 */
export function withTicks<T>(work: () => T): T {
  // Not documented, but there for exactly this: "to emulate a tick manually" (Node, lib/internal/bootstrap/node.js).
  const runTicks: unknown = Reflect.get(process, '_tickCallback');
  const ticking =
    typeof runTicks === 'function' ? setInterval(() => runTicks.call(process), TICK_MS) : undefined;
  try {
    return work();
  } finally {
    clearInterval(ticking);
  }
}
