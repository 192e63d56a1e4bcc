/**
 * `npm run demo`: the whole job before your eyes. Starts the demo service, opens the app on a fresh library, imports the
 * profile and the identity, asks for a kit, watches it being generated, and reads it with the service stopped and the
 * network off: by day and night, searched across kits, side by side, ready to fly. Where there is no display the same app runs headless; the pictures and the PDF are in demo-output/.
 *
 * Options: --fast (kits in a few seconds instead of 20 to 30), --headless (also where there is a display).
 */
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import type { TripKitBridge } from '../../preload/contract.ts';
import { type DemoService, startDemoService } from '../demo-service/demo-service.ts';
import { provideBundles } from '../runtime/bundles.ts';
import { type LaunchedApp, launchApp } from '../runtime/launch.ts';
import { provideRuntime } from '../runtime/provide.ts';
import { inSession, needsSession, onCallersDisplay, runInSession } from '../runtime/session.ts';

declare global {
  interface Window {
    readonly tripkit?: TripKitBridge;
  }
}

const root = join(import.meta.dirname, '../..');
const output = join(root, 'demo-output');
const { values: options } = parseArgs({
  options: { fast: { type: 'boolean' }, headless: { type: 'boolean' } },
});
/** Generation of a real kit takes up to 30 s; twice that, and the document on top. ms */
const KIT_TIMEOUT_MS = 120_000;
/** A departure chart of the origin. */
const CHART_PAGE = 7;
/** As a person writes them: a name is enough. */
const trip = {
  origin: { typed: 'heathrow', code: 'EGLL' },
  destination: { typed: 'kennedy', code: 'KJFK' },
  alternates: 'KBOS KPHL',
  flight: 'DMO178',
  route: 'N0485F370 DCT BRAVO UL9 MALOT NATA PORTI DCT',
};
/** So long from now the flight leaves, ms: "Ready to fly" looks at the next ones. */
const DEPARTS_IN_MS = 3 * 3_600_000;

