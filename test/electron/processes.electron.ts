/** Who runs in which process: the library, set-up and each document have one of their own, sandboxed, that ends with them. */

import { expect, test } from '../e2e/fixtures.ts';
import { fetched, kitList, openKit, painted, setUpByBridge, TWO_TRIPS } from '../e2e/steps.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { chromiumProcesses, isRunning, statusOf } from './processes.ts';

/** Every frame of every window: its origin and the process that runs it. */
function frames(app: LaunchedApp): Promise<{ origin: string; pid: number }[]> {
  return app.inMain(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().flatMap(({ webContents }) =>
      webContents.mainFrame.framesInSubtree.map(({ url, osProcessId }) => {
        const { protocol, host } = new URL(url || 'about:blank');
        return { origin: `${protocol}//${host}`, pid: osProcessId };
      }),
    ),
  );
}

const ofDocuments = (all: { origin: string; pid: number }[]) =>
  all.filter(({ origin }) => origin.startsWith('app://documents-'));

test('library, set-up and each document have a sandboxed process of their own, which ends with the document', async ({
  launch,
  demo,
}) => {
  const app = await launch();
  const { page } = app;
  await setUpByBridge(app, await demo());
  await fetched(page, TWO_TRIPS);
  for (const flight of [/EHAM to EGLL/, /KDEN to KLAX/]) {
    await openKit(page, flight);
    await expect(painted(page)).toBeVisible();
    if (flight.source.startsWith('EHAM')) {
      await page.getByRole('button', { name: 'Back to trip kits' }).click();
      await expect(kitList(page)).toBeVisible();
    }
  }
  await page.evaluate(() => window.tripkit?.setup.open({ part: 'start', profile_id: null }));
  await app.setupPage();

  // A document that is opened ahead begins as an empty frame of the window's own process.
  await expect
    .poll(async () => (await frames(app)).filter(({ origin }) => !origin.startsWith('app:')))
    .toEqual([]);
  const all = await frames(app);
  const main = await app.inMain(() => process.pid);
  expect(all.map(({ origin }) => origin)).toEqual(expect.arrayContaining(['app://tripkit', 'app://setup']));
  expect(ofDocuments(all).length).toBeGreaterThan(0);
  // One process for each origin, and one origin for each process.
  expect(new Set(all.map(({ origin }) => origin)).size).toBe(all.length);
  expect(new Set([main, ...all.map(({ pid }) => pid)]).size).toBe(all.length + 1);
  if (process.platform === 'linux') {
    for (const { pid, origin } of all) {
      // proc(5): 2 is a filter of system calls.
      expect(statusOf(pid), origin).toMatchObject({ Seccomp: '2', NoNewPrivs: '1' });
    }
    expect(chromiumProcesses(main).length).toBeGreaterThan(all.length);
  }

  const documents = ofDocuments(all).map(({ pid }) => pid);
  // What is read on gets a new one; these end.
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe')) frame.remove();
  });
  await expect.poll(() => documents.filter(isRunning)).toEqual([]);
  // The others go on.
  for (const { pid } of all.filter(({ origin }) => !origin.startsWith('app://documents-')))
    expect(isRunning(pid)).toBe(true);
});
