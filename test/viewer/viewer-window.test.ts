/** The viewer as it ships, in real Chromium: arranging, turning, places, and what axe says. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { viewerWords } from '../../renderer/viewer/words.ts';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { box, pageNumber, stepsIn } from './viewer-steps.ts';

const { opened } = stepsIn(openWindows());

/** Numbers of the pages that a person sees any of. */
function inSight(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const window_ = document.querySelector('.scroller')?.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('[data-page]')]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const over = box.bottom > (window_?.top ?? 0) && box.top < (window_?.bottom ?? 0);
        return over && element.checkVisibility({ visibilityProperty: true });
      })
      .map((element) => Number(element.dataset.page))
      .sort((one, other) => one - other);
  });
}

test('single page: one page alone, its neighbours ready behind it; facing: the cover, then pairs; text, links and picture turn with a page; all of it comes back when the kit is opened again', async () => {
  const page = await opened();
  await page.keyboard.press('s');
  await page.keyboard.press('0');
  await expect.poll(() => inSight(page)).toEqual([1]);
  await page.waitForSelector('.sheet[data-hidden="true"] [data-page="2"]', { state: 'attached' });
  await page.keyboard.press('PageDown');
  await expect.poll(() => inSight(page)).toEqual([2]);
  // Nothing more to show: the arrow turns, the wheel past the end too.
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => inSight(page)).toEqual([3]);
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => inSight(page)).toEqual([4]);
  await page.waitForSelector('[data-page-rendered="4"]');

  await page.keyboard.press('d');
  await page.keyboard.press('Home');
  await expect.poll(() => pageNumber(page)).toBe('1');
  await page.keyboard.press('PageDown');
  await expect.poll(() => pageNumber(page)).toBe('2');
  await page.keyboard.press('PageDown');
  await expect.poll(() => pageNumber(page)).toBe('4');
  await page.waitForSelector('[data-page-rendered="5"]');
  const [left, right] = [await box(page, '[data-page="4"]'), await box(page, '[data-page="5"]')];
  expect(right.x).toBeGreaterThan(left.x + left.width);
  expect(right.y).toBe(left.y);
  expect(right.x + right.width).toBeLessThanOrEqual(1280);

  await page.keyboard.press('c');
  await expect.poll(() => pageNumber(page)).toBe('4');

  // One page is turned, or all.
  await page.keyboard.press('Home');
  await page.keyboard.press('0');
  const upright = await box(page, '[data-page="1"]');
  await page.getByText('Trip kit EGLL to KJFK, sheet 1 of 24').waitFor();
  await page.keyboard.press('r');
  await expect.poll(async () => (await box(page, '[data-page="1"]')).width).toBeGreaterThan(upright.height);
  const turned = await box(page, '[data-page="1"]');
  expect(turned.width / turned.height).toBeCloseTo(upright.height / upright.width, 1);
  // What was at the left of the page, a third down, is now at the top, two thirds from the left.
  const link = await box(page, '.page__link--inside');
  expect(link.y).toBeLessThan(turned.y + turned.height * 0.2);
  expect(link.height).toBeGreaterThan(link.width);
  const text = await settledBox(page.getByText('Trip kit EGLL to KJFK, sheet 1 of 24'));
  expect(text.height).toBeGreaterThan(3 * text.width);
  expect((await box(page, '[data-page="2"]')).height).toBeGreaterThan(
    (await box(page, '[data-page="2"]')).width,
  );

  await page.keyboard.press('Shift+R');
  await expect
    .poll(async () => (await box(page, '[data-page="2"]')).width)
    .toBeGreaterThan((await box(page, '[data-page="2"]')).height);
  // The first page is upside down now, and its link still works.
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Link to a place in this document' }).click();
  await expect.poll(() => pageNumber(page)).toBe('5');

  // Page, zoom, turn and arrangement come back when the kit is opened again.
  await page.getByRole('textbox', { name: 'Page' }).fill('6');
  await page.keyboard.press('Enter');
  await page.keyboard.press('r');
  await page.keyboard.press('1');
  await page.getByText('100 %').waitFor();
  await page.waitForSelector('[data-page-rendered="6"]');
  await page.locator('.scroller').evaluate((element) => element.scrollBy(0, 123));
  const before = await box(page, '[data-page="6"]');
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: /EGLL to KJFK/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="6"]');
  await page.getByText('100 %').waitFor();
  const after = await box(page, '[data-page="6"]');
  expect(after.width).toBe(before.width);
  expect(Math.abs(after.y - before.y)).toBeLessThan(2);
  expect(Math.abs(after.x - before.x)).toBeLessThan(2);
});

test('axe finds nothing on the viewer, by day and by night, and nothing is wider than its place', async () => {
  const page = await opened('scenario=demo', { width: 720, height: 640 });
  await page.getByText('Trip kit EGLL to KJFK, sheet 1 of 24').waitFor();
  expect(await tooWide(page)).toEqual([]);
  expect(await axeByDayAndNight(page)).toEqual([]);
  await page.keyboard.press('o');
  await page.getByRole('treeitem').first().waitFor();
  expect(await axeByDayAndNight(page)).toEqual([]);
  await page.getByRole('tab', { name: viewerWords.panels.names.pages }).click();
  await page.waitForSelector('canvas[data-thumbnail="1"]');
  expect(await axeByDayAndNight(page)).toEqual([]);
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'More' }).click();
  expect(await axeByDayAndNight(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'All keys' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await axeByDayAndNight(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
});
