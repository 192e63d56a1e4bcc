/** Who runs in which process: the library, set-up and each document have one of their own, sandboxed, that ends with them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../e2e/fixtures.ts';
import { kitList, painted } from '../e2e/steps.ts';
import { makePdf, putDocument } from './library.ts';
import {
  chromiumKind,
  chromiumProcesses,
  framesOf,
  isRunning,
  processesBelow,
  statusOf,
} from './processes.ts';

const ofDocuments = (all: { origin: string; pid: number }[]) =>
  all.filter(({ origin }) => origin.startsWith('app://documents-'));

/** Soft and hard limit of the size of a core dump, and which memory goes into one (core(5)). */
async function coreDumpsOf(pid: number): Promise<string> {
  const [limits, filter] = await Promise.all(
    ['limits', 'coredump_filter'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
  );
  const [, soft, hard] = /^Max core file size\s+(\S+)\s+(\S+)/m.exec(limits ?? '') ?? [];
  return `${soft} ${hard} ${filter?.trim()}`;
}

/** Neither the app's process nor one below it: memory is where secrets are. */
async function expectNoCoreDumps(main: number): Promise<void> {
  const NOTHING = '0 0 00000000';
  // What the app inherits is another.
  expect(await coreDumpsOf(process.pid)).not.toBe(NOTHING);
  const found = new Map<string, string>();
  for (const pid of [main, ...processesBelow(main)]) {
    const kind = pid === main ? 'main' : chromiumKind(pid);
    if (kind) found.set(`${kind} ${pid}`, await coreDumpsOf(pid));
  }
  const kinds = new Set([...found.keys()].map((name) => name.split(' ')[0]));
  expect([...kinds]).toEqual(expect.arrayContaining(['main', 'renderer', 'utility']));
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries([...found.keys()].map((name) => [name, NOTHING])),
  );
}

test('library, set-up and each document have a sandboxed process of their own, which ends with the document; no process of the app leaves its memory in a core dump', async ({
  launch,
  folder,
}) => {
  for (const pages of [2, 3]) await putDocument(join(folder, 'user-data'), await makePdf(pages));
  const app = await launch();
  const { page } = app;
  const kits = kitList(page).getByRole('option');
  await expect(kits).toHaveCount(2);
  await kits.first().dblclick();
  await expect(painted(page)).toBeVisible();
  await page.getByRole('button', { name: 'Back to trip kits' }).click();
  await kits.last().dblclick();
  await expect(painted(page)).toBeVisible();
  await page.evaluate(() => window.tripkit?.setup.open({ part: 'start', profile_id: null }));
  await app.setupPage();

  // A document that is opened ahead begins as an empty frame of the window's own process.
  await expect
    .poll(async () => (await framesOf(app)).filter(({ origin }) => !origin.startsWith('app:')))
    .toEqual([]);
  const all = await framesOf(app);
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
    await expectNoCoreDumps(main);
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
