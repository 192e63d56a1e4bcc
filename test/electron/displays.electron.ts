/** Where the window opens when the screens are others than before. */
import type { Rectangle } from 'electron';
import { test as base, expect } from '../e2e/fixtures.ts';
import type { LaunchedApp } from '../runtime/launched-app.ts';
import { type Display, startDisplay } from './desktop/display.ts';
import { libraryWindow } from './library-window.ts';

const test = base.extend<{ display: typeof startDisplay }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  display: async ({}, use) => {
    const displays: Display[] = [];
    await use(async (width, height) => {
      const display = await startDisplay(width, height);
      displays.push(display);
      return display;
    });
    for (const display of displays) await display.end();
  },
  // Named in this order: the app ends before its display.
  launch: async ({ display: _, launch }, use) => use(launch),
});

test.skip(process.platform !== 'linux', 'Xvfb is of X11.');

const bounds = async (app: LaunchedApp) =>
  (await libraryWindow(app)).evaluate((window) => window.getNormalBounds());

/** It fills the screen, but for the pixel or two by which Chromium keeps from a full screen, and no more. */
function expectWhole(seen: Rectangle, screen: { width: number; height: number }): void {
  expect([seen.x, seen.y]).toEqual([0, 0]);
  for (const side of ['width', 'height'] as const) {
    expect(seen[side]).toBeLessThanOrEqual(screen[side]);
    expect(seen[side]).toBeGreaterThan(screen[side] - 3);
  }
}

/** Moves the window, and ends the app. */
async function leaveAt(app: LaunchedApp, place: Rectangle): Promise<void> {
  await (await libraryWindow(app)).evaluate((window, to) => window.setBounds(to), place);
  await expect.poll(() => bounds(app)).toEqual(place);
  await app.close();
}

test('a window that was on a screen which is gone comes back where it can be seen, and its place is kept where it is not; on a small screen, or with larger letters, it is no larger than the screen', async ({
  launch,
  display,
}) => {
  const wide = { env: { DISPLAY: (await display(3200, 1200)).name } };
  const small = { env: { DISPLAY: (await display(1250, 830)).name } };
  const place = { x: 1900, y: 200, width: 1200, height: 900 };
  await leaveAt(await launch(wide), place);

  const again = await launch(wide);
  expect(await bounds(again)).toEqual(place);
  await again.close();

  const gone = await launch(small);
  expectWhole(await bounds(gone), { width: 1250, height: 830 });
  expect(await gone.page.evaluate(() => document.visibilityState)).toBe('visible');
  await leaveAt(gone, { x: 20, y: 40, width: 1200, height: 780 });

  const scaled = await launch({ ...small, args: ['--force-device-scale-factor=1.5'] });
  const area = await scaled.electron?.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
  if (!area) throw new Error('There is no screen.');
  expect(area.width).toBeLessThan(1200);
  expectWhole(await bounds(scaled), area);
});
