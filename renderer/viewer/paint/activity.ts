/** Whether somebody is reading right now: work in the background waits for a rest. */

const listeners = new Set<() => void>();
let last = Number.NEGATIVE_INFINITY;

/** A document is being opened, or a page comes into sight. */
export function noteReading(): void {
  last = performance.now();
  for (const listener of listeners) listener();
}

/** How long nothing has been read, ms. */
export function restedFor(): number {
  return performance.now() - last;
}

/** Calls `listener` whenever somebody reads; the answer unsubscribes. */
export function onReading(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
