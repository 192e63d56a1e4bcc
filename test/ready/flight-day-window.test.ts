/** A flight day in a real Chromium: many flights from a spreadsheet, planned kits. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { paste, picture } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';

const windows = openWindows();

/** Eighty flights as a spreadsheet gives them; the third has a typing error. */
const flights = [
  'Flt No.\tDate\tFrom\tTo\tSTD\tAltn\tAircraft',
  ...Array.from({ length: 80 }, (_, index) =>
    [
      `KLM${500 + index}`,
      '24NOV26',
      'EHAM',
      index === 2 ? 'KJ' : 'KJFK',
      String(600 + (index % 60)).padStart(4, '0'),
      'KBOS KPHL',
      'PHBVA',
    ].join('\t'),
  ),
].join('\n');

const pasteFlights = (page: Page) => paste(page.getByLabel('Paste your flights'), flights);

async function openBatch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Many flights…' }).first().click();
  await page.getByRole('heading', { name: 'Many flights' }).waitFor();
}

test('kits are planned for hours before their departure: rows of the list, and one is cancelled; axe finds nothing', async () => {
  const page = await windows.open('scenario=demo');
  await openBatch(page);
  expect(await axeFindings(page)).toEqual([]);
  await pasteFlights(page);
  await page.getByText(/79 of 80/).waitFor();
  expect(await axeByDayAndNight(page, (theme) => picture(page, `batch-${theme}`))).toEqual([]);
  await page.getByLabel('When').selectOption('6');
  await page.getByRole('button', { name: 'Plan 79 kits' }).click();
  await page.getByText('79 kits are planned.', { exact: false }).waitFor();
  await page.evaluate(() => window.fake.ask('command', 'planned_kits'));
  await page.getByText(/^79 of \d+ kits$/).waitFor();
  await picture(page, 'planned');
  const row = page.getByRole('option', { name: /Planned, Request due/ }).first();
  await row.click();
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel request' }).click();
  await page.getByText(/^78 of \d+ kits$/).waitFor();
});
