/** The window of set-up in Electron itself (its process: processes.electron.ts): calls of its own, and what happens when it goes. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Demo, expect, test } from '../e2e/fixtures.ts';
import { clickAway } from '../e2e/steps.ts';
import type { LaunchedApp } from '../runtime/launch.ts';

/** Whether any string of the page's heap holds the text. */
async function heapHolds(page: Page, text: string): Promise<boolean> {
  const cdp = await page.context().newCDPSession(page);
  let snapshot = '';
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    snapshot += chunk;
  });
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  return snapshot.includes(text);
}

/** Opens it from the library, as its buttons do. */
async function openSetup(app: LaunchedApp): Promise<Page> {
  await app.page.evaluate(() => window.tripkit?.setup.open({ part: 'start', profile_id: null }));
  return app.setupPage();
}

test('it is closed with a word where it crashes, opens again above the library, and leads back with the focus; the passphrase is in its process alone; a profile file that is opened from the system is asked about; each call is bound to an origin', async ({
  launch,
  demo,
  folder,
}) => {
  const it = await demo();
  const app = await launch();
  await test.step('it crashes, and opens again', () => crash(app));
  expect(app.logs()).not.toMatch(/disposed|Error sending|has been destroyed/);
  await test.step('the passphrase is never in the process that shows documents', () => typeSecret(app, it));
  await test.step('a profile file from the system', () => openFromSystem(app, it, folder));
  await test.step('a page with the other one’s preload script gets no answer', () => tryOthersCalls(app));
});

async function crash(app: LaunchedApp): Promise<void> {
  const first = await app.setupPage();
  await app.electron?.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().startsWith('app://setup/'))
      ?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(() => first.isClosed()).toBe(true);
  await expect(app.page.getByText('The set-up window stopped working and was closed.')).toBeVisible();
  await app.page.getByRole('button', { name: 'Open set-up…' }).click();
  const setup = await app.setupPage();
  await expect(setup.getByRole('button', { name: 'Choose profile file…' })).toBeVisible();
  const windows = () =>
    app.electron?.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => ({
        host: new URL(window.webContents.getURL()).host,
        parent: window.getParentWindow() !== null,
        least: window.getMinimumSize(),
        focused: window.isFocused(),
      })),
    );
  expect(await windows()).toContainEqual(
    expect.objectContaining({ host: 'setup', parent: true, least: [560, 480] }),
  );
  const gone = setup.waitForEvent('close');
  await setup.keyboard.press('Escape').catch(() => {});
  await gone;
  await expect.poll(windows).toEqual([expect.objectContaining({ host: 'tripkit', focused: true })]);
}

async function typeSecret(app: LaunchedApp, it: Demo): Promise<void> {
  const setup = await openSetup(app);
  await app.scriptDialog(it.profile);
  await setup.getByRole('button', { name: 'Choose profile file…' }).click();
  await app.scriptDialog(it.identity);
  await setup.getByRole('button', { name: 'Choose .p12 or .pfx file…' }).click();
  await setup.getByLabel('Passphrase').fill(it.passphrase);
  const typed = await setup
    .getByLabel('Passphrase')
    .evaluateHandle((input) => (input as HTMLInputElement).value);
  expect(await heapHolds(setup, it.passphrase)).toBe(true);
  expect(await heapHolds(app.page, it.passphrase)).toBe(false);
  await typed.dispose();
  await setup.getByRole('button', { name: 'Open certificate' }).click();
  await expect(setup.getByText('Subject')).toBeVisible();
  await clickAway(setup.getByRole('button', { name: 'Request a trip kit' }));
  await expect(app.page.getByRole('form', { name: 'Request a trip kit' })).toBeVisible();
  expect(await heapHolds(app.page, it.passphrase)).toBe(false);
}

async function openFromSystem(app: LaunchedApp, it: Demo, folder: string): Promise<void> {
  const file = join(folder, 'second.tripkit-profile');
  await writeFile(file, JSON.stringify({ ...it.service.profile, name: 'Second profile' }));
  const setup = await openSetup(app);
  // No.
  await app.scriptDialog(null);
  await app.startAgain(file);
  // Yes.
  await app.startAgain(file);
  await expect(setup.getByRole('radio', { name: /Second profile.*Active for new requests/ })).toBeVisible();
  await expect(app.page.getByRole('button', { name: 'Profile: Second profile' })).toBeVisible();
}

async function tryOthersCalls(app: LaunchedApp): Promise<void> {
  const tried = await app.electron?.evaluate(async ({ app: electronApp, BrowserWindow }) => {
    const attempts = [
      ['setup.cjs', 'app://tripkit/index.html', 'window.tripkitSetup.profiles.list()'],
      ['setup.cjs', 'app://tripkit/index.html', 'window.tripkitSetup.updates.install()'],
      ['preload.cjs', 'app://setup/index.html', 'window.tripkit.kits.listText()'],
      ['preload.cjs', 'app://setup/index.html', 'window.tripkit.settings.get()'],
      ['preload.cjs', 'app://tripkit/index.html', 'window.tripkit.profiles.list()'],
    ] as const;
    const answers: string[] = [];
    for (const [preload, url, call] of attempts) {
      const window = new BrowserWindow({
        show: false,
        webPreferences: { preload: `${electronApp.getAppPath()}/out/preload/${preload}`, sandbox: true },
      });
      await window.loadURL(url);
      answers.push(
        await window.webContents.executeJavaScript(
          `${call}.then((answer) => answer.ok ? 'answered' : 'refused', (error) => String(error))`,
        ),
      );
      window.destroy();
    }
    return answers;
  });
  const refused = expect.stringContaining('The call was refused');
  expect(tried).toEqual([refused, refused, refused, refused, 'answered']);
}
