/**
 * The AppImage, the deb and the rpm of the packed app: what is in them, that they start, with their sandbox, and that the AppImage
 * updates itself. Installed in a clean system they are tried by `npm run test:installers`.
 */
import { execFile } from 'node:child_process';
import { createHash, sign } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { signedText } from '../../main/updates/signed-update.ts';
import manifest from '../../package.json' with { type: 'json' };
import { patient } from '../patience.ts';
import { focusWindow, press } from './desktop/hands.ts';
import { type Installers, makeInstallers, NEXT_VERSION } from './installers/make.ts';
import { startPackaged } from './packaged-window.ts';
import { type Program, packagedApp, run } from './programs.ts';
import { updateKey } from './update-key.ts';

test.skip(process.platform !== 'linux', 'Both are of Linux.');
test.describe.configure({ mode: 'serial' });

const execute = promisify(execFile);
let folder = '';
let made: Installers;
/** What the server of updates has, by name. */
const published = new Map<string, string | Buffer>();
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://local');
  const body = published.get(pathname.slice(1));
  response.writeHead(body === undefined ? 404 : 200).end(body);
});
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-installers-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  made = await makeInstallers(packagedApp(), folder, { feed });
});
test.afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Its window shows the first screen in a sandboxed process, its command line answers, and it ends in order. */
async function expectItWorks(program: Program, version = manifest.version): Promise<void> {
  const shown = await startPackaged(program, join(folder, 'user-data'));
  try {
    await expect(shown.page.getByRole('heading', { level: 1 })).toBeVisible();
    const info = await shown.page.evaluate(() => window.tripkit?.app.info());
    expect(info).toMatchObject({ ok: true, value: { host: 'electron', version } });
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
  expect(lines).toEqual(
    expect.arrayContaining([
      'Name=Trip Kit Desktop',
      'Exec="/opt/Trip Kit Desktop/trip-kit-desktop" %U',
      'Icon=trip-kit-desktop',
      'StartupWMClass=trip-kit-desktop',
      'Categories=Office;',
    ]),
  );
  expect(lines.find((line) => line.startsWith('MimeType='))).toMatch(
    /application\/vnd\.tripkit-profile\+json.*x-scheme-handler\/tripkit/,
  );
  await stat(join(root, 'usr/share/mime/packages/trip-kit-desktop.xml'));
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024])
    await stat(join(root, `usr/share/icons/hicolor/${size}x${size}/apps/trip-kit-desktop.png`));
  expect((await stat(join(root, 'usr/bin/tripkit'))).mode & 0o111).toBe(0o111);
  expect(await readFile(join(root, 'usr/share/man/man1/tripkit.1'), 'utf8')).toMatch(/^\.TH TRIPKIT 1/);
  await stat(join(root, 'usr/share/bash-completion/completions/tripkit'));
  await expectItWorks({ file: join(root, 'opt/Trip Kit Desktop/trip-kit-desktop'), args: [] });
});

test('the rpm: its own sums agree, and it holds the same app as the deb', async () => {
  await execute('rpm', ['--checksig', '--nosignature', made.rpm]);
  const list = async (program: string, ...args: string[]) =>
    (await execute(program, args, { maxBuffer: 1024 * 1024 })).stdout.trim().split('\n');
  const inRpm = new Set(await list('rpm', '-qp', '--queryformat', '[%{FILENAMES}|%{FILESIZES}\n]', made.rpm));
  const inDeb = await list('dpkg-deb', '--contents', made.deb);
  const files = inDeb
    .filter((line) => line.startsWith('-'))
    .map((line) => /^\S+ \S+ +(\d+) \S+ \S+ \.(.*)$/.exec(line))
    .map((file) => `${file?.[2]}|${file?.[1]}`);
  expect(files.length).toBeGreaterThan(40);
  // electron-builder writes the entry of the desktop for each kind of package, with its own line of MIME types.
  const same = files.filter((file) => !file.startsWith('/usr/share/applications/'));
  expect(same.filter((file) => !inRpm.has(file))).toEqual([]);
});

test('the AppImage where the system has no user namespaces: not without its sandbox, and that is said', async () => {
  // AppRun asks `unshare`, and leaves the sandbox out where that fails.
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const ended = run({ file: made.AppImage, args: [] }, ['--user-data', join(folder, 'no-sandbox')], {
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

test('the AppImage: takes the next version from a feed, becomes it, and leaves nothing of the old one', async () => {
  test.setTimeout(patient(300_000));
  const version = NEXT_VERSION;
  const next = await makeInstallers(packagedApp(), join(folder, 'next'), { kinds: ['AppImage'], version });
  const name = next.AppImage.split('/').at(-1) ?? '';
  const bytes = await readFile(next.AppImage);
  const sha512 = createHash('sha512').update(bytes).digest('base64');
  const facts = { version, platform: 'linux-x64', file: name, size: bytes.length, sha512 };
  const signature = sign(null, Buffer.from(signedText(facts)), updateKey).toString('base64');
  const entry = [`  - url: ${name}`, `    sha512: ${sha512}`, `    size: ${bytes.length}`];
  const feed = [`version: ${version}`, 'files:', ...entry, '    signatures:', `      - ${signature}`, ''];
  published.set('latest-linux.yml', feed.join('\n')).set(name, bytes);
  const home = join(folder, 'home');
  await mkdir(home);
  const old = join(home, made.AppImage.split('/').at(-1) ?? '');
  await rename(made.AppImage, old);
  await updateByFeed({ file: old, args: [] }, version);
  expect(await readdir(home)).toEqual([name]);
  expect((await readFile(join(home, name))).equals(bytes)).toBe(true);
  await expectItWorks({ file: join(home, name), args: [] }, version);
});

/** Looks for an update as a person does, waits for it, and quits to install it. */
async function updateByFeed(program: Program, version: string): Promise<void> {
  const before = process.env.XDG_CACHE_HOME;
  process.env.XDG_CACHE_HOME = join(folder, 'cache');
  const shown = await startPackaged(program, join(folder, 'updated-user-data')).finally(() => {
    if (before === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = before;
  });
  try {
    const setup = await shown.setupPage();
    const state = () => setup.evaluate(() => window.tripkitSetup?.updates.state());
    await expect.poll(async () => (await state())?.ok).toBe(true);
    const found = await setup.evaluate(() => window.tripkitSetup?.updates.check());
    expect(found).toMatchObject({ ok: true, value: { version } });
    await expect
      .poll(state, { timeout: patient(120_000) })
      .toMatchObject({ ok: true, value: { status: 'ready', may_install: true } });
    await setup.evaluate(() => window.tripkitSetup?.updates.installOnQuit(true));
    await shown.page.close();
    expect(await shown.ended).toBe(0);
  } finally {
    await shown.kill();
  }
}
