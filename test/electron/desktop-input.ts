/** Mouse and keys as a person's come: from the display (xdotool), so that the window, its menus and the system see them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';

/** Does one thing with mouse or keys. Rejects where there is no display. @see xdotool(1) */
export async function xdotool(...args: (string | number)[]): Promise<string> {
  const { stdout } = await promisify(execFile)('xdotool', args.map(String), { timeout: 10_000 });
  return stdout.trim();
}

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
