/** Open kits in real Chromium: tabs, side by side, finding, printing, and what the header says. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings, colourFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { HOLED, picture, read, readFirstPage, SOUND, SOUND_ID, tabs, view } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();

async function bothOpen(page: Page): Promise<void> {
  await readFirstPage(page);
  await page.keyboard.press('Escape');
  await read(page, HOLED);
  await view(page, 'document').locator('[data-page-rendered="1"]').waitFor();
}

test('a second kit gets a tab beside the first; the first comes back where it was', async () => {
  const page = await open('scenario=demo');
  await readFirstPage(page);
  expect(await tabs(page).count()).toBe(0);
  await page.keyboard.press('End');
  await page.waitForSelector('[data-page-rendered="24"]');
  await page.keyboard.press('Escape');
  await read(page, HOLED);
  await view(page, 'document').locator('[data-page-rendered="1"]').waitFor();
  expect(await tabs(page).getByRole('listitem').count()).toBe(2);
  await picture(page, 'tabs-day');
  await page.keyboard.press('Control+PageDown');
  await view(page, 'document').getByText('Page 24 of 24').first().waitFor({ state: 'attached' });
  // From the library the open tab comes to the front; no third one is made.
  await page.keyboard.press('Escape');
  await read(page, HOLED);
  await view(page, 'document').locator('[data-page-rendered="1"]').waitFor();
  expect(await tabs(page).getByRole('listitem').count()).toBe(2);
  await tabs(page)
    .getByRole('button', { name: /^EGLL → KJFK/ })
    .click({ button: 'middle' });
  await tabs(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+w');
  await page.getByRole('option', { name: SOUND }).first().waitFor();
});

test('two kits side by side: each with its own page, and it shows which one has the keyboard', async () => {
  const page = await open('scenario=demo');
  await bothOpen(page);
  await page.keyboard.press('Control+\\');
  const left = view(page, 'left view');
  const right = view(page, 'right view');
  await left.locator('[data-page-rendered]').first().waitFor();
  await right.locator('[data-page-rendered]').first().waitFor();
  await page.locator('[data-standing="right"][data-active]').waitFor();
  await page.keyboard.press('End');
  await right.locator('[data-page-rendered="24"]').waitFor();
  expect(await left.getByText('Page 1 of 24').count()).toBeGreaterThan(0);
  await picture(page, 'split-day');
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('F6');
  await page.locator('[data-standing="left"][data-active]').waitFor();
  await page.keyboard.press('PageDown');
  await left.locator('[data-page-rendered="2"]').waitFor();
  await right.getByText('Page 24 of 24').first().waitFor({ state: 'attached' });
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('n');
  await page.locator('.scroller[data-light="night"]').first().waitFor();
  expect(await colourFindings(page)).toEqual([]);
  await picture(page, 'split-night');

  // A press on the other view gives it the keyboard.
  await right.locator('.scroller').click({ position: { x: 5, y: 200 } });
  await page.locator('[data-standing="right"][data-active]').waitFor();

  const splitter = page.getByRole('separator', { name: 'Width of the left view' });
  await splitter.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await splitter.getAttribute('aria-valuenow')).toBe('45');
  const box = await settledBox(splitter);
  await page.mouse.move(box.x + 4, 300);
  await page.mouse.down();
  await page.mouse.move(900, 300, { steps: 4 });
  await page.mouse.up();
  expect(Number(await splitter.getAttribute('aria-valuenow'))).toBeGreaterThan(65);
  await page.keyboard.press('Control+\\');
  await splitter.waitFor({ state: 'detached' });
  await page.locator('[data-standing="alone"]').waitFor();
});

test('finding as one types, with options, and the matches as a list; printing some pages, saving them, and cancelling it', async () => {
  const page = await open('scenario=demo');
  await page.evaluate((id) => {
    const pages = Array.from({ length: 24 }, (_, index) =>
      index === 0 ? 'Cover' : `Enroute sheet\nMSA 25 NM · RWY 27L · ILS 110.30 · page ${index + 1}\nils ilsx`,
    );
    window.fake.texts.set(id, pages);
  }, SOUND_ID);
  await readFirstPage(page);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('ils');
  await page.getByText('1 of 69').waitFor();
  await page.waitForSelector('[data-page-rendered="2"]');
  await page.getByRole('button', { name: 'Whole words' }).click();
  await page.getByText('1 of 46').waitFor();
  await page.getByRole('button', { name: 'Match case' }).click();
  await page.getByText('1 of 23').waitFor();
  await page.getByRole('button', { name: 'Match case' }).click();
  await page.getByRole('button', { name: 'Matches as a list' }).click();
  const list = page.getByRole('listbox', { name: 'Matches' });
  await list.waitFor();
  expect(await list.getByRole('option').first().textContent()).toContain('RWY 27L · ILS 110.30');
  // A long list keeps few rows.
  expect(await list.getByRole('option').count()).toBeLessThan(40);
  await list.focus();
  await page.keyboard.press('End');
  await page.waitForSelector('[data-page-rendered="24"]');
  await list.getByRole('option', { selected: true }).getByText('p. 24').waitFor();
  // The page's own words are marked, though the stored text is another one.
  await page.waitForFunction(() =>
    [...(CSS.highlights.get('find') ?? [])].some(
      (range) =>
        range.startContainer.parentElement?.closest('[data-page="24"]') &&
        range.startContainer.textContent?.slice(range.startOffset, range.endOffset) === 'ILS',
    ),
  );
  await picture(page, 'find-day');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Find in this kit' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('1 of 46').waitFor();
  await page.keyboard.press('Shift+Enter');
  await page.getByText('46 of 46').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('search').waitFor({ state: 'detached' });
  await page.keyboard.press('F3');
  await page.getByText(/ of 46/).waitFor();
  await page.keyboard.press('Escape');

  // Pages are printed in their order, on the sheets that a person chose; without a printer they can be saved; Cancel ends the printing
  // while the system’s dialog is open.
  await page.keyboard.press('Control+p');
  const dialog = page.getByRole('dialog', { name: 'Print' });
  await dialog.getByRole('textbox', { name: 'Page numbers' }).fill('9-99');
  await dialog.getByRole('radio', { name: 'Booklet, folded in the middle' }).check();
  await dialog.getByText('flipped on the short edge').waitFor();
  await dialog.getByRole('button', { name: 'Print…' }).click();
  await dialog.getByText('is outside this document').waitFor();
  await picture(page, 'print-day');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Page numbers' }).fill('5, 2-3');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const printed = await page.evaluate(() => window.fake.print.orders);
  expect(printed).toMatchObject([
    { kit_id: SOUND_ID, layout: 'booklet', marks: false, pages: [{ page: 5 }, { page: 2 }, { page: 3 }] },
  ]);

  await page.evaluate(() => window.fake.failNext('print.start', 'This computer did not print.'));
  await page.keyboard.press('Control+p');
  await dialog.getByRole('button', { name: 'Print…' }).click();
  await dialog.getByRole('alert').getByText('This computer did not print.').waitFor();
  await picture(page, 'print-failed');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save as PDF…' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => window.fake.calls)).toContain('print.save');

  await page.evaluate(() => {
    window.fake.print.stays = true;
  });
  await page.keyboard.press('Control+p');
  await dialog.getByRole('button', { name: 'Print…' }).click();
  await dialog.getByText('Preparing 24 pages').waitFor();
  const cancelled = () =>
    page.evaluate(() => window.fake.calls.filter((name) => name === 'print.cancel').length);
  const before = await cancelled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await cancelled()).toBe(before + 1);
});
