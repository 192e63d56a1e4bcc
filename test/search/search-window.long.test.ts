/** The search over an open kit, without a result, by mouse; in real Chromium. */
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';
import { field, look, options } from './search-steps.ts';

const windows = openWindows();

test('no page, and a search that fails, say what to do; a click opens a page, and the palette opens over it', async () => {
  const page = await windows.open('scenario=demo');
  await page.keyboard.press('Control+k');
  await page.getByText('Every page of every kit on this laptop is searched').waitFor();
  await page.keyboard.type('vfr zebra');
  await page.getByText('No page contains all of “vfr zebra”.').waitFor();
  await picture(page, 'search-none');
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
  await page.keyboard.press('Escape');

  // A click opens a page; the palette opens over it, its keys do not hear the words, and a click beside it closes it.
  await look(page, 'company minima');
  // All that was found stands in its place, so that the click meets what it is meant for.
  await page.locator('.search__said', { hasText: /\d+ pages? in \d+ kits?/ }).waitFor();
  await settledBox(options(page).first());
  await options(page).first().click();
  await page.locator('.viewer').first().waitFor();
  await look(page, 'egll 27l');
  await expect.poll(() => options(page).count()).toBe(4);
  expect(await field(page).inputValue()).toBe('egll 27l');
  await page.mouse.click(5, 700);
  await expect.poll(() => field(page).count()).toBe(0);
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
  await picture(page, 'search-open-kit');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="4"]');
});
