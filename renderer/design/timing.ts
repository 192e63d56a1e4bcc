import { useEffect, useState } from 'react';

/** How long what nobody waits for waits for the window to come to rest, at most, ms. */
export const AT_REST_LATEST_MS = 5_000;

/** Resolves when the window has nothing to do, at the latest after so many ms; at once where there is no window. */
export function whenIdle(latestMs: number): Promise<void> {
  if (typeof requestIdleCallback !== 'function') return Promise.resolve();
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: latestMs });
  });
}

/** The time now in ms, renewed every `everyMs` while `running`. */
export function useNow(running: boolean, everyMs = 500): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return now;
}
