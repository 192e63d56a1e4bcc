/** A flight day in a real Chromium: many flights from a spreadsheet, planned kits, ready to fly. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const windows = openWindows();

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.TRIPKIT_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

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

async function pasteFlights(page: Page): Promise<void> {
  await page.getByLabel('Paste your flights').evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, flights);
}

async function openBatch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Many flights…' }).first().click();
  await page.getByRole('heading', { name: 'Many flights' }).waitFor();
}

test('eighty flights: pasted, one corrected by keyboard, all requested and followed as one', async () => {
  const page = await windows.open('scenario=demo&speed=50');
  await openBatch(page);
  await pasteFlights(page);
  await page.getByText('79 of 80 flights ready to request; 1 needs a correction.').waitFor();
  await picture(page, 'batch-table');
  await page.getByRole('button', { name: 'Next correction' }).click();
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label') === 'Row 3, Destination',
  );
  await page.keyboard.press('Control+a');
  await page.keyboard.type('KJFK');
  await page.getByText('80 flights ready to request.').waitFor();
  await page.getByRole('button', { name: 'Request 80 kits' }).click();
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  // The fake tells of every step of every kit by itself, the app at most twenty times a second.
  await page.getByText(/^80 of 80 kits on this laptop/).waitFor({ timeout: 90_000 });
  await picture(page, 'batch-result');
  await page.getByRole('button', { name: 'Save as CSV…' }).click();
  await page.getByText('Saved as Trip kits.csv.').waitFor();
  expect(await tooWide(page)).toEqual([]);
});

test('kits are planned for hours before their departure: rows of the list, and one is cancelled', async () => {
  const page = await windows.open('scenario=demo');
  await openBatch(page);
  await pasteFlights(page);
  await page.getByText(/79 of 80/).waitFor();
  await page.getByLabel('When').selectOption('6');
  await page.getByRole('button', { name: 'Plan 79 kits' }).click();
  await page.getByText('79 kits are planned.', { exact: false }).waitFor();
  await page.evaluate(() => window.fake.ask('command', 'planned_kits'));
  await page.getByText(/^79 of \d+ kits$/).waitFor();
  await picture(page, 'planned');
  const row = page.getByRole('option', { name: /Planned, Request due/ }).first();
  await row.click();
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
  await page.getByText(/^78 of \d+ kits$/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('ready to fly answers for the next flights, and each line has its way on', async () => {
  const page = await windows.open('scenario=demo');
  await page.getByRole('button', { name: 'Ready to fly?' }).click();
  await page.locator('[data-ready-to-fly]').waitFor();
  await picture(page, 'ready');
  await page.locator('[data-flight-state="ok"]').first().waitFor();
  const lost = page.locator('[data-check="document"][data-check-state="bad"]').first();
  await lost.getByRole('button', { name: 'Show the kit' }).click();
  await page.getByRole('complementary', { name: 'Kit details' }).getByText('ZBAA').first().waitFor();
});

test('axe finds nothing on the batch and on ready to fly, by day and by night', async () => {
  const page = await windows.open('scenario=demo');
  await page.getByRole('button', { name: 'Ready to fly?' }).click();
  await page.locator('[data-ready-to-fly]').waitFor();
  expect(await axeByDayAndNight(page, (theme) => picture(page, `ready-${theme}`))).toEqual([]);
  await openBatch(page);
  expect(await axeByDayAndNight(page)).toEqual([]);
  await pasteFlights(page);
  await page.getByText(/79 of 80/).waitFor();
  expect(await axeByDayAndNight(page, (theme) => picture(page, `batch-${theme}`))).toEqual([]);
});
