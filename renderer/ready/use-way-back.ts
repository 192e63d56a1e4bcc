import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useOpening } from '../kits/opening-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { readySlice } from './ready-store.ts';

/** The control of this `data-ready-key`. */
function control(panel: HTMLElement | null, key: string): HTMLElement | null {
  return panel?.querySelector<HTMLElement>(`[data-ready-key="${CSS.escape(key)}"]`) ?? null;
}

/** Focuses a control, or the flight that it belonged to where it is gone; keys are `flight|what`. */
function focusOn(panel: HTMLElement | null, key: string, options?: FocusOptions): void {
  const flight = key.slice(0, Math.max(0, key.lastIndexOf('|')));
  const target = control(panel, key) ?? control(panel, flight) ?? control(panel, 'again');
  target?.focus(options);
}

/**
 * Keeps a person's place in the panel: when they come back to it from a kit, when a dialog over it closes, and when the control
 * that they used goes because it did its work. Opened afresh, everything is checked again.
 */
export function useWayBack() {
  const [ready] = useStores(readySlice);
  // Before the first draw, which shows nothing of what was found earlier.
  const [left] = useState(() => {
    const place = ready.getState().comeBack();
    if (!place) ready.getState().begin();
    return place;
  });
  const panel = useRef<HTMLDivElement>(null);
  const last = useRef<string | null>(null);
  const asked = useOpening((state) => state.question !== null);

  useLayoutEffect(() => {
    if (!left) return;
    const pane = panel.current?.closest('.pane');
    if (pane) pane.scrollTop = left.scroll;
    last.current = left.key;
    focusOn(panel.current, left.key, { preventScroll: true });
  }, [left]);

  // After every draw: what was focused may be gone with it.
  useEffect(() => {
    const key = last.current;
    if (asked || key === null || document.activeElement !== document.body) return;
    if (!control(panel.current, key)) focusOn(panel.current, key);
  });

  useEffect(() => {
    const element = panel.current;
    function note({ target }: FocusEvent) {
      const used = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-ready-key]') : null;
      if (used?.dataset.readyKey !== undefined) last.current = used.dataset.readyKey;
    }
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, []);
  return panel;
}

/** Notes where a person goes from, so that they come back there. */
export function useLeave(): (from: HTMLElement) => void {
  const [ready] = useStores(readySlice);
  return (from) => {
    const key = from.dataset.readyKey ?? '';
    ready.getState().leave({ key, scroll: from.closest('.pane')?.scrollTop ?? 0 });
  };
}
