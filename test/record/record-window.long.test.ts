/** The activity record: one kit, exports, an altered record, a narrow window; in real Chromium. */
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { rows, toRecord } from './record-steps.ts';

const { open } = openWindows();

test('one kit alone, from its own history and from an entry, and all again; Escape leads back to the library', async () => {
  const page = await open('scenario=demo');
  await page.getByText('Record', { exact: true }).click();
  await page.getByRole('button', { name: 'Show in the activity record' }).click();
  await page.getByText('Entries of one kit').waitFor();
  expect(await rows(page).count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Show all kits' }).click();
  await expect.poll(() => rows(page).count()).toBe(100);
  await page
    .getByRole('button', { name: /^Show all entries of KLM641/ })
    .first()
    .click();
  await page.getByText('Entries of one kit').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('listbox').or(page.getByRole('grid')).first().waitFor();
});

test('exports what is shown in three forms, and says what could not be done; an altered record is told at once, one that can’t be read says so', async () => {
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
  await page.keyboard.press('Escape');
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
  await page.setViewportSize({ width: 480, height: 800 });
  expect((await tooWide(page)).filter((place) => !place.includes('record__scroll'))).toEqual([]);
  await picture(page, 'record-narrow');
});
