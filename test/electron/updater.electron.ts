/**
 * Updates in the packed app: what only Electron shows. A copy of the app is given an app-update.yml that points to a feed on
 * this machine; nothing is installed.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type PackagedWindow, startPackaged } from './packaged-window.ts';
import { packagedApp } from './programs.ts';

const mac = process.platform === 'darwin';
/** `….app` on macOS, else the program's folder. */
const home = () => (mac ? dirname(dirname(dirname(packagedApp().file))) : dirname(packagedApp().file));

let folder = '';
let server: Server;
let running: PackagedWindow | null = null;
const asked: string[] = [];
const headers: string[] = [];

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-updater-'));
  asked.length = 0;
  headers.length = 0;
  const damaged = createHash('sha512').update('another file').digest('base64');
  const name = `Trip-Kit-Desktop-99.0.0.${mac ? 'zip' : process.platform === 'win32' ? 'exe' : 'AppImage'}`;
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    asked.push(pathname);
    headers.push(JSON.stringify(request.headers));
    const yml = `version: 99.0.0\nfiles:\n  - url: ${name}\n    sha512: ${damaged}\n    size: 4\n`;
    const body = pathname.endsWith('.yml') ? yml : pathname === `/${name}` ? 'file' : null;
    response.writeHead(body === null ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
test.afterEach(async () => {
  await running?.kill();
  running = null;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** A copy of the app whose feed is this machine's; on Windows with the uninstaller's name beside it, as NSIS leaves it. */
async function start(feed: boolean): Promise<PackagedWindow> {
  const copy = join(folder, basename(home()));
  await cp(home(), copy, { recursive: true, verbatimSymlinks: true });
  const { file, args } = packagedApp();
  const program = join(copy, file.slice(home().length + 1));
  const config = join(copy, mac ? 'Contents/Resources' : 'resources', 'app-update.yml');
  await rm(config, { force: true });
  if (feed) {
    const { port } = server.address() as AddressInfo;
    await writeFile(
      config,
      `provider: generic\nurl: http://127.0.0.1:${port}/\nupdaterCacheDirName: tripkit-updater-test\npublisherName: [Nobody]\n`,
    );
    const uninstaller = join(copy, `Uninstall ${basename(program, '.exe')}.exe`);
    if (process.platform === 'win32' && !existsSync(uninstaller)) await writeFile(uninstaller, '');
  }
  const appImage = process.env.APPIMAGE;
  process.env.APPIMAGE = join(folder, 'Trip-Kit-Desktop-1.0.0.AppImage');
  await writeFile(process.env.APPIMAGE, 'old');
  try {
    running = await startPackaged({ file: program, args }, join(folder, 'user-data'));
  } finally {
    if (appImage === undefined) delete process.env.APPIMAGE;
    else process.env.APPIMAGE = appImage;
  }
  return running;
}

const stateOf = async ({ page }: PackagedWindow) => {
  const answer = await page.evaluate(() => window.tripkit?.updates.state());
  if (!answer?.ok) throw new Error('The app did not answer.');
  return answer.value;
};

test('a build without a place of updates says so and asks nothing', async () => {
  const opened = await start(false);
  await expect.poll(async () => (await stateOf(opened)).status).toBe('unavailable');
  expect(asked).toEqual([]);
});

test('the updater’s own session reaches the feed, and a damaged update is refused', async () => {
  const opened = await start(true);
  await expect.poll(async () => (await stateOf(opened)).current).not.toBe('');
  const checked = await opened.page.evaluate(() => window.tripkit?.updates.check());
  expect(checked).toMatchObject({ ok: true, value: { version: '99.0.0' } });
  await expect.poll(async () => (await stateOf(opened)).status, { timeout: 90_000 }).toBe('failed');
  expect((await stateOf(opened)).may_install).toBe(false);
  const id = await readFile(join(folder, 'user-data/.updaterId'), 'utf8');
  expect(headers.join('\n')).not.toContain(id);
  // The page itself still has no way out.
  const blocked = await opened.page.evaluate(
    (url) =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/from-the-page`,
  );
  expect(blocked).toBe(true);
  expect(asked).not.toContain('/from-the-page');
});
