/** What the app rests on in Electron itself: keychain, protocol, sandbox, the closed network, from its bundles. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { expect, test } from '../e2e/fixtures.ts';
import { makePdf, putDocument } from './library.ts';

const KIT = '3f2b6a8e-17d1-4c84-b0c9-a4e5d3f2b6a8';

test('what pages stored goes at the start; the keychain seals; app:// answers ranges; the page’s process is sandboxed, without Node and network; a page that leaves the app comes back, with a word', async ({
  launch,
  folder,
}) => {
  const bytes = await makePdf(40);
  const data = join(folder, 'user-data');
  await putDocument(data, bytes, KIT);
  const left = ['Partitions', 'Code Cache'].map((name) => join(data, name, 'left-behind'));
  for (const file of left) {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, 'by the last run');
  }
  const { electron: app, page, logs } = await launch();
  if (!app) throw new Error('This needs real Electron.');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(left.filter(existsSync)).toEqual([]);
  await test.step('the system’s keychain seals and opens', () => keychainSeals(app));
  await test.step('app:// answers Range requests of documents as it should', () =>
    answersRanges(page, bytes));
  await test.step('the page’s process is sandboxed, its world is its own', () => isSandboxed(app, page));
  await test.step('the page has no network', () => hasNoNetwork(app, page));
  await test.step('a page that leaves the app comes back', () => comesBack(page));
  expect(logs()).not.toMatch(/disposed|Error sending/);
});

/** On Linux not with Chromium’s built-in key. */
async function keychainSeals(app: ElectronApplication): Promise<void> {
  const sealed = await app.evaluate(async ({ safeStorage }) => {
    const available = await safeStorage.isAsyncEncryptionAvailable();
    if (!available) return { available, head: '', opened: '' };
    const bytes = await safeStorage.encryptStringAsync('a key of a pilot');
    const { result } = await safeStorage.decryptStringAsync(bytes);
    return { available, head: bytes.subarray(0, 3).toString('latin1'), opened: result };
  });
  expect(sealed).toMatchObject({ available: true, opened: 'a key of a pilot' });
  if (process.platform === 'linux') expect(sealed.head).not.toBe('v10');
}

async function answersRanges(page: Page, bytes: Buffer): Promise<void> {
  // The page of a document alone reads it, by a pass for its origin.
  const pass = await page.evaluate(async (kit) => {
    const given = await window.tripkit?.documents.pass(kit, 7);
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = 'app://documents-7/';
    document.body.append(frame);
    await loaded;
    return given?.ok ? given.value : '';
  }, KIT);
  // Another process holds it: Playwright hears of it after the window does.
  const found = () => page.frames().find((frame) => frame.url().startsWith('app://documents-7/'));
  await expect.poll(() => found() !== undefined).toBe(true);
  const reader = found();
  if (!reader) throw new Error('The page of the document is not there.');
  const ask = (range: string | null) =>
    reader.evaluate(
      async ([url, header]) => {
        const answer = await fetch(url, header === null ? {} : { headers: { range: header } });
        const body = new Uint8Array(await answer.arrayBuffer());
        return {
          status: answer.status,
          range: answer.headers.get('content-range'),
          accepts: answer.headers.get('accept-ranges'),
          body: [...body.subarray(0, 64)],
          length: body.length,
        };
      },
      [`app://documents-7/document/${pass}`, range] as const,
    );
  const whole = await ask(null);
  expect(whole).toMatchObject({ status: 200, length: bytes.length, accepts: 'bytes' });
  const middle = await ask('bytes=1000-1999');
  expect(middle).toMatchObject({ status: 206, length: 1000, range: `bytes 1000-1999/${bytes.length}` });
  expect(middle.body).toEqual([...bytes.subarray(1000, 1064)]);
  const tail = await ask('bytes=-500');
  expect(tail).toMatchObject({ status: 206, length: 500 });
  expect(tail.body).toEqual([...bytes.subarray(-500, -436)]);
  expect((await ask(`bytes=${bytes.length}-`)).status).toBe(416);
}

async function isSandboxed(app: ElectronApplication, page: Page): Promise<void> {
  const seen = await app.evaluate(({ app: electronApp, BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows().find((one) => one.getParentWindow() === null)?.webContents;
    // Undocumented, but what the window was really made with.
    const asked: unknown = contents && Reflect.get(contents, 'getLastWebPreferences');
    return {
      preferences: typeof asked === 'function' ? asked.call(contents) : null,
      pid: contents?.getOSProcessId() ?? 0,
      metrics: electronApp.getAppMetrics().map(({ pid, sandboxed }) => ({ pid, sandboxed })),
    };
  });
  if (seen.preferences) {
    expect(seen.preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  }
  if (process.platform === 'linux') {
    // 2: a filter of system calls is on (proc(5), Seccomp).
    expect(await readFile(`/proc/${seen.pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m);
  } else {
    expect(seen.metrics).toContainEqual({ pid: seen.pid, sandboxed: true });
  }
  const globals = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer'].filter((name) => Reflect.has(window, name)),
  );
  expect(globals).toEqual([]);
  expect(await page.evaluate(() => typeof window.tripkit)).toBe('object');
}

/** Its proxy leads nowhere, and WebRTC may not leave it; the app asks for proxies in another session. */
async function hasNoNetwork(app: ElectronApplication, page: Page): Promise<void> {
  const proxies = await app.evaluate(({ session }) =>
    Promise.all(
      [session.defaultSession, session.fromPartition('system-proxies')].map((one) =>
        one.resolveProxy('https://example.com/'),
      ),
    ),
  );
  expect(proxies).toEqual([
    expect.not.stringContaining('DIRECT'),
    expect.stringMatching(/^(DIRECT|PROXY|HTTPS|SOCKS)/),
  ]);
  const policy = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((one) => one.getParentWindow() === null)
      ?.webContents.getWebRTCIPHandlingPolicy(),
  );
  expect(policy).toBe('disable_non_proxied_udp');
  const reached = await page.evaluate(() =>
    fetch('https://example.com/').then(
      () => 'reached',
      () => 'refused',
    ),
  );
  expect(reached).toBe('refused');
}

/** Chromium asks nobody before some addresses: a page that leaves for one of them is loaded again, and says so. */
const ways: readonly (readonly [string, () => void])[] = [
  ['location', () => location.assign('about:blank')],
  [
    'a form',
    () => {
      const form = document.createElement('form');
      form.action = 'about:blank';
      form.method = 'post';
      document.body.append(form);
      form.submit();
    },
  ],
  ['an address that fails', () => location.replace('about:srcdoc')],
];

async function comesBack(page: Page): Promise<void> {
  const told = page.getByText('The window stopped working and was opened again');
  for (const [way, leave] of ways) {
    await test.step(way, async () => {
      const loaded = page.waitForEvent('domcontentloaded', () => page.url().endsWith('/index.html'));
      await page.evaluate(leave).catch(() => {});
      await loaded;
      await expect(told).toHaveCount(1);
      await page
        .locator('.notices__line')
        .filter({ has: told })
        .getByRole('button', { name: 'Dismiss' })
        .click();
      await expect(told).toHaveCount(0);
      expect(await page.evaluate(() => window.tripkit?.app.info().then(({ ok }) => ok))).toBe(true);
    });
  }
}
