/** Diagnostics, small windows and rarer notices; in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { calls, command } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();

async function toDiagnostics(page: Page) {
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Save diagnostics…' }).click();
  return page.getByRole('dialog', { name: 'Save diagnostics' });
}

test('a link to an unknown kit is told over a kit, in dialogs and in the list, each time anew, and moves nothing; diagnostics: the very text is read, searched, and saved without what is left out', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('option', { name: /EGLL to KJFK/ }).click();
  await page.keyboard.press('Enter');
  const sheet = page.locator('[data-page-rendered="1"]').first();
  await sheet.waitFor();
  const before = await settledBox(sheet);
  const told = page.getByText('A link leads to a trip kit').filter({ visible: true });
  const tell = (time: number) =>
    page.evaluate(
      (id) =>
        window.fake.tell([
          { id: `link:${id}`, severity: 'warning', message: 'A link leads to a trip kit that is not here.' },
        ]),
      time,
    );
  for (const time of [1, 2]) {
    await tell(time);
    await told.waitFor();
    expect(await sheet.boundingBox()).toEqual(before);
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).click();
    await told.waitFor({ state: 'detached' });
  }
  for (const [key, time] of [
    ['F1', 3],
    ['Control+k', 4],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    await tell(time);
    await page.getByRole('dialog').getByText('A link leads to a trip kit').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // It stays until it is dismissed.
    await told.waitFor();
  }
  await page.getByRole('button', { name: 'Back to trip kits' }).click();
  await told.waitFor();

  // Diagnostics: the very text is read, searched, and saved without what is left out.
  const dialog = await toDiagnostics(page);
  await dialog.getByText('It holds no passphrase, no key').waitFor();
  const text = dialog.getByRole('region', { name: /^App, computer/ });
  expect(await text.textContent()).toBe('--- about ---\n{ "part": "about" }\n');
  expect(await axeFindings(page)).toEqual([]);

  // By keys alone: the words are looked for in all sections, and the place comes into sight.
  await dialog.getByRole('searchbox', { name: 'Find in the file' }).focus();
  await page.keyboard.type('LINE 2500');
  await page.keyboard.press('Enter');
  await dialog.getByText('1 of 1 match, in “The end of the app’s log”').waitFor();
  const log = dialog.getByRole('region', { name: 'The end of the app’s log' });
  expect((await log.textContent())?.split('\n')).toHaveLength(3001);
  await expect.poll(() => log.evaluate((node) => node.scrollTop)).toBeGreaterThan(1000);
  const pictures = process.env.TRIPKIT_PICTURES;
  if (pictures) await page.screenshot({ path: `${pictures}/diagnostics.png` });
  await page.keyboard.type('x');
  await dialog.getByText('Not found').waitFor();

  const saved = await dialog.getByText('will be saved').textContent();
  await dialog.getByRole('checkbox', { name: 'The end of the app’s log' }).uncheck();
  expect(await log.textContent()).toBe('--- log ---\nLeft out by the person who saved this file.\n');
  expect(await dialog.getByText('will be saved').textContent()).not.toBe(saved);
  expect(await calls(page)).not.toContain('app.saveDiagnostics');
  await dialog.getByRole('button', { name: 'Save file…' }).click();
  await dialog.getByText('Saved as Trip Kit Desktop diagnostics 2026-11-21 0920, without log.txt').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => calls(page)).toContain('app.dropDiagnostics');
});

test('diagnostics that administrators turned off are not shown, and the dialog says so', async () => {
  const page = await open('scenario=managed');
  const dialog = await toDiagnostics(page);
  await dialog.getByText('Your administrators have turned off diagnostics').waitFor();
  expect(await dialog.getByRole('button', { name: 'Save file…' }).isDisabled()).toBe(true);
});

test('an expired certificate is told before anything is sent', async () => {
  const page = await open('scenario=expired');
  await page.getByRole('button', { name: 'New request' }).click();
  await page.getByRole('form').getByText('expired on 20 Nov 2026').waitFor();
  await page.getByRole('button', { name: 'Track by kit ID' }).click();
  await page.getByRole('form').getByText('expired on 20 Nov 2026').waitFor();
});

test('the settings fit a small window', async () => {
  const page = await open('scenario=fleet', { width: 1000, height: 700 });
  await command(page, 'settings');
  await page.getByRole('radio', { name: 'Remove automatically' }).check();
  expect(await tooWide(page)).toEqual([]);
  // Nothing that is focused far below moves the window itself.
  await page.getByRole('button', { name: 'Preview' }).focus();
  expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
});
