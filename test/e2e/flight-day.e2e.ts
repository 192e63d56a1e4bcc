/** A flight day: the pilot who leaves the mouse alone, the scheduler with a spreadsheet, planned kits, and "may I close the lid?" */
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { patient } from '../patience.ts';
import { expect, JOURNEY, test } from './fixtures.ts';
import { allKits, ask, fetched, kitList, paste, preparation, profileId, setUp, tabTo } from './steps.ts';

const MINUTE_MS = 60_000;
/** When what is to come due does: late enough that it is seen, or the app is killed, before. */
const SOON_MS = patient(10_000);
const HOUR_MS = 60 * MINUTE_MS;
const utcIn = (ms: number) => new Date(Date.now() + ms).toISOString().replace(/\.\d+Z$/, 'Z');
const requestsOf = (entries: readonly object[]) =>
  entries.filter((entry) => 'operation' in entry && entry.operation === 'request').length;

test('from the request to reading without a mouse, the airports by their names', async ({ launch, demo }) => {
  const it = await demo();
  const app = await launch();
  await setUp(app, it);
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
});

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
  const it = await demo();
  const app = await launch();
  await setUp(app, it);
  const { page } = app;
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

function plan(page: Page, profile_id: string, departure: string, hours: number, flight: string) {
  return page.evaluate(
    async ({ profile_id, departure, hours, flight }) => {
      const trip = { origin: 'EHAM', destination: 'EGLL', flight, departure };
      const answer = await window.tripkit?.kits.plan(profile_id, [trip], hours);
      if (!answer?.ok) throw new Error(JSON.stringify(answer));
    },
    { profile_id, departure, hours, flight },
  );
}

