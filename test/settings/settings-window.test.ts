/** Settings, notices, and the questions before a kit opens: as they ship, in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { calls, kitAction } from '../window/harness/steps.ts';
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

test('the theme is the one of the settings; how long kits stay is looked at first, then saved and applied', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await page.getByRole('button', { name: 'Theme: day' }).click();
  await page.getByRole('button', { name: 'Theme: night' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('night');
  expect((await calls(page)).filter((name) => name === 'settings.set')).toHaveLength(2);
  await page.keyboard.press('Escape');
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

test('a kit is kept by key and by menu; its warning is read before it opens for the first time, and not asked about again', async () => {
  const page = await open('scenario=fleet');
  const row = page.getByRole('option', { name: /EGLL to OMDB/ });
  await row.click();
  await page.keyboard.press('k');
  await page.getByRole('option', { name: /EGLL to OMDB.*Kept/ }).waitFor();
  await kitAction(page, 'Stop keeping');
  await page.getByRole('option', { name: /EGLL to OMDB.*Kept/ }).waitFor({ state: 'detached' });
  await row.click();
  await page.getByText('Read this before the kit opens').waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Read before opening' });
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
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
  await expect.poll(focused).toBe('Document viewer, EGLL to OMDB');
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
  const dialog = page.getByRole('alertdialog', { name: 'A newer kit for this flight is on this laptop' });
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
