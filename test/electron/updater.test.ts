/**
 * The adapter of electron-updater: against a fake of it for every order of events, and with the real AppImageUpdater,
 * provider and sums over a local feed; Electron's own network stack is replaced by Node's there.
 */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { App, Session } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../main/common/log.ts';
import { redactingLog } from '../../main/common/redact.ts';
import { followAppLifecycle } from '../../main/electron/app-lifecycle.ts';
import {
  type CancelToken,
  loggerOf,
  openForUpdates,
  openUpdateSource,
  type UpdaterLike,
  updateError,
  updaterFor,
  updaterSource,
} from '../../main/electron/updater.ts';
import { signedText, type UpdateTrust } from '../../main/updates/signed-update.ts';
import type { UpdateChannel } from '../../main/updates/update-policy.ts';
import { freshFolder } from '../fresh-folder.ts';

const FEED = new URL('https://updates.example.com/');
const INFO = { version: '1.3.0', releaseNotes: 'New', files: [{ url: 'app.AppImage', sha512: 'abc=' }] };
const never = new AbortController().signal;

class FakeUpdater extends EventEmitter {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  autoRunAppAfterInstall = true;
  allowDowngrade = true;
  channel: string | null = null;
  allowPrerelease = true;
  disableWebInstaller = false;
  requestHeaders = null;
  logger = null;
  checked = Promise.withResolvers<object | null>();
  downloaded = Promise.withResolvers<string[]>();
  checkForUpdates = vi.fn(() => this.checked.promise);
  downloadUpdate = vi.fn((_token: CancelToken) => this.downloaded.promise);
  quitAndInstall = vi.fn();
}

function adapt(trust: UpdateTrust | null = null, channel: UpdateChannel = 'stable') {
  const updater = new FakeUpdater();
  const token = { cancel: vi.fn() };
  const closeConnections = vi.fn(async () => {});
  const source = updaterSource(updater as unknown as UpdaterLike, {
    feed: FEED,
    trust,
    channel,
    newToken: () => token as unknown as CancelToken,
    closeConnections,
    log: silentLog,
  });
  return { updater, source, token, closeConnections };
}

