/** What changed between two kits: the list, the pages, the marks that wait; in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { painted, toChanges } from './changes-steps.ts';

const { open } = openWindows();

const rows = (page: Page) => page.locator('.changes__row');

test('the details of a kit say what changed since the one before, and lead to the list, where it is reviewed by keyboard', async () => {
  const page = await open('scenario=changes');
  await page.getByText('5 charts changed since you read them, 5 not reviewed.').waitFor();
  await page
    .getByRole('article')
    .getByText('1 chart takes effect only after your departure, 1 chart expired before your departure')
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'changes-details');
  await toChanges(page);
  expect(await rows(page).count()).toBe(5);
  // The changed ones first.
  expect(await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-state')))).toEqual([
    'changed',
    'changed',
    'changed',
    'new',
    'gone',
  ]);
  await rows(page)
    .first()
    .getByText(/^ILS: 110.30 is now 111.75 \(upper left\)/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await picture(page, 'changes-list-day');
  // The keys that the screen names work at once: the first row has the focus.
  const boxes = page.getByRole('checkbox');
  await expect.poll(() => boxes.first().evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.press('Space');
  await page.getByText('4 of 5 charts not reviewed.').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.getByText('3 of 5 charts not reviewed.').waitFor();
  await expect.poll(() => boxes.nth(1).isChecked()).toBe(true);
  await page.keyboard.press('x');
  await page.getByText('4 of 5 charts not reviewed.').waitFor();
  await page.getByRole('button', { name: 'Mark all as reviewed' }).click();
  await page.getByRole('alertdialog', { name: 'Mark 4 charts as reviewed?' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mark as reviewed', exact: true }).click();
  await page.getByText('All reviewed.').waitFor();
  await page.getByRole('button', { name: 'All 25' }).click();
  await expect.poll(() => rows(page).count()).toBe(25);
  await page.getByRole('button', { name: 'Gone 1' }).click();
  await rows(page).getByText('page 11 of the older kit').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('5 charts changed since you read them, all reviewed.').waitFor();
});

test('old and new page stand beside each other, ringed, and lead from change to change by keys', async () => {
  const page = await open('scenario=changes');
  await toChanges(page);
  await page.getByRole('checkbox').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'EGLL › ILS RWY 27L' }).waitFor();
  await Promise.all([painted(page, 'old', 4), painted(page, 'new', 4)]);
  // What is old says so in words, and the new one tells its dates.
  await page.getByText('not the current chart · effective 26 Nov 2026, revised 29 Oct 2026').waitFor();
  expect(await page.locator('.pair__ring').count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await picture(page, 'changes-side-day');

  // Both move and grow together.
  const boxes = () =>
    page.locator('.pair__picture').evaluateAll((all) =>
      all.map((one) => {
        const style = getComputedStyle(one);
        return [style.width, style.left, style.top].join(' ');
      }),
    );
  const before = await boxes();
  for (const key of ['+', '+', '+', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  await page.getByText('195 %').waitFor();
  const after = await boxes();
  expect(after[0]).toBe(after[1]);
  expect(after[0]).not.toBe(before[0]);
  // Small print is painted sharp where the whole page would cost too much.
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('+');
  await page.getByText('800 %').waitFor();
  await page.locator('.pair__picture[data-side="new"] .pair__detail').waitFor();
  await page.locator('.pair__picture[data-side="old"] .pair__detail').waitFor();
  await picture(page, 'changes-near');
  await page.keyboard.press('0');
  await page.getByText('100 %').waitFor();
  await page.keyboard.press('3');
  await Promise.all([painted(page, 'old', 4), painted(page, 'new', 4)]);
  await picture(page, 'changes-over-day');
  await page.keyboard.press('2');
  await Promise.all([painted(page, 'old', 4), painted(page, 'new', 4)]);

  await page.keyboard.press('x');
  await expect.poll(() => page.getByRole('checkbox', { name: 'Reviewed' }).isChecked()).toBe(true);
  // To the ring, then to the next page; by the Page keys at once.
  await page.keyboard.press('j');
  await page.getByText('1 of 5 · Place 1 of 1').waitFor();
  expect(await page.locator('.pair__ring[data-current]').count()).toBe(2);
  await page.getByText('133 %').waitFor();
  await picture(page, 'changes-place');
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'EGLL › RNAV RWY 09R' }).waitFor();
  await page.getByText('2 of 5', { exact: true }).waitFor();
  await page.keyboard.press('Shift+J');
  await page.getByText('1 of 5 · Place 1 of 1').waitFor();
  await page.keyboard.press('PageDown');
  await page.getByText('2 of 5', { exact: true }).waitFor();
  await page.keyboard.press('PageDown');
  await page.getByText('3 of 5', { exact: true }).waitFor();
  await page.keyboard.press('PageDown');
  await page.getByText('There is no such chart in the older kit.').waitFor();
  await page.keyboard.press('j');
  await page.getByText('This chart is gone: there is none in the newer kit.').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'EGLL › ILS RWY 27L' }).waitFor();
  await page.keyboard.press('Shift+J');
  await page.getByText('This chart is gone: there is none in the newer kit.').waitFor();
  // Back to the row that one went from last.
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('data-state')))
    .toBe('gone');
  await page.getByText('4 of 5 charts not reviewed.').waitFor();
});
