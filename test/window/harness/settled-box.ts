/** Measures that wait until nothing moves: what an action changes is laid out some frames after the action. */
import type { Locator } from 'playwright-core';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Runs in the page: the element's box once it is the same for several frames, null where it leaves the page first. */
function whenStill(element: Element): Promise<Box | null> {
  const FRAMES = 6;
  return new Promise((resolve) => {
    let before = '';
    let same = 0;
    const look = () => {
      if (!element.isConnected) {
        resolve(null);
        return;
      }
      const { x, y, width, height } = element.getBoundingClientRect();
      const now = [x, y, width, height].join();
      same = now === before ? same + 1 : 0;
      before = now;
      if (same >= FRAMES) resolve({ x, y, width, height });
      else requestAnimationFrame(look);
    };
    look();
  });
}

/**
 * Where an element stands in the window, CSS px, once it stands still.
 * @throws Error where it doesn't come to a rest within Playwright's time-out
 */
export async function settledBox(target: Locator): Promise<Box> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const box = await target.evaluate(whenStill);
    if (box) return box;
  }
  throw new Error(`${target} is replaced again and again`);
}
