/** Help, the system's Kit menu, and parts of the window whose code comes late, in real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { calls, command } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open, newContext, url } = openWindows();

const offered = (page: Page) => page.evaluate(() => window.fake.kitMenu());
/** Selects a kit in this state that has a flight; rows stand in the page in the order in which they came, not in that of the list. */
const select = (page: Page, state: string) =>
  page.locator(`[role="option"][data-state="${state}"]`, { hasText: '→' }).first().click();

test('F1 brings the help everywhere, by day and by night, and it leads to all keys', async () => {
  const page = await open('scenario=demo');
  const help = page.getByRole('dialog', { name: 'Help' });
  await page.keyboard.press('F1');
  await help.getByText('What the states mean').waitFor();
  const picture = async (theme: string) => {
    if (process.env.TRIPKIT_PICTURES)
      await page.screenshot({ path: `${process.env.TRIPKIT_PICTURES}/help-${theme}.png` });
  };
  expect(await axeByDayAndNight(page, picture)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await command(page, 'help');
  await help.getByRole('button', { name: 'All keys' }).click();
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.waitFor();
  expect(await help.count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await keys.waitFor();
});

test('the Kit menu offers what can be done with the one kit that is selected, and does it', async () => {
  const page = await open('scenario=demo');
  await select(page, 'ready');
  await expect
    .poll(() => offered(page))
    .toEqual([
      ...['kit_open', 'kit_open_window', 'kit_save_copy', 'kit_hand_over'],
      ...['kit_request_again', 'kit_pin', 'kit_remove'],
    ]);
  await command(page, 'kit_save_copy');
  await expect.poll(() => calls(page)).toContain('documents.saveCopy');
  await command(page, 'kit_remove');
  await page.getByRole('alertdialog', { name: 'Remove this kit?' }).waitFor();
  await page.keyboard.press('Escape');
  await select(page, 'failed');
  await expect.poll(() => offered(page)).toEqual(['kit_request_again', 'kit_retry', 'kit_pin', 'kit_remove']);
  await command(page, 'kit_request_again');
  await page.getByRole('complementary').getByLabel('Origin').waitFor();
  // The form is no kit.
  await expect.poll(() => offered(page)).toEqual([]);
  await select(page, 'generating');
  await expect.poll(() => offered(page)).toEqual(['kit_cancel', 'kit_pin']);
  await command(page, 'kit_cancel');
  await page
    .getByRole('alertdialog', { name: 'Stop tracking this kit?' })
    .getByRole('button', { name: 'Stop' })
    .click();
  await expect.poll(() => calls(page)).toContain('kits.cancel');
  await page.getByRole('listbox').press('Shift+ArrowDown');
  await expect.poll(() => offered(page)).toEqual([]);
  // What is not offered is not done, and a key that also writes removes nothing while a person writes.
  const copies = async () => (await calls(page)).filter((name) => name === 'documents.saveCopy').length;
  await select(page, 'downloading');
  await command(page, 'kit_save_copy');
  await select(page, 'failed');
  await page.getByRole('searchbox', { name: 'Search trip kits' }).focus();
  await command(page, 'kit_remove');
  await command(page, 'help');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  expect(await copies()).toBe(1);
});

test('while a kit is read the menu prints it, and does not remove it', async () => {
  const page = await open('scenario=demo');
  await page.locator('[role="option"][data-state="ready"][data-superseded="false"]').first().click();
  await expect.poll(() => offered(page)).toContain('kit_open');
  await command(page, 'kit_open');
  const read = page.getByRole('button', { name: 'I have read this' });
  await read.or(page.locator('.viewer, [data-page]')).first().waitFor();
  if (await read.isVisible()) await read.click();
  await expect
    .poll(() => offered(page))
    .toEqual([
      ...['kit_open_window', 'kit_save_copy', 'kit_print'],
      ...['kit_hand_over', 'kit_request_again', 'kit_pin'],
    ]);
});

test('a part whose code comes late stands in its place as soon as it is there; one that does not come says so', async () => {
  const context = await newContext();
  try {
    const page = await context.newPage();
    const late = Promise.withResolvers<void>();
    await page.route('**/request-form-*.js', async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.route('**/ready-panel-*.js', (route) => route.abort());
    await page.goto(`${url}/?scenario=demo`);
    await page.waitForSelector('html[data-ready="true"]');
    const pane = page.getByRole('complementary');
    const width = await pane.evaluate((element) => element.getBoundingClientRect().width);
    await page.keyboard.press('Control+n');
    await page.getByRole('complementary', { name: 'Request a trip kit' }).waitFor();
    expect(await pane.evaluate((element) => element.getBoundingClientRect().width)).toBe(width);
    late.resolve();
    await pane.getByLabel('Origin').waitFor();
    await page.getByRole('button', { name: 'Ready to fly' }).click();
    await pane.getByText('This part of the app could not be loaded.').waitFor();
  } finally {
    await context.close();
  }
});
