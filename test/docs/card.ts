/**
 * Makes the pictures of the pilot's card (docs/efb/pilots-card.md) with the app as it is: a chart of the next cycle, cockpit mode,
 * what changed between two kits, and a list without a network; and those of the papers for EFB approvals: a chart at the sizes of
 * EFBs, an older kit, a damaged document. test/docs/pictures.ts calls it; the pictures are in demo-output/.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startDemoService } from '../demo-service/demo-service.ts';
import { allKits, ask, chartOf, kitList, preparation, setUpByBridge } from '../e2e/steps.ts';
import { provideBundles } from '../runtime/bundles.ts';
import { type LaunchedApp, launchApp } from '../runtime/launch.ts';
import { provideRuntime } from '../runtime/provide.ts';
import { needsSession, runInSession } from '../runtime/session.ts';
import { exerciseTrip, writeTwoCycles } from './two-cycles.ts';

const output = join(import.meta.dirname, '../../demo-output');
/** The card is read on paper: a small window, so that its letters are large. */
const WINDOW = { width: 1000, height: 640 };
/** Of the smallest and the largest screen that the papers speak of, with the key that shows the chart on it. */
const EFB_SCREENS = [
  { name: '15-chart-1024x768.png', size: { width: 1024, height: 768 }, key: 'w' },
  { name: '16-chart-1920x1080.png', size: { width: 1920, height: 1080 }, key: 'p' },
] as const;
/** As the pictures of the guide are. */
const LAPTOP = { width: 1280, height: 800 };
const WAIT_MS = 120_000;

const runtime = await provideRuntime();
if (!runtime) process.exit(1);
if (needsSession(runtime)) process.exit(await runInSession([process.execPath, ...process.argv.slice(1)]));
await provideBundles(runtime);
await mkdir(output, { recursive: true });

