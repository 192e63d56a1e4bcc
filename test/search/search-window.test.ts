/** The search across all kits, in real Chromium under the app's policy. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const windows = openWindows();

const field = (page: Page) => page.getByRole('combobox', { name: /all kits on this laptop/ });
const options = (page: Page) => page.getByRole('dialog', { name: 'Search all kits' }).getByRole('option');

async function look(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type(words);
}

test('words are typed, a page is chosen with the arrow keys, and Enter opens the kit there', async () => {
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

test('it opens over a kit that is being read, whose keys do not hear the words', async () => {
  const page = await windows.open('scenario=demo');
  await look(page, 'company minima');
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: /LSZH to LEMD/ }).click();
  await page.keyboard.press('Enter');
  await page.locator('.viewer').first().waitFor();
  await look(page, 'egll 27l');
  await expect.poll(() => options(page).count()).toBe(4);
  expect(await field(page).inputValue()).toBe('egll 27l');
});

test('no page, and a search that fails, say what to do', async () => {
  const page = await windows.open('scenario=demo');
  await page.keyboard.press('Control+k');
  await page.getByText('Every page of every kit on this laptop is searched').waitFor();
  await page.keyboard.type('vfr zebra');
  await page.getByText('No page contains all of “vfr zebra”.').waitFor();
  await picture(page, 'search-none');
  expect(await axeFindings(page)).toEqual([]);
  await page.evaluate(() =>
    (window as unknown as { fake: { failNext(name: string, message: string): void } }).fake.failNext(
      'search.pages',
      'The library could not be read. Start the app again.',
    ),
  );
  await field(page).fill('egll');
  await page.getByText('The library could not be read. Start the app again.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => options(page).count()).toBe(4);
});

test('a click opens a page, and a click beside the palette closes it', async () => {
  const page = await windows.open('scenario=demo');
  await look(page, 'company minima');
  // All that was found stands in its place, so that the click meets what it is meant for.
  await page.locator('.search__said', { hasText: /\d+ pages? in \d+ kits?/ }).waitFor();
  await settledBox(options(page).first());
  await options(page).first().click();
  await page.locator('.viewer').first().waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.mouse.click(5, 700);
  await expect.poll(() => field(page).count()).toBe(0);
});

test('axe finds nothing, by day and by night', async () => {
  const page = await windows.open('scenario=demo');
  await look(page, 'egll ils 27l');
  await expect.poll(() => options(page).count()).toBe(4);
  await page.locator('.search__said', { hasText: '4 pages in 2 kits' }).waitFor();
  expect(await axeByDayAndNight(page, (theme) => picture(page, `search-${theme}`))).toEqual([]);
  const wide = async () => (await tooWide(page)).filter((name) => name.startsWith('DIALOG'));
  expect(await wide()).toEqual([]);
  await page.setViewportSize({ width: 480, height: 700 });
  expect(await wide()).toEqual([]);
  await picture(page, 'search-narrow');
});

test('the kit that is open comes first, its charts by their names', async () => {
  const page = await windows.open('scenario=changes');
  await page.getByRole('button', { name: 'Open', exact: true }).first().click();
  await page.locator('[data-page-rendered="1"]').first().waitFor();
  await look(page, 'egll ils 27l');
  const heads = page.locator('.search__kit');
  await expect.poll(() => heads.count()).toBe(2);
  expect(await heads.first().textContent()).toContain('open now');
  await expect.poll(() => options(page).first().textContent()).toContain('EGLL › ILS RWY 27L');
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'search-open-kit');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="4"]');
});
