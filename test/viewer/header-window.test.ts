/** The viewer's header in real Chromium: what a pilot steers by is never cut, at any width. */
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { cut, STEERED_BY, stepsIn } from './header-steps.ts';

const { opened } = stepsIn(openWindows());

test('route, chart, its date and its page are whole beside all signs, at any width', async () => {
  const page = await opened({ width: 480, height: 768 });
  for (const width of [480, 640, 800, 1024, 1085, 1140, 1366, 1920, 2560]) {
    await page.setViewportSize({ width, height: 768 });
    const bar = await settledBox(page.locator('.viewer-bar'));
    await picture(page, `header-${width}`);
    const signs = ['.trust li:nth-child(1) .badge', '.trust li:nth-child(2) .badge'];
    expect(await cut(page, [...STEERED_BY, ...signs]), `${width} px`).toEqual([]);
    expect(bar.height, `${width} px`).toBeLessThanOrEqual(88);
    expect(await tooWide(page), `${width} px`).toEqual([]);
    if (width === 480 || width === 1366) expect(await axeFindings(page)).toEqual([]);
    // One line, where it has room.
    const line = await page.evaluate(
      (parts) =>
        parts.map((part) => document.querySelector(`.viewer-bar ${part}`)?.getBoundingClientRect().top ?? 0),
      ['.chart-line__name', '.chart-line__date', '.chart-line__at'],
    );
    if (width === 1140 || width === 2560) expect(Math.max(...line) - Math.min(...line)).toBeLessThan(10);
  }
});
