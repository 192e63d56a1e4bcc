/**
 * Updates in the packed app: what only Electron shows. A copy of the app is given an app-update.yml that points to a feed on
 * this machine. On Linux it takes itself for an AppImage, whose updates have to be signed; the "AppImage" of the feed is a script.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { signedText } from '../../main/updates/signed-update.ts';
import { patient } from '../patience.ts';
import { type PackagedWindow, startPackaged } from './packaged-window.ts';
import { packagedApp } from './programs.ts';
import { updateKey } from './update-key.ts';

const mac = process.platform === 'darwin';
/** `….app` on macOS, else the program's folder. */
const home = () => (mac ? dirname(dirname(dirname(packagedApp().file))) : dirname(packagedApp().file));
const NAME = `Trip-Kit-Desktop-99.0.0.${mac ? 'zip' : process.platform === 'win32' ? 'exe' : 'AppImage'}`;
const SCRIPT = Buffer.from('#!/bin/sh\nexit 0\n'.padEnd(40_000, '#'));

let folder = '';
let server: Server;
let running: PackagedWindow | null = null;
let feed = '';
let content: Buffer = SCRIPT;
const asked: string[] = [];
const headers: string[] = [];

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-updater-'));
  asked.length = 0;
  headers.length = 0;
  publish({});
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    asked.push(pathname);
    headers.push(JSON.stringify(request.headers));
    const body = pathname.endsWith('.yml') ? feed : pathname === `/${NAME}` ? content : null;
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

const sumOf = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');

interface Published {
  version?: string;
  content?: Buffer;
  /** Of the file, as the feed says. */
  sha512?: string;
  /** What is signed, where that is not what the feed says; null: nothing. */
  signed?: { version?: string; sha512?: string; file?: string } | null;
  key?: KeyObject;
}
/** Puts a version on the feed. */
function publish({ version = '99.0.0', content: bytes = SCRIPT, signed = {}, ...more }: Published): void {
  const { sha512 = sumOf(bytes), key = updateKey } = more;
  const platform = `linux-${process.arch}`;
  const text = signedText({ version, platform, file: NAME, size: bytes.length, sha512, ...signed });
  const signature = sign(null, Buffer.from(text), key).toString('base64');
  const lines = [`version: ${version}`, 'files:', `  - url: ${NAME}`];
  lines.push(`    sha512: ${sha512}`, `    size: ${bytes.length}`);
  if (signed !== null) lines.push('    signatures:', `      - ${signature}`);
  feed = `${lines.join('\n')}\n`;
  content = bytes;
}

