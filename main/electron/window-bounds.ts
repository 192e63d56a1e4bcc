import type { Rectangle } from 'electron';
import type { WindowBounds } from './settings-file.ts';

/** How much of a window's title bar must be on some screen to be worth restoring, DIP. */
const GRIP = 80;

/** What the window opens with where nothing is remembered, DIP. */
const SIZE = { width: 1280, height: 840 } as const;

/** The size of a window that opens for the first time: no larger than the screen. */
export function firstSize(area: Rectangle): { width: number; height: number } {
  return { width: Math.min(SIZE.width, area.width), height: Math.min(SIZE.height, area.height) };
}

/**
 * The remembered bounds, no larger than all screens together; null where no screen shows enough of them to take hold of.
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
