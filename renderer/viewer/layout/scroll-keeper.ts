import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { PageRegion, PageSize } from '../document/engine/pdf-engine.ts';
import {
  type Anchor,
  anchorAt,
  anchorOnPage,
  pageInView,
  placeAt,
  type Scroll,
  scrollFor,
  scrollToPlace,
} from '../document/geometry/in-view.ts';
import { type PageLayout, pagesBetween, visibleShare } from '../document/geometry/page-layout.ts';
import { type Point, unturnRegion } from '../document/geometry/turns.ts';
import type { ViewerState, ViewerStore } from '../document/viewer-state.ts';

/** Distance from the window's top to the point that stays fixed while zooming by keys, CSS px. */
const ANCHOR_DOWN = 200;
/** A page that shows by less than this share of the window is painted after those that are being read. */
const PEEKING = 0.15;
/**
 * How far beyond the window pages have canvases while a person scrolls, a share of the window. A canvas costs as much memory
 * as its picture, so when scrolling has stopped only pages in sight have one.
 */
const NEAR = 0.5;
const NEAR_REST_MS = 500;
interface Pages {
  first: number;
  last: number;
}
/** The visible pages, those of them that are being read (the others barely show), and those nearly visible. */
export type Sight = Pages & { read: Pages; near: Pages };

/** Only one page. */
export function sightOfOne(page: number): Sight {
  const one = { first: page, last: page };
  return { ...one, read: one, near: one };
}

function isSame(a: Pages, b: Pages): boolean {
  return a.first === b.first && a.last === b.last;
}

/** Keeps the point that a person looks at fixed while the layout changes, and finds the visible pages. */
export class ScrollKeeper {
  readonly #scroller: RefObject<HTMLElement | null>;
  readonly #store: ViewerStore;
  readonly #setSight: (change: (before: Sight) => Sight) => void;
  readonly #moved: () => void;
  #layout: PageLayout | null = null;
  #anchor: Anchor | null = null;
  /** The anchor is where the person pointed, on any page; otherwise it is on the page in view. */
  #pointed = false;
  /** Where the code scrolled to: that scroll event is not the person's, so anchor and page stay. */
  #placed: Scroll | null = null;
  /** Serial of the last executed jump. */
  #obeyed = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** @param moved called after each update, even if nothing has moved */
  constructor(
    scroller: RefObject<HTMLElement | null>,
    store: ViewerStore,
    setSight: (change: (before: Sight) => Sight) => void,
    moved: () => void,
  ) {
    this.#scroller = scroller;
    this.#store = store;
    this.#setSight = setSight;
    this.#moved = moved;
  }

  /** Makes the point under this point of the window the anchor, which stays fixed; default: near the top of the page in view. */
  capture(at?: Point): void {
    const box = this.#scroller.current;
    if (!box || !this.#layout) return;
    const { page } = this.#store.getState();
    this.#pointed = at !== undefined;
    if (at) this.#anchor = anchorAt(this.#layout, scrollOf(box), at, page);
    else this.#keep(box, this.#layout, page, Math.min(box.clientHeight / 2, ANCHOR_DOWN));
  }

  #keep(box: HTMLElement, layout: PageLayout, page: number, down: number): void {
    this.#anchor = anchorOnPage(layout, scrollOf(box), page, { x: box.clientWidth / 2, y: down });
  }

