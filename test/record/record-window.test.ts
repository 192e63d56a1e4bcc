/** The activity record: as it ships, in real Chromium on the fake bridge. */
import { expect, test } from 'vitest';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';
import { rows, toRecord } from './record-steps.ts';

const { open } = openWindows();

test('shows what was done, with kits that are gone, read by a screen reader by day and by night; it is found by its filters', async () => {
  const page = await open('scenario=demo');
  await toRecord(page);
  await page.getByText('Entries are kept for 24 months, whether the kit is still here or not.').waitFor();
  const removed = rows(page).filter({ hasText: 'By the retention policy.' });
  await removed.getByText('Removed', { exact: true }).waitFor();
  await removed.getByText('no longer here').waitFor();
  expect(await removed.getByRole('cell').first().textContent()).toBe('20 Nov 2026 08:09:00Z');
  expect(await axeByDayAndNight(page, (theme) => picture(page, `record-${theme}`))).toEqual([]);
  // Found by period, person and flight; a page at a time.
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
});
