import { useEffect, useState, useSyncExternalStore } from 'react';

/** How long each page is shown, ms: well below three flashes a second (WCAG 2.3.1). */
export const BLINK_MS = 700;

const REDUCED = '(prefers-reduced-motion: reduce)';

function listen(heard: () => void): () => void {
  const query = window.matchMedia(REDUCED);
  query.addEventListener('change', heard);
  return () => query.removeEventListener('change', heard);
}

/** Whether the person prefers reduced motion: then nothing blinks automatically. */
function useReducedMotion(): boolean {
  return useSyncExternalStore(listen, () => window.matchMedia(REDUCED).matches);
}

interface Blink {
  /** Which page is shown now. */
  side: 'old' | 'new';
  /** Whether the page changes automatically. */
  running: boolean;
  /** Pauses or resumes; with reduced motion, shows the other page. */
  press(): void;
  /** Stops, and shows the other page. */
  swap(): void;
}

/** Blinks between old and new page in the same place. @param on whether this view is active */
export function useBlink(on: boolean): Blink {
  const isReduced = useReducedMotion();
  const [side, setSide] = useState<'old' | 'new'>('new');
  const [paused, setPaused] = useState(false);
  const running = on && !paused && !isReduced;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setSide(other), BLINK_MS);
    return () => clearInterval(timer);
  }, [running]);
  useEffect(() => {
    if (on) return;
    setPaused(false);
    setSide('new');
  }, [on]);

  return {
    side,
    running,
    press() {
      if (isReduced) setSide(other);
      else setPaused(!paused);
    },
    swap() {
      setPaused(true);
      setSide(other);
    },
  };
}

function other(side: 'old' | 'new'): 'old' | 'new' {
  return side === 'old' ? 'new' : 'old';
}