const folder = await mkdtemp(join(tmpdir(), 'tripkit-card-'));
const now = Date.now();
const trip = exerciseTrip(now);
const asked = {
  origin: trip.origin,
  destination: trip.destination,
  flight: trip.flight,
  departure: trip.departure,
};
const documents = await writeTwoCycles(folder, now);
const service = await startDemoService({
  generation_ms: { from: 1_000, to: 1_500 },
  earliest_poll_ms: 'in_proportion',
  documents,
});
let app: LaunchedApp | undefined;
try {
  const files = { profile: join(folder, 'profile.json'), identity: join(folder, 'identity.p12') };
  await writeFile(files.profile, JSON.stringify(service.profile));
  await writeFile(files.identity, service.identity.p12, { mode: 0o600 });
  app = await launchApp({ userData: join(folder, 'user-data') });
  await setUpByBridge(app, { ...files, service, passphrase: service.identity.passphrase });
  await app.page.reload();
  await app.page.setViewportSize(WINDOW).catch(() => {});
  await theCard(app);
} catch (error) {
  await app?.page.screenshot({ path: join(output, '99-where-the-card-broke-off.png') }).catch(() => {});
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n${app?.logs() ?? ''}\n`);
  process.exitCode = 1;
} finally {
  await app?.close().catch(() => app?.kill());
  await service.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function theCard(running: LaunchedApp): Promise<void> {
  const { page } = running;
  const [old = ''] = await onLaptop(page);
  const chart = await chartOf(page, old);
  await openAt(page, chart.page);
  await page.keyboard.press('F9');
  await page.getByRole('region', { name: 'Cockpit mode is on' }).waitFor();
  await page.locator('.scroller[data-light="night"]').filter({ visible: true }).waitFor();
  await page.keyboard.press('w');
  await settled(page, chart.page);
  await picture(page, '11-cockpit-mode.png');
  await page.keyboard.press('F9');
  await page.locator('.scroller[data-light="day"]').filter({ visible: true }).waitFor();
  for (const { name, size, key } of EFB_SCREENS) {
    await page.setViewportSize(size);
    await page.keyboard.press(key);
    await settled(page, chart.page);
    await picture(page, name);
  }
  await page.setViewportSize(WINDOW);
  await page.keyboard.press('Escape');

  // The kits of the flight are told apart by the minute of their request.
  const minute = () => Math.floor(Date.now() / 60_000);
  const first = minute();
  await until(async () => minute() > first);
  const [next = ''] = await onLaptop(page);
  await until(async () => (await allKits(page)).find(({ id }) => id === next)?.changes?.state === 'ready');
  await kitList(page)
    .getByRole('option', { name: /On this laptop/ })
    .first()
    .waitFor();
  await openAt(page, chart.page);
  await page.getByText('After departure').first().waitFor();
  await page.keyboard.press('w');
  await settled(page, chart.page);
  await picture(page, '12-after-departure.png');
  await page.keyboard.press('Shift+C');
  await page.getByRole('heading', { name: 'What changed' }).waitFor();
  await page.locator('[data-state="changed"]').first().waitFor();
  await picture(page, '13-what-changed.png');
  await page.keyboard.press('Escape');
  await settled(page, chart.page);
  await page.keyboard.press('Escape');
  await kitList(page).waitFor();

  await service.close();
  await ask(page, [{ origin: 'EHAM', destination: 'LFPG', flight: 'DMO122' }]);
  await running.setOffline(true);
  await kitList(page)
    .getByRole('option', { name: /EHAM to LFPG.*Waiting/ })
    .waitFor({ timeout: WAIT_MS });
  // Which of the two it says depends on what the system has told the app of the network by then.
  await page
    .getByText(/^(No connection|The service can’t be reached)\./)
    .first()
    .waitFor();
  await picture(page, '14-no-network.png');
  await olderKit(page, chart.page);
  await damagedKit(page, next, chart.page);
}

/** The kit that a newer one replaced, at a page of it. */
async function olderKit(page: Page, number: number): Promise<void> {
  await page.setViewportSize(LAPTOP);
  await kitList(page)
    .getByRole('option', { name: /Superseded/ })
    .click();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Open this one' }).click();
  await goTo(page, number);
  await page.getByText(/^Older kit/).waitFor();
  await picture(page, '17-older-kit.png');
  await page.setViewportSize(WINDOW);
  await page.keyboard.press('Escape');
  await kitList(page).waitFor();
}

/** A kit whose file was altered on the disk, and which can't be downloaded again. */
async function damagedKit(page: Page, id: string, number: number): Promise<void> {
  const file = join(folder, 'user-data', 'documents', `${id}.pdf`);
  const bytes = await readFile(file);
  // A byte of the comment at its beginning: any reader shows it.
  const comment = bytes.indexOf('\n') + 2;
  bytes[comment] = (bytes[comment] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await page.setViewportSize(LAPTOP);
  await openAt(page, number);
  await page.getByRole('alert').filter({ hasText: 'Damaged document' }).waitFor();
  await picture(page, '18-damaged.png');
}

/** Requests the flight's kit; its id once it is here and its text was taken in. */
async function onLaptop(page: Page): Promise<string[]> {
  const ids = await ask(page, [asked]);
  await until(async () => (await preparation(page, ids)).every((state) => state === 'ready'));
  return ids;
}

/** Opens the first kit that is here, at a page. */
async function openAt(page: Page, number: number): Promise<void> {
  await kitList(page)
    .getByRole('option', { name: /On this laptop/ })
    .first()
    .click();
  await page.keyboard.press('Enter');
  await goTo(page, number);
}

/** Goes to a page of the open kit. */
async function goTo(page: Page, number: number): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Page', exact: true });
  await field.fill(String(number));
  await field.press('Enter');
  await settled(page, number);
  await page.locator('.scroller').filter({ visible: true }).focus();
}

async function settled(page: Page, number: number): Promise<void> {
  const painted = page.locator(`[data-page-rendered="${number}"]`).filter({ visible: true }).first();
  await painted.waitFor({ timeout: WAIT_MS });
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = AbortSignal.timeout(WAIT_MS);
  while (!(await done())) {
    deadline.throwIfAborted();
    await setTimeout(200);
  }
}

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(output, name) });
}
