/** The app's menu in real Electron, by the keys of a real keyboard. */
import { join } from 'node:path';
import { expect, test } from '../e2e/fixtures.ts';
import type { LaunchedApp } from '../runtime/launched-app.ts';
import { press, xdotool } from './desktop-input.ts';
import { makePdf, putDocument } from './library.ts';

test.skip(process.platform !== 'linux', 'Keys come from X11.');

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

test('the window’s zoom, by the menu and by every key that browsers have for it; over a kit they zoom its pages', async ({
  launch,
  folder,
}) => {
  await putDocument(join(folder, 'user-data'), await makePdf(3));
  const app = await launch();
  await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible();
  const before = await windows(app);
  await press('alt+v');
  await expect.poll(() => windows(app)).toBe(before + 1);
  // The View menu is open: a letter selects the first item that begins with it.
  await press('z', 'Return');
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
    await press(keys);
    await expect.poll(() => zoomLevel(app), keys).toBe(level);
  }

  await app.page.getByRole('option').first().dblclick();
  const sheet = app.page.locator('[data-page-rendered="1"]');
  await expect(sheet).toBeVisible();
  const width = async () => (await sheet.boundingBox())?.width ?? 0;
  for (const keys of ['ctrl+equal', 'ctrl+shift+equal', 'ctrl+KP_Add']) {
    const narrow = await width();
    await press(keys);
    await expect.poll(width, keys).toBeGreaterThan(narrow);
  }
  const wide = await width();
  await press('ctrl+KP_Subtract');
  await expect.poll(width).toBeLessThan(wide);
  expect(await zoomLevel(app)).toBe(0);
});