const started = performance.now();
function say(text: string): void {
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}\n`);
}

const runtime = await provideRuntime();
if (!runtime) process.exit(1);
if (needsSession(runtime)) {
  await rm(output, { recursive: true, force: true });
  const again = [process.execPath, ...process.argv.slice(1)];
  process.exit(await runInSession(again, { onCallersDisplay: options.headless !== true }));
}
const withWindow = hasDisplay() && (!inSession() || onCallersDisplay()) && options.headless !== true;
say(`Window host: ${runtime.name}.`);
say(
  withWindow
    ? 'There is a display: the window opens on it.'
    : 'No display: the window opens where nobody sees it; its pictures are in demo-output/.',
);
say('Building the bundles.');
await provideBundles(runtime);

const folder = await mkdtemp(join(tmpdir(), 'tripkit-demo-'));
await mkdir(output, { recursive: true });
for (const file of await readdir(output)) await rm(join(output, file), { recursive: true });
let service: DemoService | undefined;
let app: LaunchedApp | undefined;
try {
  service = await startDemoService(options.fast ? { generation_ms: { from: 6_000, to: 8_000 } } : {});
  const files = await handOut(service, folder);
  say('The demo service is up: two-way TLS authentication, API and storage on loopback.');
  app = await launchApp({
    userData: join(folder, 'user-data'),
    headed: withWindow,
    dialogs: [files.profile, files.identity],
  });
  await theWholeJob(app, service, files.passphrase);
  if (withWindow) {
    say('The window stays open: look around, and close it to end the demo.');
    await new Promise<void>((resolve) => app?.page.once('close', () => resolve()));
  }
} catch (error) {
  process.stderr.write(`\nThe demo broke off: ${error instanceof Error ? error.message : String(error)}\n`);
  if (app) {
    await picture(app.page, '99-where-it-broke-off.png').catch(() => {});
    process.stderr.write(`${app.logs()}\n`);
  }
  process.exitCode = 1;
} finally {
  await app?.close().catch(() => app?.kill());
  await service?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function theWholeJob(running: LaunchedApp, demo: DemoService, passphrase: string): Promise<void> {
  const { page } = running;
  await page.setViewportSize({ width: 1280, height: 800 }).catch(() => {});
  const setup = await running.setupPage();
  await setup.getByRole('button', { name: /Choose profile file/ }).click();
  await setup
    .getByText(/Demo Air \(DEMO\)/)
    .first()
    .waitFor();
  say('Imported the service profile of Demo Air.');
  await setup.getByRole('button', { name: /Choose \.p12 or \.pfx file/ }).click();
  await setup.getByLabel('Passphrase').fill(passphrase);
  const noKeychain = setup.getByRole('checkbox', { name: /Don’t save; ask at each start/ });
  if (await noKeychain.isVisible()) await noKeychain.check();
  await setup.getByRole('button', { name: 'Open certificate' }).click();
  await setup
    .getByText(/CN=Demo Air Trip Kit Client/)
    .first()
    .waitFor();
  say('Imported the client certificate from its PKCS#12 file.');
  await picture(setup, '1-set-up.png');

  await setup.getByRole('button', { name: 'Request a trip kit' }).click();
  await pickAirport(page, 'Destination', trip.destination);
  await page.getByLabel('Alternates', { exact: true }).fill(trip.alternates);
  await page.getByLabel('Flight', { exact: true }).fill(trip.flight);
  const departure = new Date(Date.now() + DEPARTS_IN_MS).toISOString();
  await page.getByLabel('Departure date (UTC)').fill(departure.slice(0, 10));
  await page.getByLabel('Departure time (UTC)').fill(departure.slice(11, 16));
  await page.getByLabel('Route').fill(trip.route);
  // The rules are asked a moment after the last key.
  await page.getByText(/isn't an ICAO code/).waitFor({ state: 'detached' });
  await pickAirport(page, 'Origin', trip.origin, '2-request-by-name.png');
  await page.getByRole('button', { name: 'Request trip kit' }).click();
  const row = page.getByRole('option', { name: /EGLL to KJFK/ });
  await row.and(page.locator('[data-state="generating"]')).waitFor({ timeout: 30_000 });
  say('Authenticated with the client certificate; the service accepted the request and generates the kit.');
  const other = page.getByRole('option', { name: /KDEN to KLAX/ });
  await page.keyboard.press('Control+n');
  await page.getByLabel('Origin').fill('KDEN');
  await page.getByLabel('Destination').fill('KLAX');
  await page.getByRole('button', { name: 'Request trip kit' }).click();
  await other.waitFor();
  say('Requested a second one, for the way after.');
  await demo.until(
    (entry) => entry.kind === 'request' && entry.operation === 'pdf' && entry.status === 202,
    AbortSignal.timeout(KIT_TIMEOUT_MS),
  );
  say('Polling: the service says that the kit is being generated.');
  await picture(page, '3-list-while-generating.png');
  for (const one of [row, other])
    await one.and(page.locator('[data-state="ready"]')).waitFor({ timeout: KIT_TIMEOUT_MS });
  say('Downloaded, verified and on this laptop.');
  await row.click();
  await textTakenIn(page);
  await picture(page, '4-list-with-the-kits.png');

  await demo.close();
  await running.setOffline(true);
  say('The service is stopped and the network is off.');
  await row.press('Enter');
  const warning = page.getByRole('alertdialog', { name: 'Read before opening' });
  await warning.waitFor();
  say('The service warned of this route: it is read and acknowledged before the kit opens.');
  await picture(page, '5-read-before-opening.png');
  await warning.getByRole('button', { name: 'I have read this' }).click();
  await page.waitForSelector('[data-page-rendered="1"]', { timeout: 30_000 });
  say('Opened the PDF offline in the viewer.');
  await page.getByRole('textbox', { name: 'Page', exact: true }).fill(String(CHART_PAGE));
  await page.keyboard.press('Enter');
  await page.waitForSelector(`[data-page-rendered="${CHART_PAGE}"]`, { timeout: 30_000 });
  await page.locator('.scroller').focus();
  await page.keyboard.press('o');
  await page.getByRole('tree', { name: 'Outline' }).waitFor();
  await page.getByText('On this laptop, verified').waitFor();
  await picture(page, '6-open-kit-a-chart.png');
  await page.locator('.scroller').focus();
  await page.keyboard.press('n');
  await page.locator('.scroller[data-light="night"]').waitFor();
  await picture(page, '7-by-night.png');
  await page.keyboard.press('n');
  await page.locator('.scroller[data-light="day"]').waitFor();
  await page.keyboard.press('Shift+O');
  await page.getByRole('tree', { name: 'Outline' }).waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /all kits/ }).fill('KLAX ILS');
  await page
    .getByRole('dialog', { name: 'Search all kits' })
    .getByRole('option')
    .filter({ hasText: 'KLAX' })
    .first()
    .waitFor({ timeout: KIT_TIMEOUT_MS });
  await picture(page, '8-search-all-kits.png');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /KDEN → KLAX/ }).waitFor();
  await page.locator('[data-page-rendered]').filter({ visible: true }).first().waitFor();
  say('Found an approach in the other kit, offline, and opened it at its page.');
  await page.keyboard.press('Control+\\');
  for (const side of ['left', 'right']) {
    const view = page.getByRole('region', { name: new RegExp(`, ${side} view$`) });
    await view.locator('[data-page-rendered]').filter({ visible: true }).first().waitFor();
  }
  say('Both kits side by side.');
  await picture(page, '9-side-by-side.png');
  await page.keyboard.press('Control+\\');
  await page.locator('[data-standing="alone"]').waitFor();
  await page.keyboard.press('Escape');
  await row.click();
  await saveCopy(running, page);
  await page.getByRole('button', { name: 'Ready to fly?' }).click();
  await page.locator('[data-ready-to-fly]:not([data-ready-to-fly="wait"])').waitFor({ timeout: 30_000 });
  say(`Ready to fly: ${await page.locator('[data-ready-to-fly]').innerText()}`);
  await picture(page, '10-ready-to-fly.png');
  const { violations, entries } = { violations: demo.violations(), entries: demo.journal() };
  say(
    `The service's journal: ${entries.length} calls, ${violations.length} usage rule${violations.length === 1 ? '' : 's'} broken.`,
  );
  if (violations.length > 0) throw new Error(`usage rules were broken: ${JSON.stringify(violations)}`);
  for (const file of (await readdir(output)).sort(
    (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
  )) {
    const { size } = await stat(join(output, file));
    say(`  ${relative(root, join(output, file))}  ${(size / 1000).toFixed(0)} kB`);
  }
}

