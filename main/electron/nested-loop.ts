/** How often Node's ticks and promises are run, ms. */
const TICK_MS = 10;

/**
 * Does work in which Chromium runs a loop of its own until a person is done, as `startDrag` does on Linux. Chromium's tasks and
 * libuv's events go on in it, but neither promises nor ticks, because Node runs those only when its outermost callback ends:
 * timers would fire, and what came in time would wait behind them. So they are run from a timer.
 *
 * To be called where Chromium itself called, that is, in an IPC handler before it awaits anything: within one of libuv's
 * own callbacks the whole of Node stands still until the work is done.
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
