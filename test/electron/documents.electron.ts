/** Reading in real Electron: the app's menu and zoom, by the keys of a real keyboard; what the end of a document's process costs. */
import { join } from 'node:path';
import { expect, test } from '../e2e/fixtures.ts';
import { kitList, painted } from '../e2e/steps.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { press as pressKeys, xdotool } from './desktop/hands.ts';
import { makePdf, putDocument } from './library.ts';
import { framesOf } from './processes.ts';

const isDocument = ({ origin }: { origin: string }) => /^app:\/\/documents-\d+$/.test(origin);

const zoomLevel = ({ electron }: LaunchedApp) =>
  electron?.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((one) => one.getParentWindow() === null)
      ?.webContents.getZoomLevel(),
  );

/** How many windows the app has on the display, an open menu among them. */
async function windows({ electron }: LaunchedApp): Promise<number> {
  const found = await xdotool('search', '--onlyvisible', '--pid', electron?.process().pid ?? 0).catch(
    () => '',
  );
  return found.split('\n').filter(Boolean).length;
}

test('the window’s zoom, by the menu and by every key that browsers have for it; over a kit they zoom its pages; a document whose process dies is read on at its place, and the library notices nothing', async ({
  launch,
  folder,
}) => {
  const id = await putDocument(join(folder, 'user-data'), await makePdf(40));
  // By a link to it.
  const app = await launch({ args: [`tripkit://kit/${id}`] });
  const { page } = app;
  await expect(painted(page)).toBeVisible();
  // Keys come from X11.
  if (process.platform === 'linux') {
    await test.step('zoom over a kit', () => zoomPages(app));
    await page.getByRole('button', { name: 'Back to trip kits' }).click();
    await expect(kitList(page)).toBeVisible();
    await test.step('the window’s zoom', () => zoom(app));
    await kitList(page).getByRole('option').dblclick();
    await expect(painted(page)).toBeVisible();
  }
  await test.step('the process of its document dies', () => killDocuments(app));
});

async function zoom(app: LaunchedApp): Promise<void> {
  const before = await windows(app);
  await pressKeys('alt+v');
  await expect.poll(() => windows(app)).toBe(before + 1);
  // The View menu is open: a letter selects the first item that begins with it.
  await pressKeys('z', 'Return');
  await expect.poll(() => zoomLevel(app)).toBe(0.5);
  for (const [keys, level] of [
    ['ctrl+shift+equal', 1],
    ['ctrl+equal', 1.5],
    ['ctrl+KP_Add', 2],
    ['ctrl+minus', 1.5],
    ['ctrl+KP_Subtract', 1],
    ['ctrl+0', 0],
    ['ctrl+equal', 0.5],
    ['ctrl+KP_0', 0],
  ] as const) {
    await pressKeys(keys);
    await expect.poll(() => zoomLevel(app), keys).toBe(level);
  }
}

async function zoomPages(app: LaunchedApp): Promise<void> {
  const sheet = app.page.locator('[data-page-rendered="1"]');
  const width = async () => (await sheet.boundingBox())?.width ?? 0;
  for (const keys of ['ctrl+equal', 'ctrl+shift+equal', 'ctrl+KP_Add']) {
    const narrow = await width();
    await pressKeys(keys);
    await expect.poll(width, keys).toBeGreaterThan(narrow);
  }
  const wide = await width();
  await pressKeys('ctrl+KP_Subtract');
  await expect.poll(width).toBeLessThan(wide);
  expect(await zoomLevel(app)).toBe(0);
}

async function killDocuments(app: LaunchedApp): Promise<void> {
  const { page, electron } = app;
  if (!electron) throw new Error('This needs real Electron.');
  await page.getByRole('textbox', { name: 'Page' }).fill('20');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-page-rendered="20"]')).toBeVisible();

  // Playwright takes the end of a frame's process for that of the page: from here on the main process looks at it.
  const seen = (script: string): Promise<unknown> =>
    electron.evaluate(
      ({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code),
      script,
    );
  const press = (keyCode: string) =>
    electron.evaluate(({ BrowserWindow }, key) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      for (const type of ['keyDown', 'keyUp'] as const) contents?.sendInputEvent({ type, keyCode: key });
    }, keyCode);
  const rendered = (number: number) =>
    expect.poll(() => seen(`document.querySelector('[data-page-rendered="${number}"]') !== null`)).toBe(true);
  /** Kills the processes of all documents, the one that waits for the next among them. */
  const kill = async () => {
    const killed = (await framesOf(app)).filter(isDocument);
    for (const { pid } of killed) process.kill(pid, 'SIGKILL');
    return killed.map(({ origin }) => origin);
  };
  await seen('window.same = true; document.activeElement?.blur()');

  const killed = await kill();
  expect(killed).not.toEqual([]);
  await expect
    .poll(async () => (await framesOf(app)).filter(({ origin }) => killed.includes(origin)))
    .toEqual([]);
  expect(await seen(`document.querySelector('[data-page-rendered="20"]') !== null`)).toBe(true);
  await press('End');
  await rendered(40);
  await expect
    .poll(() => seen(`document.querySelector('[data-page="40"] .textLayer')?.textContent ?? ''`))
    .toContain('Page 40.');
  // While a page is being read, as well.
  await press('Home');
  expect(await kill()).not.toEqual([]);
  await rendered(1);

  expect(await seen('window.same')).toBe(true);
  expect(await seen(`document.querySelectorAll('[role="alert"]').length`)).toBe(0);
  expect(app.logs()).not.toMatch(/The page is gone| error /);
}