  /** After a new layout or a jump: keeps the anchor fixed, or scrolls to the place. */
  laidOut(layout: PageLayout, jump: ViewerState['jump']): void {
    const box = this.#scroller.current;
    this.#layout = layout;
    if (!box || layout.view.width === 0 || layout.pages.length === 0) return;
    const isJump = jump !== null && jump.serial !== this.#obeyed;
    const kept = this.#anchor && scrollFor(layout, this.#anchor);
    const to = isJump ? scrollToPlace(layout, jump) : kept;
    if (to) {
      box.scrollTo({ ...to, behavior: 'instant' });
      this.#placed = scrollOf(box);
    }
    if (isJump) {
      this.#obeyed = jump.serial;
      this.#pointed = false;
      this.#keep(box, layout, jump.page, 0);
    } else if (!this.#anchor) this.capture();
    this.#look(box, layout);
  }

  scrolled(): void {
    const box = this.#scroller.current;
    // Until the layout has followed the window's size, scroll events are not the person's.
    if (!box || !this.#layout || box.clientWidth !== this.#layout.view.width) return;
    const at = this.#placed;
    if (at && (Math.abs(at.top - box.scrollTop) > 1 || Math.abs(at.left - box.scrollLeft) > 1))
      this.#placed = null;
    this.#look(box, this.#layout);
    if (!this.#placed) this.capture();
  }

  stop(): void {
    clearTimeout(this.#resting);
  }

  #look(box: HTMLElement, layout: PageLayout): void {
    if (layout.pages.length === 0) return;
    const { page, seen } = this.#store.getState();
    if (layout.arrangement !== 'single') this.#lookAround(box, layout, page);
    const asked = this.#placed !== null && !this.#pointed;
    seen(placeAt(layout, scrollOf(box), pageInView(layout, scrollOf(box), page, asked)));
    this.#moved();
  }

  #lookAround({ scrollTop: top, clientHeight }: HTMLElement, layout: PageLayout, page: number): void {
    const between = (margin: number) => pagesBetween(layout, top - margin, top + clientHeight + margin, page);
    const around = this.#placed ? 0 : clientHeight * NEAR;
    clearTimeout(this.#resting);
    if (around > 0) {
      const rest = () =>
        this.#setSight((before) => ({ ...before, near: { first: before.first, last: before.last } }));
      this.#resting = setTimeout(rest, NEAR_REST_MS);
    }
    const next = between(0);
    const read = between(-clientHeight * PEEKING);
    const near = between(around);
    this.#setSight((before) =>
      isSame(before, next) && isSame(before.read, read) && isSame(before.near, near)
        ? before
        : { ...next, read, near },
    );
  }
}

function scrollOf(box: HTMLElement): Scroll {
  return { left: box.scrollLeft, top: box.scrollTop };
}

/** How long the region must not scroll before a part is painted sharp, ms. */
const STILL_MS = 80;
/** How far beyond the window a part is painted, CSS px. */
const MARGIN = 120;

/**
 * The visible part of each page, once scrolling has stopped: CSS px of the unturned page at 100 %, null if the page is not
 * visible. An unchanged part is the same object.
 */
export function useStillWindow(
  box: RefObject<HTMLElement | null>,
  layout: PageLayout,
  sizes: readonly PageSize[],
): { moved: () => void; partOf: (page: number) => PageRegion | null } {
  const [still, setStill] = useState<{ window: PageRegion; layout: PageLayout } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const parts = useRef(new Map<number, PageRegion>());
  const now = useRef(layout);
  now.current = layout;

  const moved = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const place = box.current;
      if (!place) return;
      const { scrollLeft: x, scrollTop: y, clientWidth: width, clientHeight: height } = place;
      setStill((before) =>
        before?.layout === now.current && isSamePart(before.window, { x, y, width, height })
          ? before
          : { window: { x, y, width, height }, layout: now.current },
      );
    }, STILL_MS);
  }, [box]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function partOf(page: number): PageRegion | null {
    const at = layout.pages[page - 1];
    const size = sizes[page - 1];
    if (!still || !at || !size) return null;
    const share = visibleShare(at, still.window, MARGIN);
    if (!share) {
      parts.current.delete(page);
      return null;
    }
    const own = unturnRegion(share, at.turn);
    const part = {
      x: own.x * size.width,
      y: own.y * size.height,
      width: own.width * size.width,
      height: own.height * size.height,
    };
    const before = parts.current.get(page);
    if (before && isSamePart(before, part)) return before;
    parts.current.set(page, part);
    return part;
  }
  return { moved, partOf };
}

function isSamePart(a: PageRegion, b: PageRegion): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
