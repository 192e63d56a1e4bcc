/** Settings, notices, and the questions before a kit opens: as they ship, in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { calls } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();

async function toSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
}

test('notices are told quietly, and a dismissed one is gone', async () => {
  const page = await open('scenario=fleet');
  const bar = page.getByRole('region', { name: 'Notices' });
  await bar.getByText('expires in 6 days').waitFor();
  await bar.getByRole('button', { name: 'Dismiss' }).first().click();
  await bar.getByText('expires in 6 days').waitFor({ state: 'detached' });
  expect(await calls(page)).toContain('app.dismissNotice');
  await page.evaluate(() =>
    window.fake.tell(
      [1, 2, 3, 4].map((id) => ({ id: String(id), severity: 'info', message: `Notice ${id}.` })),
    ),
  );
  await bar.getByRole('button', { name: '2 more' }).click();
  await bar.getByText('Notice 4.').waitFor();
});

test('a link to an unknown kit is told while a kit is read, and each time anew', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('option', { name: /EGLL to KJFK/ }).click();
  await page.keyboard.press('Enter');
  const pages = page.locator('[data-page-rendered="1"]');
  await pages.first().waitFor();
  const told = page.getByRole('region', { name: 'Notices' }).getByText('A link leads to a trip kit');
  for (const time of [1, 2]) {
    await page.evaluate(
      (id) =>
        window.fake.tell([
          { id: `link:${id}`, severity: 'warning', message: 'A link leads to a trip kit that is not here.' },
        ]),
      time,
    );
    await told.waitFor();
    expect(await pages.first().isVisible()).toBe(true);
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).click();
    await told.waitFor({ state: 'detached' });
  }
});

async function toDiagnostics(page: Page) {
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Save diagnostics…' }).click();
  return page.getByRole('dialog', { name: 'Save diagnostics' });
}

test('diagnostics: the very text is read, searched, and saved without what is left out', async () => {
  const page = await open('scenario=demo');
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

  const before = await dialog.getByText('will be saved').textContent();
  await dialog.getByRole('checkbox', { name: 'The end of the app’s log' }).uncheck();
  expect(await log.textContent()).toBe('--- log ---\nLeft out by the person who saved this file.\n');
  expect(await dialog.getByText('will be saved').textContent()).not.toBe(before);
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

test('how long kits stay: looked at first, then saved and applied', async () => {
  const page = await open('scenario=demo');
  await toSettings(page);
  const form = page.getByRole('form', { name: 'How long kits stay on this laptop' });
  await form.getByRole('radio', { name: 'Remove automatically' }).check();
  await form.getByLabel('Days after departure').fill('x');
  await form.getByText('Enter a whole number of days').waitFor();
  await form.getByLabel('Days after departure').fill('30');
  await form.getByRole('button', { name: 'Preview' }).click();
  await form.getByText('3 kits would be removed now, 7 kits stay').waitFor();
  await form.getByRole('list', { name: 'Kits that would be removed' }).getByText('EHAM → YSSY').waitFor();
  expect(await calls(page)).not.toContain('retention.apply');
  // The main process asks, in a dialog of the system's.
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved; 3 kits removed.').waitFor();
  await page.getByRole('button', { name: 'Back to trip kits' }).click();
  await page.getByText('7 kits', { exact: true }).waitFor();
});

test('a warning is read before the kit opens for the first time, and not asked about again', async () => {
  const page = await open('scenario=fleet');
  const row = page.getByRole('option', { name: /EGLL to OMDB/ });
  await row.click();
  await page.getByText('Read this before the kit opens').waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Read before opening' });
  await dialog.getByText('Several points are called BEDEK, MAY').waitFor();
  expect(await dialog.getByText('The service is generating').count()).toBe(0);
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The focus is back on the row.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="1"]');
  await page.keyboard.press('Escape');
  await page.getByText('Read by pilot, 21 Nov 2026 09:21Z').waitFor();
  expect(await calls(page)).toContain('documents.closed');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForSelector('[data-page-rendered="1"]');
});

test('a superseded kit is marked, comes after the newer one, and opens only on purpose', async () => {
  const page = await open('scenario=fleet');
  const last = page.getByRole('option', { name: /Superseded/ });
  expect(await last.locator('.sr-only').textContent()).toMatch(
    /EHAM to KJFK.*Superseded.*Demo Air \(production\)/,
  );
  const newer = page.getByRole('option', { name: /EHAM to KJFK(?!.*Superseded)/ });
  expect(Number(await last.getAttribute('aria-posinset'))).toBe(
    Number(await newer.getAttribute('aria-posinset')) + 1,
  );
  await last.click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'A newer kit for this flight is on this laptop' });
  await dialog.getByRole('button', { name: 'Open this one' }).waitFor();
  // The newer one has the focus: Enter opens it.
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="1"]');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('option', { selected: true }).locator('.sr-only').textContent()).not.toContain(
    'Superseded',
  );
  await last.click();
  await page.getByRole('button', { name: 'Show the newer one' }).click();
  expect(await page.getByRole('option', { selected: true }).locator('.sr-only').textContent()).not.toContain(
    'Superseded',
  );
});

test('a kit is pinned by key and by button, and found by the word', async () => {
  const page = await open('scenario=fleet');
  await page.getByRole('option', { name: /EGLL to OMDB/ }).click();
  await page.keyboard.press('k');
  await page.getByRole('option', { name: /EGLL to OMDB.*Kept/ }).waitFor();
  const button = page.getByRole('button', { name: 'Keep', exact: true });
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  await button.click();
  await page.getByRole('option', { name: /EGLL to OMDB.*Kept/ }).waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('kept training');
  await page.getByText('1 of 5 kits').waitFor();
});

test('the theme is the one of the settings, and is kept there', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await page.getByRole('button', { name: 'Theme: day' }).click();
  await page.getByRole('button', { name: 'Theme: night' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('night');
  expect((await calls(page)).filter((name) => name === 'settings.set')).toHaveLength(2);
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
  await toSettings(page);
  await page.getByRole('radio', { name: 'Remove automatically' }).check();
  expect(await tooWide(page)).toEqual([]);
  // Nothing that is focused far below moves the window itself.
  await page.getByRole('button', { name: 'Preview' }).focus();
  expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
});
