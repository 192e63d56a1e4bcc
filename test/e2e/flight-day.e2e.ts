/** A flight day: the pilot who leaves the mouse alone, the scheduler with a spreadsheet, and "may I close the lid?" */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patient } from '../patience.ts';
import { paste } from '../window/harness/steps.ts';
import { expect, JOURNEY, shareApp, test } from './fixtures.ts';
import { allKits, ask, fetched, kitList, preparation, setUp, tabTo, withService } from './steps.ts';

const MINUTE_MS = 60_000;
const utcIn = (ms: number) => new Date(Date.now() + ms).toISOString().replace(/\.\d+Z$/, 'Z');
const requestsOf = (entries: readonly object[]) =>
  entries.filter((entry) => 'operation' in entry && entry.operation === 'request').length;

/** Eight flights as a spreadsheet gives them; the third has a typing error, the last leaves from where the service is not. */
const flights = [
  'Flt No.\tFrom\tTo\tAltn\tAircraft',
  ...['EGLL', 'LFPG', 'EDX', 'LEMD', 'LSZH', 'EKCH', 'ENGM'].map(
    (to, index) => `KLM${500 + index}\tEHAM\t${to}\tEBBR\tPHBVA`,
  ),
  'KLM507\tVQPR\tEHAM\t\tPHBVA',
].join('\r\n');

