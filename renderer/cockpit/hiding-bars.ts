/** Tabs and tools that hide in full screen until they are touched. */
import { useEffect, useState } from 'react';

/** What hides. */
const BARS = '.tabs, .viewer-bar';
/** So near to the upper edge a pointer asks for them, CSS px; a finger is wider. */
const EDGE = 6;
const EDGE_OF_FINGER = 28;
/** So far below them a pointer has left, CSS px. */
const LEFT = 16;

/** Whether the window fills the screen, by its own menu or by the page. */
export function useFullScreen(): boolean {
  const [full, setFull] = useState(isFull);
  useEffect(() => {
    const look = () => setFull(isFull());
    const mode = window.matchMedia('(display-mode: fullscreen)');
    document.addEventListener('fullscreenchange', look);
    mode.addEventListener('change', look);
    look();
    return () => {
      document.removeEventListener('fullscreenchange', look);
      mode.removeEventListener('change', look);
    };
  }, []);
  return full;
}

function isFull(): boolean {
  return document.fullscreenElement !== null || window.matchMedia('(display-mode: fullscreen)').matches;
}

/**
 * While `active`: the bars are out of sight, and come over the pages while a pointer or a finger is at the upper edge or the focus
 * is within them. Pages never move for it. Shown on the page as `data-bars`.
 */
export function useHidingBars(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const { dataset } = document.documentElement;
    /** A pointer asks for them. */
    let near = false;
    const put = (focused: EventTarget | null) => {
      dataset.bars = near || isWithin(focused) ? 'over' : 'hidden';
    };
    function onMove(event: PointerEvent) {
      if (event.pointerType === 'touch') return;
      if (event.clientY <= EDGE) near = true;
      else if (event.clientY > lowest() + LEFT) near = false;
      put(document.activeElement);
    }
    function onDown(event: PointerEvent) {
      if (event.pointerType !== 'touch') return;
      if (dataset.bars === 'hidden' && event.clientY <= EDGE_OF_FINGER) {
        near = true;
        // The page below was not meant.
        event.preventDefault();
        event.stopPropagation();
      } else if (event.clientY > lowest()) near = false;
      put(document.activeElement);
    }
    const onFocusIn = (event: FocusEvent) => put(event.target);
    const onFocusOut = (event: FocusEvent) => put(event.relatedTarget);
    put(document.activeElement);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerdown', onDown, true);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerdown', onDown, true);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      delete dataset.bars;
    };
  }, [active]);
}

function isWithin(focused: EventTarget | null): boolean {
  return focused instanceof Element && focused.closest(BARS) !== null;
}

/** The lower edge of what hides, CSS px, while it is shown. */
function lowest(): number {
  const edges = [...document.querySelectorAll(BARS)].map((bar) => bar.getBoundingClientRect().bottom);
  return Math.max(0, ...edges);
}