describe('against a fake updater', () => {
  test('downloads, installs, goes back and shows pre-releases only when told; the staging id stays here', () => {
    const { updater } = adapt();
    expect(updater).toMatchObject({
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      allowPrerelease: false,
      disableWebInstaller: true,
      requestHeaders: { 'x-user-staging-id': 'not-told' },
    });
  });

  test('found, not found, and no updater for this installation', async () => {
    const { updater, source } = adapt();
    updater.checked.resolve({ isUpdateAvailable: true, updateInfo: INFO });
    expect(await source.check(never)).toEqual({ version: '1.3.0', notes: 'New' });
    updater.checked = Promise.withResolvers();
    updater.checked.resolve({ isUpdateAvailable: false, updateInfo: INFO });
    expect(await source.check(never)).toBeNull();
    updater.checked = Promise.withResolvers();
    updater.checked.resolve(null);
    expect(await source.check(never)).toBeNull();
  });

  test('a feed that sends elsewhere is refused before a byte is asked for', async () => {
    const { updater, source } = adapt();
    const updateInfo = { ...INFO, files: [{ url: 'https://evil.example/a.AppImage', sha512: 'x' }] };
    updater.checked.resolve({ isUpdateAvailable: true, updateInfo });
    await expect(source.check(never)).rejects.toMatchObject({ condition: 'update_refused' });
    expect(updater.downloadUpdate).not.toHaveBeenCalled();
  });

  test.each(['before', 'after'])('an error event that comes %s the rejection ends nothing', async (order) => {
    const { updater, source } = adapt();
    const error = Object.assign(new Error('net::ERR_INTERNET_DISCONNECTED'), { code: 'ERR' });
    const told = expect(source.check(never)).rejects.toMatchObject({ kind: 'network' });
    if (order === 'before') updater.emit('error', error, 'stack');
    updater.checked.reject(error);
    await told;
    if (order === 'after') updater.emit('error', error, 'stack');
  });

  test('a check that is given up closes its connections; a late answer and a late error are dropped', async () => {
    const { updater, source, closeConnections } = adapt();
    const given = new AbortController();
    const why = new Error('too late');
    const told = expect(source.check(given.signal)).rejects.toBe(why);
    given.abort(why);
    await told;
    expect(closeConnections).toHaveBeenCalledOnce();
    updater.checked.reject(new Error('late'));
    updater.emit('error', new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
  });

  test('progress is told while the download runs, and not after it', async () => {
    const { updater, source } = adapt();
    const seen: number[] = [];
    updater.emit('download-progress', { percent: 1 });
    const done = source.download((percent) => seen.push(percent), never);
    updater.emit('download-progress', { percent: 50.5 });
    updater.emit('update-downloaded', INFO);
    updater.downloaded.resolve(['file']);
    await done;
    updater.emit('download-progress', { percent: 99 });
    expect(seen).toEqual([50.5]);
    expect(updater.listenerCount('download-progress')).toBe(0);
  });

  test('a download that is given up is cancelled; a cancelled event and a late success are dropped', async () => {
    const { updater, source, token, closeConnections } = adapt();
    const given = new AbortController();
    const told = expect(source.download(() => {}, given.signal)).rejects.toThrow();
    given.abort();
    await told;
    expect(token.cancel).toHaveBeenCalledOnce();
    expect(closeConnections).toHaveBeenCalledOnce();
    updater.emit('update-cancelled', INFO);
    updater.downloaded.resolve(['file']);
    await expect(source.download(() => {}, given.signal)).rejects.toThrow();
    expect(updater.downloadUpdate).toHaveBeenCalledOnce();
  });

  test('a proxy that asks for a password is answered with none, at once', () => {
    const { updater } = adapt();
    const answer = vi.fn();
    updater.emit('login', { isProxy: true }, answer);
    expect(answer).toHaveBeenCalledExactlyOnceWith();
  });

  test('installs silently, starts the app again or not, and tells of an installer that fails later', () => {
    const { updater, source } = adapt();
    const failed = vi.fn();
    source.install(false, failed);
    expect(updater.quitAndInstall).toHaveBeenCalledWith(true, false);
    expect(updater.autoRunAppAfterInstall).toBe(false);
    const error = new Error('spawn EACCES');
    updater.emit('error', error);
    expect(failed).toHaveBeenCalledWith(error);
  });
});

test.each([
  [{ code: 'ERR_CHECKSUM_MISMATCH' }, 'config', 'update_refused'],
  [{ code: 'ERR_UPDATER_INVALID_SIGNATURE' }, 'config', 'update_refused'],
  [{ message: 'Code signature at URL file:///x did not pass validation' }, 'config', 'update_refused'],
  [{ code: 'ENOSPC' }, 'disk', undefined],
  [{ code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' }, 'network', undefined],
  [{ message: 'net::ERR_NAME_NOT_RESOLVED' }, 'network', undefined],
])('%j is told as %s', (facts, kind, condition) => {
  expect(updateError(Object.assign(new Error('x'), facts))).toMatchObject({ kind, condition });
});

test('electron-updater’s lines pass our redaction', () => {
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text);
  const logger = loggerOf(redactingLog({ info: write, warn: write, error: write }));
  logger.info('Found version 1.3.0 (url: https://updates.example.com/a.exe?sig=abcdefghijkl)');
  logger.error(new Error('GET https://updates.example.com/?token=secretsecret'));
  expect(lines.join('\n')).not.toMatch(/abcdefghijkl|secretsecret/);
  expect(lines[0]).toContain('Updates: Found version 1.3.0');
});

describe('which updater is for an installation', () => {
  const facts = {
    packaged: true,
    platform: 'linux' as const,
    arch: 'x64',
    code: '/app/resources/app.asar',
    resources: '/app/resources',
    program: '/app/Trip Kit Desktop.exe',
    env: { APPIMAGE: '/home/p/Trip.AppImage' },
  };
  const all = () => true;
  const noUninstaller = (path: string) => !path.includes('Uninstall');
  test('each has its own; from source, without a feed, as MSI, deb or rpm there is none', () => {
    expect(updaterFor(facts, all)).toBe('AppImageUpdater');
    expect(updaterFor({ ...facts, platform: 'darwin' }, all)).toBe('MacUpdater');
    expect(updaterFor({ ...facts, platform: 'win32' }, all)).toBe('NsisUpdater');
    expect(() => updaterFor({ ...facts, platform: 'win32' }, noUninstaller)).toThrow(/MSI/);
    expect(() => updaterFor({ ...facts, env: {} }, all)).toThrow(/package of your system/);
    expect(() => updaterFor({ ...facts, packaged: false }, all)).toThrow(/runs from source/);
    expect(() => updaterFor(facts, () => false)).toThrow(/names no place/);
  });
  test('electron-updater is not even loaded where there is none', async () => {
    await expect(openUpdateSource({ ...facts, packaged: false }, 'stable', silentLog)).rejects.toMatchObject({
      kind: 'config',
    });
  });
});

describe('an AppImage whose build names no key takes no updates, and asks for none', () => {
  let resources: string;
  beforeEach(async () => {
    resources = freshFolder();
    await writeFile(
      join(resources, 'app-update.yml'),
      'provider: generic\nurl: https://updates.example.com/\n',
    );
  });

  test.each([
    [{}, /it has no key to check them with, so that newer versions are installed by hand/],
    [{ updateKeys: ['not a key'] }, /its keys to check them with can’t be read/],
  ])('%j', async (manifest, words) => {
    await writeFile(join(resources, 'package.json'), JSON.stringify(manifest));
    const opening = openUpdateSource(
      {
        packaged: true,
        platform: 'linux',
        arch: 'x64',
        resources,
        code: resources,
        program: join(resources, 'trip-kit-desktop'),
        env: { APPIMAGE: join(resources, 'Trip.AppImage') },
      },
      'stable',
      silentLog,
    );
    await expect(opening).rejects.toMatchObject({
      kind: 'config',
      condition: 'updates_unavailable',
      message: expect.stringMatching(words),
    });
  });
});

test('the updater’s session lets https through and nothing else, by the system’s proxies', async () => {
  const onBeforeRequest = vi.fn();
  const setProxy = vi.fn(async () => {});
  const session = { webRequest: { onBeforeRequest }, setProxy } as unknown as Session;
  await openForUpdates(session, FEED);
  const cancelled = (url: string) => {
    const answer = vi.fn();
    onBeforeRequest.mock.calls[0]?.[0]({ url }, answer);
    return answer.mock.calls[0]?.[0].cancel;
  };
  expect(cancelled('https://updates.example.com/latest.yml')).toBe(false);
  expect(cancelled('https://cdn.example.net/app.exe')).toBe(false);
  expect(cancelled('http://updates.example.com/latest.yml')).toBe(true);
  expect(cancelled('http://127.0.0.1/latest.yml')).toBe(true);
  expect(cancelled('file:///etc/passwd')).toBe(true);
  expect(setProxy).toHaveBeenCalledWith({ mode: 'system' });
});

describe('installing at quitting', () => {
  function quitting(install: (onFailure: (error: unknown) => void) => void, restart = true) {
    const app = Object.assign(new EventEmitter(), {
      relaunch: vi.fn(),
      exit: vi.fn(),
      releaseSingleInstanceLock: vi.fn(),
    });
    const taken = [{ install, restart }];
    followAppLifecycle({
      app: app as unknown as App,
      platform: 'linux',
      showWindow: () => {},
      startedAgain: () => {},
      keepsRunning: () => false,
      quitting: () => {},
      closeWindows: async () => {},
      stop: async () => {},
      updates: { takeInstallation: () => taken.pop() ?? null },
      log: silentLog,
    });
    const event = { preventDefault: vi.fn() };
    app.emit('will-quit', event);
    return { app, event };
  }
  test('the installer starts when the windows are gone, and the second quit is let through', () => {
    const install = vi.fn();
    const { app, event } = quitting(install);
    expect(event.preventDefault).toHaveBeenCalledOnce();
    expect(app.releaseSingleInstanceLock).toHaveBeenCalledBefore(install);
    app.emit('will-quit', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
    expect(app.exit).not.toHaveBeenCalled();
  });
  test.each([true, false])('an installer that fails ends the app; started again: %s', (restart) => {
    const { app } = quitting((onFailure) => {
      onFailure(new Error('spawn EACCES'));
      throw new Error('and again');
    }, restart);
    expect(app.relaunch).toHaveBeenCalledTimes(restart ? 1 : 0);
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(0);
  });
});

/** The parts of electron-updater that are real here, loaded as it loads them. */
const fromUpdater = createRequire(createRequire(import.meta.url).resolve('electron-updater'));

describe('electron-updater itself over a local feed', () => {
  const PACKAGE = Buffer.alloc(300_000, 'an update of the app ');
  const served = new Map<string, Buffer>();
  const asked: { url: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  let folder: string;
  let server: Server;
  let feed: URL;
  const ours = generateKeyPairSync('ed25519');
  const theirs = generateKeyPairSync('ed25519');
  const platform = `linux-${process.arch}`;
  const NAME = 'Trip-Kit-Desktop-1.3.0.AppImage';
  const sumOf = (content: Buffer) => createHash('sha512').update(content).digest('base64');
  const appImage = process.env.APPIMAGE;

  beforeEach(async () => {
    folder = freshFolder();
    served.clear();
    asked.length = 0;
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://local');
      asked.push({ url: pathname, headers: request.headers });
      const body = served.get(pathname);
      response.writeHead(body ? 200 : 404, { 'content-length': body?.length ?? 0 }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    feed = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    process.env.APPIMAGE = join(folder, 'Trip-Kit-Desktop-1.2.0.AppImage');
    await writeFile(process.env.APPIMAGE, 'the old one');
  });
  afterEach(async () => {
    if (appImage === undefined) delete process.env.APPIMAGE;
    else process.env.APPIMAGE = appImage;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Signs as a release does; `of` are facts that are not the feed's own. */
  function signature(
    of: { version?: string; file?: string; size?: number; sha512?: string; platform?: string } = {},
    key = ours,
  ) {
    const own = { version: '1.3.0', platform, file: NAME, size: PACKAGE.length, sha512: sumOf(PACKAGE) };
    return sign(null, Buffer.from(signedText({ ...own, ...of })), key.privateKey).toString('base64');
  }

  interface Published {
    version?: string;
    stagingPercentage?: number;
    sha512?: string;
    /** Null: none. */
    signature?: string | null;
    content?: Buffer;
    /** The name of the feed file. */
    feed?: 'latest' | 'beta';
  }
  function publish({
    content = PACKAGE,
    sha512 = sumOf(PACKAGE),
    feed: file = 'latest',
    ...more
  }: Published = {}) {
    const { version = '1.3.0', signature: by = signature({ version, sha512 }), ...further } = more;
    const text = [
      `version: ${version}`,
      ...Object.entries(further).map(([name, value]) => `${name}: ${value}`),
      'files:',
      `  - url: ${NAME}`,
      `    sha512: ${sha512}`,
      `    size: ${PACKAGE.length}`,
      ...(by === null ? [] : ['    signatures:', `      - ${by}`]),
      `releaseDate: '2026-11-21T08:00:00.000Z'`,
    ].join('\n');
    const suffix = process.arch === 'x64' ? '' : `-${process.arch}`;
    served.set(`/${file}-linux${suffix}.yml`, Buffer.from(text));
    served.set(`/${NAME}`, content);
  }

  async function openSource(channel: UpdateChannel = 'stable') {
    const { AppImageUpdater, CancellationToken } = await import('electron-updater');
    const { HttpExecutor } = fromUpdater('builder-util-runtime');
    class NodeExecutor extends HttpExecutor {
      createRequest(options: object, callback: (response: unknown) => void) {
        return httpRequest(options, callback);
      }
      // As in electronHttpExecutor.js.
      download(url: URL, destination: string, options: { cancellationToken: unknown; headers?: object }) {
        const token = options.cancellationToken as {
          createPromise(run: (...args: ((value?: unknown) => void)[]) => void): Promise<unknown>;
        };
        return token.createPromise((resolve, reject, onCancel) => {
          const target = {
            protocol: url.protocol,
            hostname: url.hostname,
            port: url.port,
            path: url.pathname,
          };
          const callback = (error: unknown) => (error == null ? resolve?.(destination) : reject?.(error));
          const asking = { ...target, headers: { ...options.headers } };
          this.doDownload(asking, { destination, options, onCancel, callback, responseHandler: null }, 0);
        });
      }
    }
    const userDataPath = join(folder, 'user-data');
    await mkdir(userDataPath, { recursive: true });
    const config = join(folder, 'app-update.yml');
    await writeFile(config, `provider: generic\nurl: ${feed.href}\nupdaterCacheDirName: updater\n`);
    const updater = new AppImageUpdater(null, {
      version: '1.2.0',
      name: 'Trip Kit Desktop',
      isPackaged: true,
      appUpdateConfigPath: config,
      userDataPath,
      baseCachePath: join(folder, 'cache'),
      whenReady: async () => {},
      relaunch: () => {},
      quit: () => {},
      onQuit: () => {},
    });
    Reflect.set(updater, 'httpExecutor', new NodeExecutor());
    return updaterSource(updater as unknown as UpdaterLike, {
      feed,
      trust: { keys: [ours.publicKey], platform },
      channel,
      newToken: () => new CancellationToken(),
      closeConnections: async () => server.closeAllConnections(),
      log: silentLog,
    });
  }

  const downloads = async () =>
    (await readdir(join(folder, 'cache/updater/pending')).catch(() => [])).filter((name) =>
      name.endsWith('.AppImage'),
    );

  test('a newer version is found and downloaded whole; the feed learns nothing of the laptop', async () => {
    publish();
    const source = await openSource();
    expect(await source.check(never)).toMatchObject({ version: '1.3.0' });
    await source.download(() => {}, never);
    expect(await downloads()).toEqual(['Trip-Kit-Desktop-1.3.0.AppImage']);
    const file = await readFile(join(folder, 'cache/updater/pending/Trip-Kit-Desktop-1.3.0.AppImage'));
    expect(file.equals(PACKAGE)).toBe(true);
    const id = await readFile(join(folder, 'user-data/.updaterId'), 'utf8');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(asked.length).toBeGreaterThan(1);
    expect(JSON.stringify(asked)).not.toContain(id);
  });

  test.each(['1.2.0', '1.1.9'])('version %s is no update of 1.2.0', async (version) => {
    publish({ version });
    expect(await (await openSource()).check(never)).toBeNull();
  });

  test('a staged rollout reaches those whose number is below it, and only those', async () => {
    await mkdir(join(folder, 'user-data'));
    // The last four bytes are the laptop's number: here half.
    await writeFile(join(folder, 'user-data/.updaterId'), '7c0f3a52-d1c8-5b0c-9a4e-5d3f80000000');
    publish({ stagingPercentage: 49 });
    expect(await (await openSource()).check(never)).toBeNull();
    publish({ stagingPercentage: 51 });
    expect(await (await openSource()).check(never)).toMatchObject({ version: '1.3.0' });
  });

  const other = Buffer.alloc(300_000, 'another program ');
  test.each<[string, () => Published]>([
    ['is not signed', () => ({ signature: null })],
    ['is signed by another key', () => ({ signature: signature({}, theirs) })],
    ['has the signature of an older version', () => ({ signature: signature({ version: '1.2.9' }) })],
    ['has the signature of a newer version', () => ({ signature: signature({ version: '1.3.1' }) })],
    ['has the signature of another file', () => ({ signature: signature({ file: 'Other.AppImage' }) })],
    ['has the signature of another processor', () => ({ signature: signature({ platform: 'linux-mips' }) })],
    [
      'is another, with the sum and the signature of the feed’s server',
      () => ({ content: other, sha512: sumOf(other), signature: signature({}, theirs) }),
    ],
    [
      'is another, with our signature of what it was',
      () => ({ content: other, sha512: sumOf(other), signature: signature() }),
    ],
  ])('a file that %s is refused before it is asked for', async (_what, published) => {
    publish(published());
    const source = await openSource();
    await expect(source.check(never)).rejects.toMatchObject({
      kind: 'config',
      condition: 'update_refused',
      message: expect.stringContaining('signed'),
    });
    expect(asked.map(({ url }) => url)).not.toContain(`/${NAME}`);
    // Whoever asks for the download all the same gets nothing that can be installed.
    await expect(source.download(() => {}, never)).rejects.toMatchObject({ condition: 'update_refused' });
    expect(await downloads()).toEqual([]);
    expect(() => source.install(true, () => {})).toThrow(/it was not checked/);
  });

  test('the sums of an older release, signed then, are no way back to it under a new number', async () => {
    publish({ version: '1.1.0', signature: signature({ version: '1.1.0' }) });
    const source = await openSource();
    expect(await source.check(never)).toBeNull();
    publish({ version: '1.3.0', signature: signature({ version: '1.1.0' }) });
    await expect(source.check(never)).rejects.toMatchObject({ condition: 'update_refused' });
  });

  test('bytes that are changed between download and installation are refused, deleted, and the old app stays', async () => {
    publish();
    const source = await openSource();
    await source.check(never);
    await source.download(() => {}, never);
    const pending = join(folder, 'cache/updater/pending', NAME);
    await writeFile(pending, other);
    const failed = vi.fn();
    expect(() => source.install(true, failed)).toThrow(
      expect.objectContaining({ condition: 'update_refused' }),
    );
    expect(await downloads()).toEqual([]);
    expect(await readFile(process.env.APPIMAGE ?? '', 'utf8')).toBe('the old one');
  });

  test('bytes of an earlier download that were changed since are not taken, although electron-updater would', async () => {
    publish();
    const source = await openSource();
    await source.check(never);
    await source.download(() => {}, never);
    await writeFile(join(folder, 'cache/updater/pending', NAME), other);
    await expect(source.download(() => {}, never)).rejects.toMatchObject({ condition: 'update_refused' });
    expect(await downloads()).toEqual([]);
    await source.download(() => {}, never);
    expect(await downloads()).toEqual([NAME]);
  });

  test('a file that is not the one announced is refused and not kept', async () => {
    publish({ sha512: sumOf(other) });
    const source = await openSource();
    await source.check(never);
    await expect(source.download(() => {}, never)).rejects.toMatchObject({ condition: 'update_refused' });
    expect(await downloads()).toEqual([]);
  });

  test('the channel beta has the newest of both feed files, whichever that is, and downloads that one', async () => {
    publish();
    const source = await openSource('beta');
    expect(await source.check(never)).toMatchObject({ version: '1.3.0' });
    publish({ version: '1.4.0-beta.1', feed: 'beta' });
    expect(await source.check(never)).toMatchObject({ version: '1.4.0-beta.1' });
    publish({ version: '1.4.0' });
    expect(await source.check(never)).toMatchObject({ version: '1.4.0' });
    // What is downloaded is what was answered, although the other file was asked after it.
    await source.download(() => {}, never);
    expect(await downloads()).toEqual([NAME]);
    publish({ version: '1.1.0', signature: signature({ version: '1.1.0' }) });
    publish({ version: '1.2.0-beta.9', feed: 'beta', signature: signature({ version: '1.2.0-beta.9' }) });
    expect(await source.check(never), 'never an older one').toBeNull();
  });

  test('the channel stable does not even ask for betas', async () => {
    publish();
    publish({ version: '1.4.0-beta.1', feed: 'beta' });
    const source = await openSource();
    expect(await source.check(never)).toMatchObject({ version: '1.3.0' });
    expect(asked.filter(({ url }) => url?.includes('beta'))).toEqual([]);
  });

  test('a beta without our signature is refused like every other version', async () => {
    publish();
    publish({ version: '1.4.0-beta.1', feed: 'beta', signature: null });
    const source = await openSource('beta');
    await expect(source.check(never)).rejects.toMatchObject({ condition: 'update_refused' });
  });

  test('on the channel beta a place without final versions is a check that failed', async () => {
    publish({ version: '1.4.0-beta.1', feed: 'beta' });
    const source = await openSource('beta');
    await expect(source.check(never)).rejects.toMatchObject({ kind: 'network' });
  });

  test('a feed that is not there, and one that is no feed, are a check that failed', async () => {
    const source = await openSource();
    await expect(source.check(never)).rejects.toMatchObject({ kind: 'network' });
    publish();
    for (const name of served.keys()) if (name.endsWith('.yml')) served.set(name, Buffer.from('<html>'));
    await expect(source.check(never)).rejects.toThrow();
  });
});
