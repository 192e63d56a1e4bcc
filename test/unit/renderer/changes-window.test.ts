/** What changed between two kits: the list, the pages, the marks that wait; in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { axeFindings } from './harness/axe.ts';
import { openWindows, tooWide } from './harness/windows.ts';

vi.setConfig({ testTimeout: 120_000 });
const { open } = openWindows();

async function picture(page: Page, name: string) {
  const folder = process.env.TRIPKIT_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
async function night(page: Page) {
  await page.evaluate(() => localStorage.setItem('theme', 'night'));
}
const rows = (page: Page) => page.locator('.changes__row');
/** The list of what changed, from the details of the newer kit. */
async function toChanges(page: Page) {
  await page.getByRole('complementary').getByRole('button', { name: 'What changed' }).click();
  await page.getByText('3 changed · 1 new · 1 gone · 18 same · 2 restamped').waitFor();
}
const painted = (page: Page, side: 'old' | 'new', number: number) =>
  page.locator(`.pair__picture[data-side="${side}"][data-painted="${number}"]`).waitFor();

test('the details of a kit say what changed since the one before, and lead to the list', async () => {
  const page = await open('scenario=changes');
  await page
    .getByText(/^5 charts changed since you read the kit of 20 Nov 2026 07:00Z, 5 not reviewed\.$/)
    .waitFor();
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
  await rows(page).first().getByText('ILS 110.30 became ILS 111.75, under the title.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await picture(page, 'changes-list-day');
  await page.getByRole('button', { name: 'All 25' }).click();
  await expect.poll(() => rows(page).count()).toBe(25);
  await page.getByRole('button', { name: 'Gone 1' }).click();
  await rows(page).getByText('page 11 of the older kit').waitFor();
});

test('pages are reviewed by keyboard, one by one and all at once', async () => {
  const page = await open('scenario=changes');
  await toChanges(page);
  const boxes = page.getByRole('checkbox');
  await boxes.first().focus();
  await page.keyboard.press('Space');
  await page.getByText('4 of 5 pages not reviewed.').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('r');
  await page.getByText('3 of 5 pages not reviewed.').waitFor();
  await expect.poll(() => boxes.nth(1).isChecked()).toBe(true);
  await page.keyboard.press('r');
  await page.getByText('4 of 5 pages not reviewed.').waitFor();
  await page.getByRole('button', { name: 'Mark all as reviewed' }).click();
  await page.getByRole('dialog', { name: 'Mark 4 pages as reviewed?' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mark as reviewed', exact: true }).click();
  await page.getByText('All reviewed.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(/^5 charts changed since you read the kit of .*, all reviewed\.$/).waitFor();
});
