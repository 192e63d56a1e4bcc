/**
 * A document that takes the page's process down takes nothing else: the window comes back, says over which kit, and nothing is sent
 * to a page that is not there.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leaksIn, secretsOf } from '../e2e/find-secrets.ts';
import { expect, test } from '../e2e/fixtures.ts';
import { fetched, marksOf, openKit, painted, withService } from '../e2e/steps.ts';
import type { LaunchedApp } from '../runtime/launch.ts';

test('a further window that crashes is closed with a word, and nothing of its kit is lost; a page that crashed comes back, with the kit that was read, which opens again; until then it is sent nothing, and the report of it is text and no memory', async ({
  launch,
  demo,
  folder,
}) => {
  const { it, app, page } = await withService(launch, demo);
  const [id = ''] = await fetched(page, [{ origin: 'KDEN', destination: 'KLAX' }]);
  await openKit(page, /KDEN.*KLAX/);
  await painted(page).waitFor();
  await crashFurther(app, id);

  // The notice of the crash is itself an event for the page.
  const again = await app.crashPage();
  await expect(again.getByText('The view of KDEN to KLAX stopped working 2 times')).toBeVisible();
  await openKit(again, /KDEN.*KLAX/);
  await painted(again).waitFor();
  expect(app.logs()).toContain('The page is gone: crashed');
  expect(app.logs()).not.toMatch(/disposed|Error sending|has been destroyed/);

  await app.inMain(() => {
    void Promise.reject(new Error('Nobody waited, password=hunter2-of-the-test'));
  });
  const crashes = join(folder, 'user-data', 'crashes');
  const reports = async () =>
    (await readdir(crashes).catch(() => [])).filter((name) => /^crash-.*\.json$/.test(name));
  await expect.poll(async () => (await reports()).length).toBe(3);
  const texts = await Promise.all((await reports()).map((name) => readFile(join(crashes, name), 'utf8')));
  const read = texts.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(read).toContainEqual(
    expect.objectContaining({ kind: 'window', process: 'library', reason: 'crashed' }),
  );
  expect(read).toContainEqual(
    expect.objectContaining({ kind: 'rejection', process: 'main', reason: 'Error' }),
  );
  expect(texts.join()).not.toContain('hunter2');
  expect(texts.flatMap((text) => leaksIn(text, 'a crash report', secretsOf(it)))).toEqual([]);
  const dumps = await app.inMain(({ app: electron }) => electron.getPath('crashDumps'));
  const left = await readdir(dumps, { recursive: true }).catch(() => []);
  expect(left.filter((name) => name.endsWith('.dmp'))).toEqual([]);
});

/** Opens the kit in a further window, crashes that, and opens the kit again in the first one. */
async function crashFurther(app: LaunchedApp, id: string): Promise<void> {
  const { page } = app;
  await page.keyboard.press('Control+Shift+O');
  const further = () =>
    page
      .context()
      .pages()
      .find((one) => one.url().includes('?window='));
  await expect.poll(() => further() !== undefined).toBe(true);
  const other = further();
  if (!other) throw new Error('There is no further window.');
  await painted(other).waitFor();
  await other.evaluate((kit_id) => window.tripkit?.marks.add(kit_id, { kind: 'pin', page: 3 }), id);
  await app.inMain(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().includes('?window='))
      ?.webContents.forcefullyCrashRenderer();
  });
  await expect(page.getByText(/stopped working, so the window was closed/)).toBeVisible();
  const left = () =>
    app.inMain(
      ({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().filter(({ webContents }) => webContents.getURL().includes('?window='))
          .length,
    );
  await expect.poll(left).toBe(0);
  await page.getByRole('button', { name: 'Open again' }).click();
  await painted(page).waitFor();
  expect((await marksOf(page, id)).map(({ draft }) => draft)).toEqual([{ kind: 'pin', page: 3 }]);
}
