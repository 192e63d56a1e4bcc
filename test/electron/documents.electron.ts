/** Documents are read in processes of their own (processes.electron.ts): what the end of one costs. */
import { join } from 'node:path';
import { expect, test } from '../e2e/fixtures.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { makePdf, putDocument } from './library.ts';

/** The frames of the window: their origins, and the processes of the system that they run in. */
async function framesOf({ electron }: LaunchedApp): Promise<{ origin: string; pid: number }[]> {
  if (!electron) throw new Error('This needs real Electron.');
  return electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().flatMap(({ webContents }) =>
      webContents.mainFrame.framesInSubtree.flatMap((frame) => {
        try {
          return [{ origin: frame.origin, pid: frame.osProcessId }];
        } catch {
          // Electron throws for a frame that ended meanwhile.
          return [];
        }
      }),
    ),
  );
}

const isDocument = ({ origin }: { origin: string }) => /^app:\/\/documents-\d+$/.test(origin);

test('a document whose process dies is read on at its place, and the library notices nothing', async ({
  launch,
  folder,
}) => {
  const id = await putDocument(join(folder, 'user-data'), await makePdf(40));
  // By a link to it.
  const app = await launch({ args: [`tripkit://kit/${id}`] });
  const { page, electron } = app;
  if (!electron) throw new Error('This needs real Electron.');
  await expect(page.locator('[data-page-rendered="1"]')).toBeVisible();
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
});
