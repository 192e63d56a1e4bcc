/** Nothing of the app lies over the pages of a kit, in real Chromium: messages, bars and signs have places of their own. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { picture, SOUND_ID } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { stepsIn } from './header-steps.ts';

const windows = openWindows();
const { open } = windows;

/** What lies over the visible pages, by a grid of points, whether it takes the pointer or not. */
async function covering(page: Page): Promise<string[]> {
  await settledBox(page.locator('.scroller').filter({ visible: true }).first());
  return page.evaluate(() => {
    const STEPS = 24;
    const style = new CSSStyleSheet();
    style.replaceSync('* { pointer-events: auto !important; }');
    document.adoptedStyleSheets.push(style);
    const found = new Set<string>();
    let looked = 0;
    for (const scroller of document.querySelectorAll('.viewer:not([data-standing="hidden"]) .scroller')) {
      const place = scroller.getBoundingClientRect();
      const [left, top] = [place.left + scroller.clientLeft, place.top + scroller.clientTop];
      const [right, bottom] = [left + scroller.clientWidth, top + scroller.clientHeight];
      for (const sheet of scroller.querySelectorAll('.sheet:not([data-hidden="true"])')) {
        const box = sheet.getBoundingClientRect();
        const across = [Math.max(left, box.left) + 1, Math.min(right, box.right) - 1] as const;
        const down = [Math.max(top, box.top) + 1, Math.min(bottom, box.bottom) - 1] as const;
        if (across[1] <= across[0] || down[1] <= down[0]) continue;
        for (let at = 0; at <= STEPS * STEPS; at += 1) {
          const x = across[0] + ((across[1] - across[0]) * (at % STEPS)) / (STEPS - 1);
          const y =
            down[0] + ((down[1] - down[0]) * Math.min(STEPS - 1, Math.floor(at / STEPS))) / (STEPS - 1);
          const over = document.elementFromPoint(x, y);
          looked += 1;
          if (!over?.closest('.sheet')) found.add(`${over?.tagName} ${over?.className}`);
        }
      }
    }
    document.adoptedStyleSheets.pop();
    return looked === 0 ? ['no page was seen'] : [...found];
  });
}

/** A message of the app, one of the view, and a pinned page. */
async function tellAll(page: Page): Promise<void> {
  await page.evaluate(async (id) => {
    await window.fake.bridge.marks.add(id, { kind: 'pin', page: 3 });
    window.fake.marked(id);
    const message = 'In cockpit mode (under 1 min): 1 kit is on this laptop; 2 messages of the app waited.';
    window.fake.tell([{ id: 'a', severity: 'info', message }]);
    window.fake.ask('command', 'cockpit_on');
  }, SOUND_ID);
  await page.getByRole('region', { name: 'Cockpit mode is on' }).waitFor();
  await page.keyboard.press('n');
  await page.getByText('Cockpit mode keeps everything dark').waitFor();
  await page.getByText('In cockpit mode (under 1 min)').waitFor();
}

/** Checks windows of any size. */
async function isUncovered(page: Page, what: 'signs' | 'cockpit' | 'two'): Promise<void> {
  for (const [width, height] of [
    [512, 400],
    [800, 768],
    [1366, 768],
    [1920, 1000],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await covering(page), `${what} ${width}`).toEqual([]);
    if (what !== 'two') expect(await tooWide(page), `${what} ${width}`).toEqual([]);
    await picture(page, `uncovered-${width}-${what}`);
  }
}

test('no message, bar or sign lies over a page, however it is shown, in a window of any size', async () => {
  const page = await open('scenario=demo', { width: 1366, height: 768 });
  await page.evaluate((kit_id) => window.fake.ask('openKit', { kit_id, page: 3 }), SOUND_ID);
  await page.locator('[data-page-rendered="3"]').waitFor();
  await page.locator('.scroller').focus();
  await tellAll(page);
  await isUncovered(page, 'cockpit');
  for (const key of ['s', 'd', 'w', 'p', 'r', 'r']) {
    await page.keyboard.press(key);
    expect(await covering(page), key).toEqual([]);
  }
  // Two views, by night.
  await page.keyboard.press('F9');
  await page.keyboard.press('n');
  await page.locator('html[data-theme="night"]').waitFor();
  await page.keyboard.press('Control+\\');
  await page.locator('[data-standing="right"] [data-page-rendered]').first().waitFor();
  await isUncovered(page, 'two');
});

test('all signs of a kit, finding and drawing have their own rows, and so has the edge of full screen in cockpit mode', async () => {
  const page = await stepsIn(windows).opened({ width: 1366, height: 768 });
  await isUncovered(page, 'signs');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.locator('.scroller').focus();
  await page.keyboard.press('Control+f');
  await page.getByRole('search').waitFor();
  expect(await covering(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('i');
  await page.getByRole('toolbar', { name: 'Marking tools' }).waitFor();
  await picture(page, 'uncovered-drawing');
  expect(await axeFindings(page)).toEqual([]);
  // The layer that takes the strokes is a part of the page.
  expect(await covering(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('F9');
  await page.mouse.move(600, 500);
  await page.keyboard.press('f');
  await page.locator('html[data-bars="hidden"]').waitFor();
  await picture(page, 'uncovered-full-screen');
  expect(await covering(page)).toEqual([]);
});