test('eight flights pasted from a spreadsheet: corrected, requested, followed, and saved as CSV', {
  tag: JOURNEY,
}, async ({ launch, demo, folder }) => {
  test.slow();
  const { it, app, page } = await withService(launch, demo);
  await page.getByRole('button', { name: 'Many flights…' }).first().click();
  await paste(page.getByLabel('Paste your flights'), flights);
  await page.getByText('7 of 8 flights ready to request; 1 needs a correction.').waitFor();
  await page.getByRole('button', { name: 'Next correction' }).click();
  const cell = page.getByLabel('Row 4, Destination');
  await expect(cell).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('EDDF');
  await page.getByText('8 flights ready to request.').waitFor();
  await page.getByRole('button', { name: 'Request 8 kits' }).click();
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  await page.getByText('7 of 8 kits on this laptop, 1 failed').waitFor({ timeout: patient(150_000) });

  const file = join(folder, 'flights.csv');
  await app.scriptDialog(file);
  await page.getByRole('button', { name: 'Save as CSV…' }).click();
  await expect(page.getByText('Saved as flights.csv.')).toBeVisible();
  const lines = (await readFile(file, 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  expect(lines).toHaveLength(9);
  expect(lines[0]).toContain('tripkit_id');
  const kits = await allKits(page);
  expect(kits).toHaveLength(8);
  for (const { trip, tripkit_id, document } of kits) {
    const line = lines.find((one) => one.includes(trip?.flight ?? 'no flight'));
    expect(line).toContain(tripkit_id);
    expect(line).toContain(document?.sha256 ?? '201');
  }
  expect(requestsOf(it.service.journal())).toBe(8);
  expect(it.service.violations()).toEqual([]);
});

test.describe('one laptop', () => {
  const shared = shareApp(async (app, demo) => {
    const it = await demo();
    await setUp(app, it);
    return it;
  });

  test('from the request to reading without a mouse, the airports by their names', async () => {
    const { app, given: it } = shared();
    const { page } = app;
    await expect(kitList(page).or(page.getByText('No trip kits yet')).first()).toBeVisible();
    // From here on nothing but keys.
    await page.keyboard.press('Control+n');
    await expect(page.getByLabel('Origin')).toBeFocused();
    await page.keyboard.type('schiphol');
    await expect(page.getByRole('option', { name: /EHAM/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Origin')).toHaveValue('EHAM');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Destination')).toBeFocused();
    await page.keyboard.type('heathrow');
    await expect(page.getByRole('option', { name: /EGLL/ })).toHaveAttribute('aria-selected', 'true');
    // Tab takes it too, and goes on.
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Destination')).toHaveValue('EGLL');
    await tabTo(page, page.getByLabel('Flight', { exact: true }));
    await page.keyboard.type('klm1007');
    await page.keyboard.press('Enter');
    const row = kitList(page).getByRole('option', { name: /EHAM to EGLL, KLM1007/ });
    await expect(row).toHaveAccessibleName(/On this laptop/, { timeout: patient(60_000) });
    await tabTo(page, kitList(page));
    await page.keyboard.press('Enter');
    await page.locator('[data-page-rendered="1"]').waitFor();
    await page.keyboard.press('PageDown');
    await page.locator('[data-page-rendered="2"]').waitFor();
    await expect(page.getByText('On this laptop, verified')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row).toBeVisible();
    expect(it.service.violations()).toEqual([]);
    // The next test finds the library empty.
    await page.evaluate(async () => {
      const answer = await window.tripkit?.kits.listText();
      for (const { id } of JSON.parse(answer?.ok ? answer.value : '[]'))
        await window.tripkit?.kits.remove(id);
    });
  });

  test('a kit of a route with a warning is not ready before a person has read the warning; one without a departure gets it from a person, its seal holds, and the record names who did it', async ({
    launch,
  }) => {
    let { app } = shared();
    const verdict = () => app.page.locator('[data-ready-to-fly]');
    const { userData } = shared();

    await test.step('the warning', async () => {
      const { page } = app;
      const ids = await ask(page, [
        {
          origin: 'EHAM',
          destination: 'EGLL',
          flight: 'KLM702',
          route: 'DCT BRAVO DCT',
          departure: utcIn(30 * MINUTE_MS),
        },
      ]);
      await expect.poll(() => preparation(page, ids)).toEqual(['ready']);
      await page.getByRole('button', { name: 'Ready to fly?' }).click();
      const warnings = page.locator('[data-check="warnings"]');
      await expect(warnings).toHaveAttribute('data-check-state', 'bad');
      await warnings.getByRole('button', { name: 'Read and acknowledge' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Read before opening' });
      await expect(dialog).toContainText('BRAVO');
      await dialog.getByRole('button', { name: 'I have read this' }).click();
      // The panel is still there, and the line is right.
      await expect(warnings).toHaveAttribute('data-check-state', 'ok');
      const flight = page.locator('.ready__flight[data-flight-state]');
      await expect(flight).toHaveAttribute('data-flight-state', 'ok');
      await flight.getByRole('button', { name: 'Open', exact: true }).click();
      await page.locator('[data-page-rendered="1"]').waitFor();
      await page.keyboard.press('Escape');
      await expect(verdict()).toHaveAttribute('data-ready-to-fly', 'ok');
    });

    const [id = ''] = await fetched(app.page, [{ origin: 'EHAM', destination: 'EGLL', flight: 'KLM703' }]);
    await expect(verdict()).toHaveAttribute('data-ready-to-fly', 'warn');
    await app.page.getByRole('button', { name: '1 kit without a departure' }).click();
    await app.page.getByRole('button', { name: 'Enter departure' }).click();
    const departure = utcIn(60 * MINUTE_MS);
    const form = app.page.getByRole('form', { name: 'Enter departure' });
    await form.getByLabel('Departure date (UTC)').fill(departure.slice(0, 10));
    await form.getByLabel('Departure time (UTC)').fill(departure.slice(11, 16));
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('button', { name: 'Change departure' }).waitFor();

    // It is in the database, and what was sealed is still what was verified.
    await app.close();
    app = await launch({ userData });
    const check = () => app.page.evaluate((kit_id) => window.tripkit?.documents.check(kit_id), id);
    await expect
      .poll(check)
      .toMatchObject({ ok: true, value: { soundness: { state: 'verified', seal: 'intact' } } });
    await app.page.getByRole('button', { name: 'Ready to fly?' }).click();
    await expect(verdict()).toHaveAttribute('data-ready-to-fly', 'ok');
    const flights = app.page.locator('.ready__flight[data-flight-state="ok"]');
    await expect(flights.filter({ hasText: 'KLM703' })).toBeVisible();
    const audit = await app.page.evaluate((kit_id) => window.tripkit?.audit.of(kit_id), id);
    const entered = audit?.ok
      ? audit.value.entries.filter(({ what }) => what.startsWith('Departure entered: EHAM to EGLL, '))
      : [];
    expect(entered).toHaveLength(1);
    expect(entered[0]?.by).toEqual(expect.any(String));
  });
});
