import type { Rectangle } from 'electron';
import type { WindowBounds } from './settings-file.ts';

/** How much of a window's title bar must be on some screen to be worth restoring, DIP. */
const GRIP = 80;

/**
 * The remembered bounds, or null where no screen shows enough of them to take hold of: a second screen may be gone.
 * @param areas the screens' work areas, DIP
 */
export function usableBounds(bounds: WindowBounds | null, areas: readonly Rectangle[]): WindowBounds | null {
  if (!bounds) return null;
  const reachable = areas.some((area) => {
    const shown = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    return shown >= GRIP && bounds.y >= area.y && bounds.y <= area.y + area.height - GRIP;
  });
  return reachable ? bounds : null;
}
