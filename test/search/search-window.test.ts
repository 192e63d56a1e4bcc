/** The search across all kits, in real Chromium under the app's policy. */
import { expect, test } from 'vitest';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { field, look, options } from './search-steps.ts';

const windows = openWindows();

test('words are typed, a page is chosen with the arrow keys, and Enter opens the kit there; axe finds nothing', async () => {
  const page = await windows.open('scenario=demo');
  await look(page, 'egll ils 27l');
  await expect.poll(() => options(page).count()).toBe(4);
  const active = () =>
    field(page).evaluate(
      (input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent,
    );
  expect(await active()).toContain('ILS or LOC Rwy 27LPage 7');
  await page.keyboard.press('ArrowDown');
  expect(await active()).toContain('CAT II or III');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  // Around to the last one, in the other kit.
  expect(await active()).toContain('Page 3');
  expect(await page.locator('.search__kit').allTextContents()).toEqual([
    expect.stringContaining('EGLL → KJFK'),
    expect.stringContaining('LSZH → LEMD'),
  ]);
  expect(await page.locator('.search__hit').first().locator('mark').allTextContents()).toEqual(
    expect.arrayContaining(['EGLL', 'ILS', '27L']),
  );
  expect(await page.getByRole('status').filter({ hasText: '2 kits are not indexed yet' }).count()).toBe(1);
  expect(await axeByDayAndNight(page, (theme) => picture(page, `search-${theme}`))).toEqual([]);
  const wide = async () => (await tooWide(page)).filter((name) => name.startsWith('DIALOG'));
  expect(await wide()).toEqual([]);
  await page.setViewportSize({ width: 480, height: 700 });
  expect(await wide()).toEqual([]);
  await picture(page, 'search-narrow');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="7"]');
});

test('Escape closes and gives the focus back; the words are there again, selected', async () => {
  const page = await windows.open('scenario=demo');
  const button = page.getByRole('button', { name: 'Search all kits' });
  await button.click();
  await field(page).waitFor();
  await page.keyboard.type('notam');
  await expect.poll(() => options(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => field(page).count()).toBe(0);
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+Shift+F');
  expect(await field(page).inputValue()).toBe('notam');
  await page.keyboard.type('ils');
  expect(await field(page).inputValue()).toBe('ils');
  await expect.poll(() => options(page).count()).toBe(4);
});
