/** The activity record: as it ships, in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();

async function toRecord(page: Page) {
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Activity record', exact: true }).click();
  await page.getByRole('heading', { name: 'Activity record' }).waitFor();
  await page.getByText(/^The record is whole: /).waitFor();
}
const rows = (page: Page) => page.locator('tbody tr');

test('shows what was done, with kits that are gone, and is read by a screen reader by day and by night', async () => {
  const page = await open('scenario=demo');
  await toRecord(page);
  await page.getByText('Entries are kept for 24 months, whether the kit is still here or not.').waitFor();
  const removed = rows(page).filter({ hasText: 'By the retention policy.' });
  await removed.getByText('Removed', { exact: true }).waitFor();
  await removed.getByText('no longer here').waitFor();
  expect(await removed.getByRole('cell').first().textContent()).toBe('20 Nov 2026 08:09:00Z');
  expect(await axeByDayAndNight(page, (theme) => picture(page, `record-${theme}`))).toEqual([]);
});

test('is found by period, person and flight; a page at a time', async () => {
  const page = await open('scenario=demo');
  await toRecord(page);
  await expect.poll(() => rows(page).count()).toBe(100);
  await page.getByRole('button', { name: /^Show \d+ earlier$/ }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(150);
  await page.getByLabel('Person').selectOption('ops');
  await page.getByText('100 of 150 entries').waitFor();
  await page.getByLabel('Person').selectOption('');
  await page.getByLabel('Flight, airport or kit ID').fill('klm641');
  await page.getByText('3 entries').waitFor();
  await page.getByLabel('From (UTC date)').fill('2026-11-21');
  await page.getByText('No entries match.').waitFor();
  await page.getByLabel('From (UTC date)').fill('2026-11-20');
  await page.getByLabel('To (UTC date)').fill('2026-11-20');
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.getByLabel('To (UTC date)').fill('2026-11-19');
  await page.getByText('The period ends before it begins.').waitFor();
  expect(await page.getByRole('button', { name: 'PDF to print…' }).isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
});

test('one kit alone, and all again; Escape leads back to the library', async () => {
  const page = await open('scenario=demo');
  await toRecord(page);
  await page
    .getByRole('button', { name: /^Show all entries of KLM641/ })
    .first()
    .click();
  await page.getByText('Entries of one kit').waitFor();
  await page.getByRole('button', { name: 'Show all kits' }).click();
  await expect.poll(() => rows(page).count()).toBe(100);
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('listbox').or(page.getByRole('grid')).first().waitFor();
});

test('a kit’s own history leads to its entries', async () => {
  const page = await open('scenario=demo');
  await page.getByText('Record', { exact: true }).click();
  await page.getByRole('button', { name: 'Show in the activity record' }).click();
  await page.getByText('Entries of one kit').waitFor();
  expect(await rows(page).count()).toBeGreaterThan(0);
});

test('exports what is shown in three forms, and says what could not be done', async () => {
  const page = await open('scenario=demo');
  await toRecord(page);
  await page.getByLabel('From (UTC date)').fill('2026-11-01');
  await page.getByLabel('To (UTC date)').fill('2026-11-20');
  for (const [name, format] of [
    ['CSV…', 'csv'],
    ['JSON…', 'json'],
    ['PDF to print…', 'pdf'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await page.getByText(`The entries were saved as Activity record.${format}.`).waitFor();
  }
  const period = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' };
  const query = { ...period, by: null, text: null, kit_id: null };
  expect(await page.evaluate(() => window.fake.record.exported)).toEqual([
    [query, 'csv'],
    [query, 'json'],
    [query, 'pdf'],
  ]);
  await page.evaluate(() =>
    window.fake.failNext('audit.exportRecord', 'There is no space left. Free some space.'),
  );
  await page.getByRole('button', { name: 'CSV…' }).click();
  await page.getByRole('alert').getByText('There is no space left.').waitFor();
});

test('an altered record is told at once, with the entries; one that can’t be read says so', async () => {
  const page = await open('scenario=demo');
  await page.evaluate(() => {
    window.fake.record.problems.push(
      'Entry 57 of 21 Nov 2026 10:45Z (KLM511 EHAM-KJFK 2026-11-22) is not as it was written.',
    );
  });
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Activity record', exact: true }).click();
  await page
    .getByRole('alert')
    .getByText(/^Entry 57 of 21 Nov 2026 10:45Z/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'record-altered');
  await page.evaluate(() => window.fake.failNext('audit.record', 'The disk reported an error.'));
  await page.getByLabel('Person').selectOption('ops');
  await page.getByText('The record could not be read. The disk reported an error.').waitFor();
});

test('keeps to a narrow window', async () => {
  const page = await open('scenario=demo', { width: 480, height: 800 });
  await toRecord(page);
  expect((await tooWide(page)).filter((place) => !place.includes('record__scroll'))).toEqual([]);
  await picture(page, 'record-narrow');
});