/** A copy of the app whose feed is this machine's; on Windows with the uninstaller's name beside it, as NSIS leaves it. */
async function start(): Promise<PackagedWindow> {
  const copy = join(folder, basename(home()));
  await cp(home(), copy, { recursive: true, verbatimSymlinks: true });
  const { file, args } = packagedApp();
  const program = join(copy, file.slice(home().length + 1));
  const resources = join(copy, mac ? 'Contents/Resources' : 'resources');
  const { port } = server.address() as AddressInfo;
  await writeFile(
    join(resources, 'app-update.yml'),
    `provider: generic\nurl: http://127.0.0.1:${port}/\nupdaterCacheDirName: tripkit-updater-test\npublisherName: [Nobody]\n`,
  );
  const uninstaller = join(copy, `Uninstall ${basename(program, '.exe')}.exe`);
  if (process.platform === 'win32' && !existsSync(uninstaller)) await writeFile(uninstaller, '');
  const before = { APPIMAGE: process.env.APPIMAGE, XDG_CACHE_HOME: process.env.XDG_CACHE_HOME };
  await writeFile(appImage(), 'old');
  Object.assign(process.env, { APPIMAGE: appImage(), XDG_CACHE_HOME: join(folder, 'cache') });
  try {
    running = await startPackaged({ file: program, args }, join(folder, 'user-data'));
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  return running;
}

const appImage = () => join(folder, 'Trip-Kit-Desktop-1.0.0.AppImage');
const pending = () => join(folder, 'cache/tripkit-updater-test/pending');
const downloads = async () =>
  (await readdir(pending()).catch(() => [])).filter((name) => name.endsWith(NAME));
const log = () => readFile(join(folder, 'user-data/logs/trip-kit-desktop.log'), 'utf8');

const stateOf = async ({ setupPage }: PackagedWindow) => {
  const setup = await setupPage();
  const answer = await setup.evaluate(() => window.tripkitSetup?.updates.state());
  if (!answer?.ok) throw new Error('The app did not answer.');
  return answer.value;
};
const check = async (opened: PackagedWindow) => {
  await expect.poll(async () => (await stateOf(opened)).current).not.toBe('');
  const setup = await opened.setupPage();
  return setup.evaluate(() => window.tripkitSetup?.updates.check());
};
const reach = (opened: PackagedWindow, status: string) =>
  expect.poll(async () => (await stateOf(opened)).status, { timeout: patient(90_000) }).toBe(status);

test('the updater’s own session reaches the feed; an AppImage refuses every other before it is downloaded, and refuses and deletes what is not what was signed: as it came, and changed since', async () => {
  const opened = await start();
  if (process.platform === 'linux') await test.step('every other one', () => refuseOthers(opened));
  await test.step('damaged on its way', async () => {
    publish({ sha512: sumOf(Buffer.from('another file')) });
    expect(await check(opened)).toMatchObject({ ok: true, value: { version: '99.0.0' } });
    await reach(opened, 'failed');
    expect((await stateOf(opened)).may_install).toBe(false);
  });
  const id = await readFile(join(folder, 'user-data/.updaterId'), 'utf8');
  expect(headers.join('\n')).not.toContain(id);
  await test.step('the page still has no way out', async () => {
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
  if (process.platform === 'linux') await test.step('other bytes', () => refuseBytes(opened));
});

/** AppImages are for Linux. */
async function refuseOthers(opened: PackagedWindow): Promise<void> {
  const other = Buffer.from(SCRIPT).fill('x', 100);
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const wrong: [string, Published][] = [
    ['no signature', { signed: null }],
    ['another key', { key }],
    ['another version', { signed: { version: '98.0.0' } }],
    ['an old version under a new number', { signed: { version: '0.0.1' } }],
    ['other bytes', { content: other, signed: { sha512: sumOf(SCRIPT) } }],
    ['another file', { signed: { file: 'Other.AppImage' } }],
  ];
  for (const [what, published] of wrong) {
    publish(published);
    expect([what, await check(opened)]).toMatchObject([
      what,
      {
        ok: false,
        error: { kind: 'config', message: expect.stringMatching(/^An update was refused: .*signed/) },
      },
    ]);
    expect(await stateOf(opened)).toMatchObject({ status: 'failed', may_install: false });
  }
  expect(asked).not.toContain(`/${NAME}`);
  expect((await log()).split('An update was refused.').length - 1).toBe(wrong.length);
  // An old version as such is none, whoever signed it.
  publish({ version: '0.0.1' });
  expect(await check(opened)).toMatchObject({ ok: true, value: { version: null, status: 'idle' } });
}

async function refuseBytes(opened: PackagedWindow): Promise<void> {
  publish({});
  content = Buffer.from(SCRIPT).fill('x', 100);
  expect(await check(opened)).toMatchObject({ ok: true });
  await reach(opened, 'failed');
  expect(await downloads()).toEqual([]);
  publish({});
  expect(await check(opened)).toMatchObject({ ok: true });
  await reach(opened, 'ready');
  await (await opened.setupPage()).evaluate(() => window.tripkitSetup?.updates.installOnQuit(true));
  await appendFile(join(pending(), NAME), 'x');
  await opened.page.close();
  expect(await opened.ended).toBe(0);
  expect(await readFile(appImage(), 'utf8')).toBe('old');
  expect(existsSync(join(folder, NAME))).toBe(false);
  expect(await downloads()).toEqual([]);
  expect(await log()).toContain('not the one that was signed');
}
