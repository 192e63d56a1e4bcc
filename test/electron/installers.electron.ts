/** The AppImage and the deb of the packed app: what is in them, and that it starts, with its sandbox. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { focusWindow, press } from './desktop/hands.ts';
import { type Installers, makeInstallers } from './installers/make.ts';
import { startPackaged } from './packaged-window.ts';
import { type Program, packagedApp, run } from './programs.ts';

test.skip(process.platform !== 'linux', 'Both are of Linux.');
test.describe.configure({ mode: 'serial' });

const execute = promisify(execFile);
let folder = '';
let made: Installers;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-installers-'));
  made = await makeInstallers(packagedApp(), folder);
});
test.afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Its window shows the first screen in a sandboxed process, its command line answers, and it ends in order. */
async function expectItWorks(program: Program): Promise<void> {
  const shown = await startPackaged(program, join(folder, 'user-data'));
  try {
    await expect(shown.page.getByRole('heading', { level: 1 })).toBeVisible();
    const info = await shown.page.evaluate(() => window.tripkit?.app.info());
    expect(info).toMatchObject({ ok: true, value: { host: 'electron', version: '0.1.0' } });
    expect(shown.logs()).not.toMatch(/ error /);
    await shown.page.close();
    expect(await shown.ended).toBe(0);
  } finally {
    await shown.kill();
  }
  const command = await run(program, ['--headless', 'profile', 'check', 'none.json']);
  expect([command.code, command.stderr]).toEqual([2, expect.stringContaining('none.json')]);
}

test('the deb: what it depends on, its entries for the desktop, and it starts', async () => {
  const { stdout: control } = await execute('dpkg-deb', ['--field', made.deb]);
  expect(control).toMatch(/^Package: trip-kit-desktop$/m);
  expect(control).toMatch(/^Depends: .*libnotify4.*libsecret-1-0/m);
  const root = join(folder, 'root');
  await execute('dpkg-deb', ['--extract', made.deb, root]);
  const entry = join(root, 'usr/share/applications/trip-kit-desktop.desktop');
  await execute('desktop-file-validate', [entry]);
  const lines = (await readFile(entry, 'utf8')).split('\n');
  expect(lines).toContain('Exec="/opt/Trip Kit Desktop/trip-kit-desktop" %U');
  expect(lines.find((line) => line.startsWith('MimeType='))).toMatch(
    /application\/vnd\.tripkit-profile\+json.*x-scheme-handler\/tripkit/,
  );
  await stat(join(root, 'usr/share/mime/packages/trip-kit-desktop.xml'));
  await stat(join(root, 'usr/share/icons/hicolor/256x256/apps/trip-kit-desktop.png'));
  await expectItWorks({ file: join(root, 'opt/Trip Kit Desktop/trip-kit-desktop'), args: [] });
});

test('the AppImage: starts with its sandbox', async () => {
  await expectItWorks({ file: made.appImage, args: [] });
});

test('the AppImage where the system has no user namespaces: not without its sandbox, and that is said', async () => {
  // AppRun asks `unshare`, and leaves the sandbox out where that fails.
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const ended = run({ file: made.appImage, args: [] }, ['--user-data', join(folder, 'no-sandbox')], {
    env: { PATH: `${bin}:${process.env.PATH}` },
  });
  // The title that Electron gives an error box on Linux.
  await focusWindow('Error');
  await press('Return');
  expect(await ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('install the deb or rpm package'),
  });
});