test('planned kits: one that is due at once, one that comes due while the app runs, one while it is closed', async ({
  launch,
  demo,
}) => {
  test.slow();
  const it = await demo();
  let app = await launch();
  await setUp(app, it);
  const { page } = app;

  // By the screen: planned for the hour before a departure in half an hour, so it is due now.
  await page.getByRole('button', { name: 'Many flights…' }).first().click();
  const departure = utcIn(30 * MINUTE_MS);
  await paste(
    page.getByLabel('Paste your flights'),
    `Flt\tFrom\tTo\tDeparture\nKLM601\tEHAM\tEGLL\t${departure}\nKLM602\tEHAM\tEGLL\t${utcIn(20 * HOUR_MS)}`,
  );
  await page.getByText('2 flights ready to request.').waitFor();
  await page.getByLabel('When').selectOption('1');
  await page.getByRole('button', { name: 'Plan 2 kits' }).click();
  // They are rows of the list, which shows the planned ones.
  const rowOf = (flight: RegExp) => kitList(page).getByRole('option', { name: flight });
  await expect(rowOf(/KLM602/)).toHaveAccessibleName(/Planned, Request due/);
  await expect(rowOf(/KLM601/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(kitList(page).getByRole('option', { name: /KLM601/ })).toHaveAccessibleName(/On this laptop/);

  // It comes due while the app runs and nobody touches it.
  const profile_id = await profileId(page);
  const lead = 2 * HOUR_MS;
  await plan(page, profile_id, utcIn(lead + SOON_MS), 2, 'KLM603');
  const stateOf = async (flight: string) =>
    (await allKits(page)).find(({ trip }) => trip?.flight === flight)?.state;
  expect(await stateOf('KLM603')).toBe('planned');
  await expect(kitList(page).getByRole('option', { name: /KLM603/ })).toHaveAccessibleName(/On this laptop/, {
    timeout: SOON_MS + patient(30_000),
  });

  // It comes due while the app is closed: asked for at the next start, once.
  const due = Date.now() + SOON_MS;
  await plan(page, profile_id, new Date(due + lead).toISOString(), 2, 'KLM604');
  expect(await stateOf('KLM604')).toBe('planned');
  await app.kill();
  expect(Date.now()).toBeLessThan(due);
  const before = requestsOf(it.service.journal());
  await expect.poll(() => Date.now() > due).toBe(true);
  app = await launch();
  await expect(kitList(app.page).getByRole('option', { name: /KLM604/ })).toHaveAccessibleName(
    /On this laptop/,
  );
  expect(requestsOf(it.service.journal())).toBe(before + 1);
  expect((await allKits(app.page)).map(({ trip, state }) => `${trip?.flight} ${state}`).sort()).toEqual([
    'KLM601 ready',
    'KLM602 planned',
    'KLM603 ready',
    'KLM604 ready',
  ]);
  expect(it.service.violations()).toEqual([]);
});

test('ready to fly is green for a verified kit, and not any more once its file was altered on the disk', async ({
  launch,
  demo,
  folder,
}) => {
  const it = await demo();
  const app = await launch();
  await setUp(app, it);
  const { page } = app;
  const [id = ''] = await fetched(page, [
    { origin: 'EHAM', destination: 'EGLL', flight: 'KLM701', departure: utcIn(30 * MINUTE_MS) },
  ]);
  await page.getByRole('button', { name: 'Ready to fly?' }).click();
  const flight = page.locator('.ready__flight[data-flight-state]');
  await expect(flight).toHaveAttribute('data-flight-state', 'ok');
  for (const name of ['document', 'verified', 'warnings', 'cycle'])
    await expect(flight.locator(`[data-check="${name}"]`)).toHaveAttribute('data-check-state', 'ok');
  await expect(page.locator('[data-check="identity"]')).toHaveAttribute('data-check-state', 'ok');
  await expect(page.locator('[data-ready-to-fly]')).toHaveAttribute('data-ready-to-fly', 'ok');
  await expect(page.getByText('Ready: you may close the lid.')).toBeVisible();

  // Online it would be sound again before anybody has looked.
  await it.service.close();
  const documents = (await readdir(join(folder, 'user-data'), { recursive: true })).filter((name) =>
    name.endsWith('.pdf'),
  );
  expect(documents).toHaveLength(1);
  await appendFile(join(folder, 'user-data', documents[0] ?? ''), '\n% one more line\n');
  await page.getByRole('button', { name: 'Check again' }).first().click();
  await expect(page.locator('[data-ready-to-fly]')).toHaveAttribute('data-ready-to-fly', 'bad');
  await expect(page.getByText('Not ready. Fix the items below.')).toBeVisible();
  const check = await page.evaluate((kit_id) => window.tripkit?.documents.check(kit_id), id);
  expect(check?.ok && check.value.soundness?.state).not.toBe('verified');
});

test('a kit without a departure gets it from a person: Ready checks it, its seal holds, and the record names who did it', async ({
  launch,
  demo,
}) => {
  const it = await demo();
  let app = await launch();
  await setUp(app, it);
  const [id = ''] = await fetched(app.page, [{ origin: 'EHAM', destination: 'EGLL', flight: 'KLM703' }]);
  await app.page.getByRole('button', { name: 'Ready to fly?' }).click();
  const verdict = () => app.page.locator('[data-ready-to-fly]');
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
  app = await launch();
  const check = () => app.page.evaluate((kit_id) => window.tripkit?.documents.check(kit_id), id);
  await expect
    .poll(check)
    .toMatchObject({ ok: true, value: { soundness: { state: 'verified', seal: 'intact' } } });
  await app.page.getByRole('button', { name: 'Ready to fly?' }).click();
  await expect(verdict()).toHaveAttribute('data-ready-to-fly', 'ok');
  await expect(app.page.locator('.ready__flight[data-flight-state="ok"]')).toContainText('KLM703');
  const audit = await app.page.evaluate((kit_id) => window.tripkit?.audit.of(kit_id), id);
  const entered = audit?.ok
    ? audit.value.entries.filter(({ what }) => what.startsWith('Departure entered: EHAM to EGLL, '))
    : [];
  expect(entered).toHaveLength(1);
  expect(entered[0]?.by).toEqual(expect.any(String));
});

test('a kit of a route with a warning is not ready before a person has read the warning', async ({
  launch,
  demo,
}) => {
  const it = await demo();
  const app = await launch();
  await setUp(app, it);
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
  const dialog = page.getByRole('dialog', { name: 'Read before opening' });
  await expect(dialog).toContainText('BRAVO');
  await dialog.getByRole('button', { name: 'I have read this' }).click();
  // The panel is still there, and the line is right.
  await expect(warnings).toHaveAttribute('data-check-state', 'ok');
  const flight = page.locator('.ready__flight[data-flight-state]');
  await expect(flight).toHaveAttribute('data-flight-state', 'ok');
  await flight.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('[data-page-rendered="1"]').waitFor();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-ready-to-fly]')).toHaveAttribute('data-ready-to-fly', 'ok');
});
