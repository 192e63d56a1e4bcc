import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { PairItem } from './pair-items.ts';
import {
  moved,
  onNewPage,
  placesOf,
  type Stand,
  standAt,
  startAt,
  stepFrom,
  WHOLE_PAGE,
  zoomed,
} from './stand.ts';

/** A step of the zoom keys. */
const STEP = 1.25;
/** How far an arrow key moves the pages, CSS px. */
const STRIDE = 80;

/** The view of both pages, and the steps from place to place and from page to page. */
export function useStand(
  screen: RefObject<HTMLElement | null>,
  { items, at, onAt }: { items: readonly PairItem[]; at: number; onAt: (at: number) => void },
) {
  const item = items[at];
  const [stand, setStand] = useState<Stand>(WHOLE_PAGE);
  /** The current place; null: none. */
  const [place, setPlace] = useState<number | null>(null);
  /** Whether the next page is shown at its last place. */
  const fromBehind = useRef(false);
  const areas = useMemo(() => areasOf(item), [item]);
  const places = useMemo(() => placesOf(areas), [areas]);

  const whole = () => {
    setPlace(null);
    setStand(startAt(areas));
  };
  const toPlace = (index: number) => {
    const found = places[index];
    if (!found) return;
    setPlace(index);
    setStand((before) => standAt(found, item?.isText ? widthFits(screen.current, before.zoom) : null));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins as a whole, or at its last place
  useEffect(() => {
    whole();
    if (fromBehind.current) toPlace(places.length - 1);
    fromBehind.current = false;
  }, [item?.key]);

  const toPage = (by: 1 | -1) => onAt((at + by + items.length) % items.length);
  const step = (by: 1 | -1) => {
    const next = stepFrom(place, places.length, by);
    if ('place' in next) return toPlace(next.place);
    fromBehind.current = by === -1 && items.length > 1;
    toPage(next.page);
    if (items.length === 1) whole();
  };
  const zoomBy = (by: 1 | -1) => setStand((before) => zoomed(before, STEP ** by));
  const move = (x: number, y: number) =>
    setStand((before) => {
      const pane = screen.current?.querySelector('.pair__window');
      const page = screen.current?.querySelector('.pair__picture');
      if (!pane || !page) return before;
      const size = { width: pane.clientWidth, height: pane.clientHeight };
      const [, , across, down] = item?.regions[item.old === null ? 'new' : 'old'] ?? [0, 0, 1, 1];
      const shown = { width: page.clientWidth * across, height: page.clientHeight * down };
      return moved(before, { x, y }, size, shown);
    });
  const acts = {
    nextPlace: () => step(1),
    priorPlace: () => step(-1),
    next: () => toPage(1),
    previous: () => toPage(-1),
    zoomIn: () => zoomBy(1),
    zoomOut: () => zoomBy(-1),
    fitPage: whole,
  };
  const arrows: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move(STRIDE, 0),
    ArrowRight: () => move(-STRIDE, 0),
    ArrowUp: () => move(0, STRIDE),
    ArrowDown: () => move(0, -STRIDE),
  };
  return { at: stand, set: setStand, places, place, whole, step, zoomBy, acts, arrows };
}

/** The zoom at which a page fills the width of its pane; null while none is drawn. */
function widthFits(screen: HTMLElement | null, zoom: number): number | null {
  const pane = screen?.querySelector('.pair__window')?.clientWidth;
  const page = screen?.querySelector('.pair__picture')?.clientWidth;
  return pane && page ? (pane / page) * zoom : null;
}

/** The places that changed, as shares of the new page. */
function areasOf(item: PairItem | undefined): PairItem['areas'] {
  if (!item) return { old: [], new: [] };
  return { ...item.areas, old: item.areas.old.map((area) => onNewPage(area, item.moved)) };
}

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
