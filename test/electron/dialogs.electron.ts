/** The system's own file dialogs (GTK on Linux), filled in by keys. */
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Demo, expect, test } from '../e2e/fixtures.ts';
import { closeSetup, kitList } from '../e2e/steps.ts';
import { patient } from '../patience.ts';
import {
  click,
  focusedTitle,
  focusWindow,
  press,
  pressUntilGone,
  type,
  windowsTitled,
} from './desktop/hands.ts';
import { makePdf, putDocument } from './library.ts';

test.skip(process.platform !== 'linux', 'xdotool is of X11.');

const PROFILE = 'Choose a service profile';
const SAVE = 'Save a copy';

/** Types the path into the dialog that is open. GTK: Ctrl+L opens the field for it. */
async function typePath(title: string, path: string): Promise<void> {
  await focusWindow(title);
  await press('ctrl+l', 'ctrl+a');
  await type(path);
}

/** Presses Return; once more where the first went to the names that GTK offers for what was typed. */
async function confirm(came: (timeout?: number) => Promise<void>): Promise<void> {
  await press('Return');
  await came(patient(1_500)).catch(async () => {
    await press('Return');
    await came();
  });
}

/** Fills in the path of the dialog that is open, and confirms it. */
async function answer(title: string, path: string): Promise<void> {
  await typePath(title, path);
  await pressUntilGone('Return', title);
}

/** GTK asks whether a file is to be replaced in a window without a title: Escape leaves it, Alt+R replaces it. */
const asked = (timeout?: number) => expect.poll(focusedTitle, timeout ? { timeout } : {}).toBe('');

const gone = (title: string, timeout?: number) =>
  expect.poll(() => windowsTitled(title), timeout ? { timeout } : {}).toEqual([]);

test('a file is chosen, or Escape leaves all as it was; a copy is saved where it was said, over another only when that is confirmed, and a refusal is told; quitting ends a dialog', async ({
  launch,
  demo,
  folder,
}) => {
  const it = await demo();
  const original = await makePdf(3);
  await putDocument(join(folder, 'user-data'), original);
  const app = await launch({ dialogs: 'system' });
  const { page, electron, logs } = app;
  if (!electron) throw new Error('This needs real Electron.');
  await page.evaluate(() => window.tripkit?.setup.open({ part: 'start', profile_id: null }));
  await chooseFiles(await app.setupPage(), it);
  await closeSetup(app);
  await saveCopies(page, folder, original);
  await save(page);
  await focusWindow(SAVE);
  const ended = once(electron.process(), 'exit');
  await electron.evaluate(({ app: electronApp }) => electronApp.quit());
  expect(await ended).toEqual([0, null]);
  expect(await windowsTitled(SAVE)).toEqual([]);
  expect(logs()).not.toMatch(/ error /);
});

/** Profile and identity, in set-up. */
async function chooseFiles(page: Page, it: Demo): Promise<void> {
  const choose = page.getByRole('button', { name: 'Choose profile file…' });
  await choose.click();
  await pressUntilGone('Escape', PROFILE);
  await expect(choose).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await choose.click();
  await answer(PROFILE, it.profile);
  await expect(page.getByText(it.service.profile.company_name).first()).toBeVisible();
  await page.getByRole('button', { name: 'Choose .p12 or .pfx file…' }).click();
  await answer('Choose an identity file for .*', it.identity);
  // The second Return, where GTK asked for one, may have come to the form as well: an empty passphrase is refused.
  await expect(async () => {
    await page.getByLabel('Passphrase').fill(it.passphrase);
    await page.getByRole('button', { name: 'Open certificate' }).click();
    await expect(page.getByText('Subject')).toBeVisible({ timeout: patient(5_000) });
  }).toPass();
}

const moreActions = (page: Page) => page.getByRole('button', { name: 'More actions' });

/** Asks for a copy of the kit that is selected. */
async function save(page: Page): Promise<void> {
  await moreActions(page).click();
  await page.getByRole('menuitem', { name: 'Save a copy…' }).click();
}

async function saveCopies(page: Page, folder: string, original: Buffer): Promise<void> {
  await kitList(page).getByRole('option').first().click();
  const copy = join(folder, 'copy.pdf');

  await test.step('cancelled', async () => {
    await save(page);
    await pressUntilGone('Escape', SAVE);
    await expect(moreActions(page)).toBeEnabled();
    await expect(page.getByText(/A copy was saved/)).toHaveCount(0);
  });
  await test.step('saved', async () => {
    await save(page);
    await answer(SAVE, copy);
    await expect(page.getByText('A copy was saved as copy.pdf.')).toBeVisible();
    expect((await readFile(copy)).equals(original)).toBe(true);
  });
  await test.step('another file of that name: asked first', async () => {
    await writeFile(copy, 'the notes of a pilot');
    await save(page);
    await typePath(SAVE, copy);
    await confirm(asked);
    await press('Escape');
    await expect.poll(focusedTitle).toBe(SAVE);
    expect(await readFile(copy, 'utf8')).toBe('the notes of a pilot');
    await confirm(asked);
    await press('alt+r');
    await gone(SAVE);
    await expect.poll(async () => (await readFile(copy)).equals(original)).toBe(true);
  });
  await test.step('a folder that may not be written to', async () => {
    const locked = join(folder, 'locked');
    await mkdir(locked, { mode: 0o500 });
    await save(page);
    await answer(SAVE, join(locked, 'copy.pdf'));
    await expect(page.getByRole('alert')).toHaveText(
      `Saving the copy failed: writing to ${locked} is not allowed. Give your account write access to this folder or choose another one.`,
    );
  });
}

test('while a dialog is open there is no second one; closing the library ends it', async ({ launch }) => {
  const app = await launch({ dialogs: 'system' });
  const { electron } = app;
  const page = await app.setupPage();
  if (!electron) throw new Error('This needs real Electron.');
  const ended = once(electron.process(), 'exit');
  const { frame, content } = await electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().startsWith('app://setup/'),
    );
    if (!window) throw new Error('There is no window.');
    return { frame: window.getBounds(), content: window.getContentBounds() };
  });
  const choose = page.getByRole('button', { name: 'Choose profile file…' });
  const box = await choose.boundingBox();
  if (!box) throw new Error('The button is not in sight.');
  const main = await focusWindow('Set-up');
  const clickIt = () =>
    click(main, content.x - frame.x + box.x + box.width / 2, content.y - frame.y + box.y + box.height / 2);
  await clickIt();
  await focusWindow(PROFILE);
  await clickIt();
  await expect(choose).toBeDisabled();
  expect(await windowsTitled(PROFILE)).toHaveLength(1);
  await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((one) => one.getParentWindow() === null)
      ?.close(),
  );
  expect(await ended).toEqual([0, null]);
  expect(await windowsTitled(PROFILE)).toEqual([]);
  expect(app.logs()).not.toMatch(/ error /);
});
