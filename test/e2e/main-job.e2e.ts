/** The main job, as a pilot does it: from two files of the airline's IT to a PDF that opens without any network. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Kit } from '../../preload/contract.ts';
import { leaksBelow, leaksIn, secretsOf } from './find-secrets.ts';
import { expect, JOURNEY, test } from './fixtures.ts';
import { clickAway, setUp } from './steps.ts';

/** Requests a kit from the open form. */
async function request(
  page: Page,
  trip: { origin: string; destination: string; flight?: string },
): Promise<void> {
  const form = page.getByRole('form', { name: 'Request a trip kit' });
  await form.getByLabel('Origin').fill(trip.origin);
  await form.getByLabel('Destination').fill(trip.destination);
  if (trip.flight) await form.getByLabel('Flight').fill(trip.flight);
  await form.getByRole('button', { name: 'Request trip kit' }).click();
}

const kits = (page: Page) => page.getByRole('listbox', { name: 'Trip kits' });

/** The colours of the page's picture: a blank page has one. */
function coloursOf(page: Page): Promise<number> {
  return page
    .getByRole('group', { name: /page 1 of/i })
    .locator('canvas')
    .first()
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return 0;
      const copy = document.createElement('canvas');
      copy.width = canvas.width;
      copy.height = canvas.height;
      const context = copy.getContext('2d');
      if (!context) return 0;
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
}

test('from two files to a PDF that opens offline, and again after a restart', { tag: JOURNEY }, async ({
  launch,
  demo,
  folder,
}) => {
  const it = await demo();
  let app = await launch();
  await setUp(app, it);
  await request(app.page, { origin: 'KDEN', destination: 'KLAX', flight: 'DMO118' });

  const row = kits(app.page).getByRole('option', { name: /KDEN.*KLAX/ });
  await expect(row).toHaveAccessibleName(/Generating/);
  await expect(row).toHaveAccessibleName(/On this laptop/);
  expect(it.service.violations()).toEqual([]);

  // A copy for a colleague, byte for byte what was verified.
  const copy = join(folder, 'copy.pdf');
  const shown = await app.page.evaluate(async () => {
    const answer = await window.tripkit?.kits.listText();
    return answer?.ok ? (JSON.parse(answer.value) as Kit[])[0]?.document : null;
  });
  await app.scriptDialog(copy);
  await app.page.getByRole('button', { name: 'More actions' }).click();
  await app.page.getByRole('menuitem', { name: 'Save a copy…' }).click();
  await expect(app.page.getByText('A copy was saved as copy.pdf.')).toBeVisible();
  expect((await readFile(copy)).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await readFile(copy)).length).toBe(shown?.bytes);

  // No service, no network.
  await it.service.close();
  await app.setOffline(true);
  expect(await app.page.evaluate(() => navigator.onLine)).toBe(false);
  await openAndRead(app.page);

  // As after a power cut: nothing of it needs an orderly end.
  await app.kill();
  app = await launch();
  await app.setOffline(true);
  await expect(kits(app.page).getByRole('option', { name: /KDEN.*KLAX.*On this laptop/ })).toBeVisible();
  await openAndRead(app.page, 'read');
  // Typed into the page and sent over the bridge, but left nowhere, by the page's own browser neither.
  await app.close();
  expect(leaksBelow(join(folder, 'user-data'), secretsOf(it)).leaks).toEqual([]);
  expect(leaksIn(app.logs(), 'the log', secretsOf(it))).toEqual([]);
});

/** Opens the only kit, which comes back at its last page once it was read, and looks at its first page and its last. */
async function openAndRead(page: Page, before: 'never' | 'read' = 'never'): Promise<void> {
  await kits(page).getByRole('option').first().click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  if (before === 'read') {
    await expect(page.getByRole('group', { name: /page (\d+) of \1$/i })).toBeVisible();
    await page.locator('[data-page-rendered]').filter({ visible: true }).first().waitFor();
    await page.keyboard.press('Home');
  }
  await page.locator('[data-page-rendered="1"]').waitFor();
  await expect.poll(() => coloursOf(page)).toBeGreaterThan(2);
  await expect(page.getByRole('group', { name: /page 1 of/i })).toContainText(/KDEN/);
  await page.keyboard.press('End');
  const last = page.getByRole('group', { name: /page (\d+) of \1$/i });
  await expect(last).toBeVisible();
  await page.getByRole('button', { name: 'Back to trip kits' }).click();
  await expect(kits(page)).toBeVisible();
}

test('the app is killed while a kit is generated; the next start goes on with it', { tag: JOURNEY }, async ({
  launch,
  demo,
}) => {
  const it = await demo({ generation_ms: { from: 4_000, to: 4_500 } });
  let app = await launch();
  await setUp(app, it);
  await request(app.page, { origin: 'KDEN', destination: 'KLAX' });
  await expect(kits(app.page).getByRole('option', { name: /Generating/ })).toBeVisible();
  await app.kill();

  app = await launch();
  await expect(kits(app.page).getByRole('option', { name: /KDEN.*KLAX.*On this laptop/ })).toBeVisible();
  const requests = it.service
    .journal()
    .filter((entry) => 'operation' in entry && entry.operation === 'request');
  expect(requests).toHaveLength(1);
});

test('a laptop without a keychain keeps no identity, says so, and works until the app ends', async ({
  launch,
  demo,
}) => {
  const it = await demo();
  let app = await launch({ keychain: 'none' });
  const setup = await app.setupPage();
  await app.scriptDialog(it.profile);
  await setup.getByRole('button', { name: 'Choose profile file…' }).click();
  await app.scriptDialog(it.identity);
  await setup.getByRole('button', { name: 'Choose .p12 or .pfx file…' }).click();
  await setup.getByLabel('Passphrase').fill(it.passphrase);
  await expect(setup.getByText('This laptop can’t keep the certificate safely.')).toBeVisible();
  await expect(setup.getByRole('button', { name: 'Open certificate' })).toBeDisabled();
  await setup.getByLabel(/Don’t save; ask at each start/).check();
  await setup.getByRole('button', { name: 'Open certificate' }).click();
  await clickAway(setup.getByRole('button', { name: 'Request a trip kit' }));
  await request(app.page, { origin: 'KDEN', destination: 'KLAX' });
  await expect(kits(app.page).getByRole('option', { name: /On this laptop/ })).toBeVisible();
  await app.close();

  app = await launch({ keychain: 'none' });
  await expect(app.page.getByText('The certificate is locked')).toBeVisible();
  await openAndRead(app.page);
});