/** Writes an airport's name and takes what the list offers. */
async function pickAirport(
  page: Page,
  field: 'Origin' | 'Destination',
  airport: { typed: string; code: string },
  pictureName?: string,
): Promise<void> {
  await page.getByLabel(field).fill(airport.typed);
  await page
    .getByRole('listbox', { name: 'Airports' })
    .getByRole('option', { name: new RegExp(airport.code) })
    .waitFor();
  if (pictureName) await picture(page, pictureName);
  await page
    .getByRole('listbox', { name: 'Airports' })
    .getByRole('option', { name: new RegExp(airport.code) })
    .click();
}

/** Waits until the pages of all kits can be searched. */
async function textTakenIn(page: Page): Promise<void> {
  const deadline = AbortSignal.timeout(KIT_TIMEOUT_MS);
  const waiting = () =>
    page.evaluate(async () => {
      const answer = await window.tripkit?.search.pages('ILS', 1, null);
      return answer?.ok ? answer.value.waiting : 1;
    });
  while ((await waiting()) > 0) {
    deadline.throwIfAborted();
    await setTimeout(300);
  }
}

async function saveCopy(running: LaunchedApp, page: Page): Promise<void> {
  const copy = join(folder, 'kit.pdf');
  await running.scriptDialog(copy);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /Save a copy/ }).click();
  await page.getByText(/A copy was saved as/).waitFor();
  await copyFile(copy, join(output, 'EGLL-KJFK.pdf'));
  say('Saved a copy of the PDF.');
}

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(output, name) });
}

async function handOut(demo: DemoService, to: string) {
  const files = { profile: join(to, 'demo-air.tripkit-profile.json'), identity: join(to, 'demo-air.p12') };
  await writeFile(files.profile, JSON.stringify(demo.profile, null, 2));
  await writeFile(files.identity, demo.identity.p12, { mode: 0o600 });
  return { ...files, passphrase: demo.identity.passphrase };
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return !process.env.CI;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}
