import type { Display, Point, Rectangle } from 'electron';
import type { ViewerPlace, WindowBounds } from '../settings/settings-file.ts';

/** How much of a window's title bar must be on a screen for the bounds to be restored, DIP. */
const GRIP = 80;

/** The window's size if none is remembered, DIP. */
const SIZE = { width: 1280, height: 840 } as const;

/** The distance between a window and the one it would hide, DIP. */
const STEP = 32;

/** The size of a window at its first opening: no larger than the screen. */
export function firstSize(area: Rectangle): { width: number; height: number } {
  return { width: Math.min(SIZE.width, area.width), height: Math.min(SIZE.height, area.height) };
}

/**
 * The remembered bounds, no larger than all screens together; null if no screen shows enough of them to grab.
 * @param areas the screens' work areas, DIP
 */
export function usableBounds(bounds: WindowBounds | null, areas: readonly Rectangle[]): WindowBounds | null {
  if (!bounds) return null;
  const reachable = areas.some((area) => {
    const shown = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    return shown >= GRIP && bounds.y >= area.y && bounds.y <= area.y + area.height - GRIP;
  });
  if (!reachable) return null;
  const left = Math.min(...areas.map(({ x }) => x));
  const top = Math.min(...areas.map(({ y }) => y));
  const width = Math.max(...areas.map((area) => area.x + area.width)) - left;
  const height = Math.max(...areas.map((area) => area.y + area.height)) - top;
  return {
    ...bounds,
    ...(bounds.width > width ? { x: left, width } : {}),
    ...(bounds.height > height ? { y: top, height } : {}),
  };
}

/** The remembered facts of a display, and where it is now, DIP. */
export type Screen = Pick<Display, 'id' | 'label' | 'bounds' | 'workArea'>;

/** A window's place on its display: the one that contains its centre, or the nearest. Null without displays. */
export function viewerPlace(bounds: WindowBounds, screens: readonly Screen[]): ViewerPlace | null {
  const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
  const on = nearest(middle, screens);
  if (!on) return null;
  const { id, label, bounds: whole } = on;
  return {
    display: { id, label, width: whole.width, height: whole.height },
    bounds: { ...bounds, x: bounds.x - whole.x, y: bounds.y - whole.y },
  };
}

/** This place and those on other displays, latest first, at most `most`. */
export function rememberedPlaces(
  place: ViewerPlace,
  before: readonly ViewerPlace[],
  most: number,
): ViewerPlace[] {
  const others = before.filter(({ display }) => !isSame(display, place.display));
  return [place, ...others].slice(0, most);
}

interface ViewerBoundsDeps {
  screens: readonly Screen[];
  /** Places of windows by display, latest first. */
  remembered: readonly ViewerPlace[];
  /** The open windows, the library's first. */
  open: readonly Rectangle[];
  /** Where the tab was dropped; null: where the last window was. */
  at: Point | null;
}

/**
 * Where a further window opens, DIP: on the display at the point; or at the place of the last closed window, if its display
 * is there; or on another display than the library's window, if there is one. Always within a display, and never exactly
 * over another window.
 */
export function viewerBounds({ screens, remembered, open, at }: ViewerBoundsDeps): WindowBounds {
  const home = open[0] ? nearest(middleOf(open[0]), screens) : screens[0];
  const last = remembered.flatMap(({ display }) => screens.find((one) => isThis(display, one)) ?? [])[0];
  const target = at
    ? nearest(at, screens)
    : (last ?? screens.find((one) => one.id !== home?.id) ?? home ?? screens[0]);
  if (!target) return { x: 0, y: 0, ...SIZE, maximized: false };
  const { workArea, bounds: whole } = target;
  const known = remembered.find(({ display }) => isThis(display, target))?.bounds;
  const size = known ?? firstSize(workArea);
  const near = target.id === home?.id ? open[0] : undefined;
  const corner = at
    ? { x: at.x - size.width / 2, y: at.y - STEP / 2 }
    : known
      ? { x: known.x + whole.x, y: known.y + whole.y }
      : near
        ? { x: near.x + STEP, y: near.y + STEP }
        : middled(size, workArea);
  const { width, height } = size;
  let place = within({ ...corner, width, height }, workArea);
  for (const _ of open) {
    if (!open.some(({ x, y }) => x === place.x && y === place.y)) break;
    place = within({ ...place, x: place.x + STEP, y: place.y + STEP }, workArea);
  }
  return { ...place, maximized: known?.maximized ?? false };
}

/** Completely within the area, and no larger than it; in whole DIP. */
function within(bounds: Rectangle, area: Rectangle): Rectangle {
  const width = Math.min(bounds.width, area.width);
  const height = Math.min(bounds.height, area.height);
  const x = Math.round(Math.min(Math.max(bounds.x, area.x), area.x + area.width - width));
  const y = Math.round(Math.min(Math.max(bounds.y, area.y), area.y + area.height - height));
  return { x, y, width, height };
}

function middled({ width, height }: { width: number; height: number }, area: Rectangle): Point {
  return { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2 };
}

function middleOf({ x, y, width, height }: Rectangle): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function nearest(point: Point, screens: readonly Screen[]): Screen | undefined {
  const away = ({ bounds: { x, y, width, height } }: Screen) =>
    Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height));
  return screens.toSorted((a, b) => away(a) - away(b))[0];
}

type KnownDisplay = ViewerPlace['display'];

/** A display keeps its id while it is plugged in; after that its name and size identify it. */
function isThis(known: KnownDisplay, { id, label, bounds }: Screen): boolean {
  return isSame(known, { id, label, width: bounds.width, height: bounds.height });
}

function isSame(a: KnownDisplay, b: KnownDisplay): boolean {
  const sized = a.width === b.width && a.height === b.height;
  return sized && (a.id === b.id || (a.label !== '' && a.label === b.label));
}
