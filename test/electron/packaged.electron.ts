/** The packed app, in the form that users get: start, fuses, integrity, one instance, deep link, command line. */
import { cp, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startDemoService } from '../demo-service/demo-service.ts';
import { readFuses } from '../packaging/stand-in-dist.ts';
import { irregularPdf } from './irregular-pdf.ts';
import { type PackagedWindow, startPackaged } from './packaged-window.ts';
import { packagedApp, run } from './programs.ts';

/** The nine in the order of the wire (build/last-fuse.mjs): 1 is on. */
const FUSES = '010011001';
const mac = process.platform === 'darwin';

let folder = '';
const windows: PackagedWindow[] = [];
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-packaged-'));
});
test.afterEach(async () => {
  for (const window of windows.splice(0)) await window.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function start(further: readonly string[] = []): Promise<PackagedWindow> {
  const window = await startPackaged(packagedApp(), join(folder, 'user-data'), further);
  windows.push(window);
  return window;
}

/** `Contents` on macOS, else the program's folder. */
const home = () => (mac ? dirname(dirname(packagedApp().file)) : dirname(packagedApp().file));

test('starts in real Electron, and ends in order; a second start ends at once, and the first one’s window stays, and is handed its link', async () => {
  const { page, logs, ended } = await start();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const info = await page.evaluate(() => window.tripkit?.app.info());
  expect(info).toMatchObject({ ok: true, value: { host: 'electron', platform: process.platform } });
  const link = 'tripkit://kit/00000000-0000-4000-8000-000000000000';
  const second = await run(packagedApp(), ['--user-data', join(folder, 'user-data'), link]);
  expect(second.code).toBe(0);
  await expect(page.getByText('A link leads to a trip kit that is not on this laptop.')).toBeVisible();
  expect(page.url()).toMatch(/^app:\/\/tripkit\//);
  expect(logs()).not.toMatch(/ error /);
  // On macOS an app goes on without a window.
  if (mac) return;
  await page.close();
  expect(await ended).toBe(0);
});

/** Of each code in the program; a universal one has two. */
async function fuses(): Promise<string[]> {
  const { file } = packagedApp();
  const framework = 'Frameworks/Electron Framework.framework/Versions/A/Electron Framework';
  const wires = readFuses(await readFile(mac ? join(home(), framework) : file));
  expect(wires.length).toBeGreaterThan(0);
  return wires;
}

test('the eight fuses that electron-builder sets are as they were decided', async () => {
  for (const wire of await fuses()) expect(wire.slice(0, 8)).toBe(FUSES.slice(0, 8));
});

test('all nine fuses are as they were decided', { tag: '@electron-45' }, async () => {
  for (const wire of await fuses()) expect(wire).toBe(FUSES);
});

test('it is no Node: neither ELECTRON_RUN_AS_NODE nor NODE_OPTIONS nor --inspect do anything', async () => {
  const proof = join(folder, 'proof');
  const script = join(folder, 'script.cjs');
  await writeFile(script, `require('node:fs').writeFileSync(${JSON.stringify(proof)}, 'ran')`);
  const asNode = await run(packagedApp(), [script, '--headless', 'profile', 'check', 'none.json'], {
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
  const preloaded = await run(packagedApp(), ['--headless', 'profile', 'check', 'none.json'], {
    env: { NODE_OPTIONS: `--require ${script}` },
  });
  const inspected = await run(packagedApp(), [
    '--inspect-brk=0',
    '--headless',
    'profile',
    'check',
    'none.json',
  ]);
  expect([asNode.code, preloaded.code, inspected.code]).toEqual([2, 2, 2]);
  expect(inspected.stderr).not.toContain('Debugger listening');
  await expect(readFile(proof)).rejects.toThrow();
});

test('an asar that was changed is not started', async () => {
  test.skip(process.platform === 'linux', 'Electron checks the asar on Windows and macOS only.');
  const copy = join(folder, basename(mac ? dirname(home()) : home()));
  await cp(mac ? dirname(home()) : home(), copy, { recursive: true, verbatimSymlinks: true });
  const asar = join(copy, mac ? 'Contents/Resources' : 'resources', 'app.asar');
  const file = await open(asar, 'r+');
  const { size } = await file.stat();
  // Anywhere behind the header: a byte of a bundle.
  await file.write(Buffer.from('!'), 0, 1, Math.floor(size / 8));
  await file.close();
  const program = join(copy, packagedApp().file.slice((mac ? dirname(home()) : home()).length + 1));
  const { code } = await run({ file: program, args: [] }, ['--headless', 'profile', 'check', 'none.json']);
  expect(code).not.toBe(2);
  expect(code).not.toBe(0);
});

test('documents that only PDF.js can judge are verified, by the worker inside the asar', async () => {
  const service = await startDemoService({
    generation_ms: { from: 10, to: 20 },
    earliest_poll_ms: 'in_proportion',
  });
  try {
    const profile = join(folder, 'profile.json');
    const secret = join(folder, 'passphrase');
    const identity = join(folder, 'identity.p12');
    const document = join(folder, 'irregular.pdf');
    await writeFile(profile, JSON.stringify(service.profile));
    await writeFile(secret, service.identity.passphrase);
    await writeFile(identity, service.identity.p12);
    await writeFile(document, await irregularPdf());
    await service.addTripKit({ tripkit_id: 'irregular-1', file: document });
    const out = join(folder, 'out');
    const { code, stdout, stderr } = await run(packagedApp(), [
      ...['--headless', 'fetch', '--json', '--id', 'irregular-1', '--out', out],
      ...['--profile', profile, '--identity', identity, '--passphrase-file', secret],
    ]);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('rror')]);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({ event: 'state', state: 'ready' });
  } finally {
    await service.close();
  }
});
