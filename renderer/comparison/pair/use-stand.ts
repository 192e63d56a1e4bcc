import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { onNewPage, type PairAlignment } from './alignment.ts';
import type { PairItem } from './pair-items.ts';
import { moved, placesOf, type Stand, standAt, startAt, stepFrom, WHOLE_PAGE, zoomed } from './stand.ts';

/** A step of the zoom keys. */
const STEP = 1.25;
/** How far an arrow key moves the pages, CSS px. */
const STRIDE = 80;

/** The view of both pages, and the steps from place to place and from page to page. */
export function useStand(
  screen: RefObject<HTMLElement | null>,
  aligned: PairAlignment | null,
  { items, at, onAt }: { items: readonly PairItem[]; at: number; onAt: (at: number) => void },
) {
  const item = items[at];
  const [stand, setStand] = useState<Stand>(WHOLE_PAGE);
  /** The current place; null: none. */
  const [place, setPlace] = useState<number | null>(null);
  /** Whether the next page is shown at its last place. */
  const fromBehind = useRef(false);
  const areas = useMemo(() => areasOf(item, aligned), [item, aligned]);
  const places = useMemo(() => placesOf(areas), [areas]);

  const whole = () => {
    setPlace(null);
    setStand(startAt(areas));
  };
  const toPlace = (index: number) => {
    const found = places[index];
    if (!found) return;
    setPlace(index);
    setStand(standAt(found));
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
      return moved(before, { x, y }, size, { width: page.clientWidth, height: page.clientHeight });
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

/** The places that changed, all as shares of the new page if the old one is aligned with it. */
function areasOf(item: PairItem | undefined, aligned: PairAlignment | null): PairItem['areas'] {
  if (!item) return { old: [], new: [] };
  if (!aligned) return item.areas;
  const { alignment, old, new: now } = aligned;
  return { ...item.areas, old: item.areas.old.map((area) => onNewPage(area, alignment, old, now)) };
}
