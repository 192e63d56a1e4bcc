/** Mouse and keys as a person's come: from the display (xdotool), so that the window, its menus and the system see them. */
import type { Page } from 'playwright-core';
import { xdotool } from './desktop/hands.ts';

export { xdotool };

/** Presses keys, for example `ctrl+shift+equal`. */
export async function press(...keys: string[]): Promise<void> {
  await xdotool('key', '--clearmodifiers', ...keys);
}

export interface Point {
  x: number;
  y: number;
}

/** Where on the display the page has this point of its own; CSS px. A window of no zoom and no scaling. */
export function onDisplay(page: Page, { x, y }: Point): Promise<Point> {
  return page.evaluate(
    (point) => ({
      x: Math.round(window.screenX + point.x),
      y: Math.round(window.screenY + (window.outerHeight - window.innerHeight) + point.y),
    }),
    { x, y },
  );
}
