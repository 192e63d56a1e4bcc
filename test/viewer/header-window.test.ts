/** The viewer's header in real Chromium: what a pilot steers by is never cut, at any width. */
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { cut, LATER, STEERED_BY, stepsIn } from './header-steps.ts';

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

test('nothing covers the page while nobody does anything, whatever is said of the kit', async () => {
  const page = await opened({ width: 1366, height: 768 });
  // What lets the pointer through covers a page, too.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { pointer-events: auto !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  for (const width of [640, 1024, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    await settledBox(page.locator('.scroller').first());
    const sheet = page.locator(`[data-page-rendered="${LATER}"]`);
    await sheet.waitFor();
    const covered = await sheet.evaluate((element) => {
      const of = element.closest('[role="group"]') ?? element;
      const box = of.getBoundingClientRect();
      const scroller = element.closest('.scroller') ?? element;
      const around = scroller.getBoundingClientRect();
      const [left, top] = [around.left + scroller.clientLeft, around.top + scroller.clientTop];
      const [right, bottom] = [left + scroller.clientWidth, top + scroller.clientHeight];
      const found = new Set<string>();
      for (let x = Math.max(box.left, left) + 1; x < Math.min(box.right, right) - 1; x += 12)
        for (let y = Math.max(box.top, top) + 1; y < Math.min(box.bottom, bottom) - 1; y += 12) {
          const hit = document.elementFromPoint(x, y);
          if (hit && !of.contains(hit)) found.add(hit.className);
        }
      return [...found];
    });
    expect(covered, `${width} px`).toEqual([]);
  }
});
