/**
 * Updates by electron-updater. Trust on each platform: main/updates/feed.ts; times: main/updates/update-policy.ts.
 *
 * Staged rollouts (`stagingPercentage` in latest*.yml) compare a random UUID, `.updaterId` in the user-data folder. It is
 * never sent: the header that electron-updater would send it in is overwritten.
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { App, Session } from 'electron';
import type { AppUpdater, Logger } from 'electron-updater';
import { systemClock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { abortable } from '../common/wait.ts';
import { checkFeedInfo, feedOf, mayAskForUpdates, refused, unavailable } from '../updates/feed.ts';
import {
  type CheckedUpdate,
  checkAgain,
  checkDownload,
  signedFiles,
  type UpdateFacts,
  type UpdateTrust,
  updateKeys,
} from '../updates/signed-update.ts';
import type { UpdateSource } from '../updates/update-fetch.ts';
import { compareVersions, feedNames, type UpdateChannel } from '../updates/update-policy.ts';
import { updateFile } from '../updates/update-record.ts';
import { Updates, type UpdatesDeps } from '../updates/updates.ts';

/** The part of electron-updater's AppUpdater that is used. */
export type UpdaterLike = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'autoRunAppAfterInstall'
  | 'channel'
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'disableWebInstaller'
  | 'requestHeaders'
  | 'logger'
  | 'checkForUpdates'
  | 'quitAndInstall'
> & {
  on(event: string, listener: (...args: never[]) => void): unknown;
  removeListener(event: string, listener: (...args: never[]) => void): unknown;
  downloadUpdate(token: CancelToken): Promise<string[]>;
};
/** The part of electron-updater's CancellationToken that is used. */
export type CancelToken = Parameters<AppUpdater['downloadUpdate']>[0] & { cancel(): void };

interface SourceOptions {
  feed: URL;
  /** The required signer of the files; null if the system checks its publisher's signature (main/updates/feed.ts). */
  trust: UpdateTrust | null;
  channel: UpdateChannel;
  newToken(): CancelToken;
  /** Ends network calls in progress: electron-updater can't abort a check. */
  closeConnections(): Promise<void>;
  log: Log;
}

/** Connects an updater to the port of main/updates. Any order of events gives one answer per call; late events are dropped. */
export function updaterSource(updater: UpdaterLike, options: SourceOptions): UpdateSource {
  const { feed, trust, channel, newToken, closeConnections, log } = options;
  /** The signed files of the last version found. */
  let signed: readonly UpdateFacts[] = [];
  let checked: CheckedUpdate | null = null;
  updater.logger = loggerOf(log);
  updater.autoDownload = false;
  // Only `install` installs, also when the app quits.
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
  updater.requestHeaders = { 'x-user-staging-id': 'not-told' };
  // The promises reject; an 'error' event without a listener would end the process.
  updater.on('error', () => {});
  // Without this, a proxy that asks for a password would leave the request hanging forever.
  updater.on('login', (_info: unknown, answer: () => void) => answer());

  /** The newer version in a feed file of this name; `downloadUpdate` downloads the version that was checked last. */
  async function ask(name: string, signal: AbortSignal) {
    // Always set: a beta build has its own channel. Setting it also enables downgrades, which the next line disables.
    updater.channel = name;
    updater.allowDowngrade = false;
    const check = updater.checkForUpdates();
    check.catch(() => {});
    const result = await abortable(check, signal);
    return result?.isUpdateAvailable ? result.updateInfo : null;
  }

  /** The newest version in the channel's feed files. */
  async function newest(signal: AbortSignal) {
    const found = [];
    for (const name of feedNames[channel]) {
      const info = await ask(name, signal).catch((error: unknown) => {
        // A feed that never had a beta has no such file.
        if (name !== feedNames.stable[0] && isMissing(error)) return null;
        throw error;
      });
      if (info) found.push({ name, info });
    }
    const best = found.toSorted((a, b) => compareVersions(a.info.version, b.info.version)).at(-1);
    if (best === undefined || best === found.at(-1)) return best?.info ?? null;
    return ask(best.name, signal);
  }

  return {
    async check(signal) {
      signed = [];
      try {
        const info = await newest(signal);
        if (info === null) return null;
        checkFeedInfo(info, feed);
        // Before the download: then electron-updater refuses a file with another checksum, and does not make it executable.
        if (trust) signed = signedFiles(info, trust);
        const { version, releaseNotes } = info;
        return { version, notes: releaseNotes };
      } catch (error) {
        if (signal.aborted) await closeQuietly(closeConnections, log);
        signal.throwIfAborted();
        throw updateError(error);
      }
    },
    async download(onPercent, signal) {
      signal.throwIfAborted();
      checked = null;
      const token = newToken();
      const onProgress = ({ percent }: { percent: number }) => onPercent(percent);
      updater.on('download-progress', onProgress);
      const downloaded = updater.downloadUpdate(token);
      downloaded.catch(() => {});
      try {
        const [path = ''] = await abortable(downloaded, signal);
        if (trust) checked = await checkDownload(path, signed, { signal, log });
      } catch (error) {
        if (signal.aborted) {
          token.cancel();
          await closeQuietly(closeConnections, log);
        }
        signal.throwIfAborted();
        throw updateError(error);
      } finally {
        updater.removeListener('download-progress', onProgress);
      }
    },
    install(restart, onFailure) {
      if (trust) {
        if (checked === null) throw refused('it was not checked');
        checkAgain(checked);
      }
      updater.on('error', onFailure);
      // Squirrel.Mac uses this; the others use the second argument.
      updater.autoRunAppAfterInstall = restart;
      updater.quitAndInstall(true, restart);
    },
  };
}

/** Whether a feed has no file of that name. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND';
}

async function closeQuietly(close: () => Promise<void>, log: Log): Promise<void> {
  try {
    await close();
  } catch (error) {
    log.warn(`The updater's connections could not be closed: ${String(error)}`);
  }
}

/** Writes electron-updater's lines to the app's log, which redacts them; debug lines are dropped. */
export function loggerOf(log: Log): Logger {
  const text = (message: unknown) =>
    `Updates: ${message instanceof Error ? (message.stack ?? message.message) : String(message)}`.slice(
      0,
      4_000,
    );
  return {
    info: (message) => log.info(text(message)),
    warn: (message) => log.warn(text(message)),
    // Most are a lost network; the caller logs serious errors.
    error: (message) => log.warn(text(message)),
  };
}

interface BuildFacts {
  packaged: boolean;
  platform: NodeJS.Platform;
  /** The processor by Node's name: updates must match it. */
  arch: string;
  /** Folder of app-update.yml, absolute. */
  resources: string;
  /** Folder of package.json, absolute: the app's archive. */
  code: string;
  /** The program, absolute. */
  program: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The electron-updater class for this installation. @throws TripKitError of kind `config` if there is none */
export function updaterFor(
  { packaged, platform, resources, program, env }: BuildFacts,
  exists: (path: string) => boolean = existsSync,
): 'NsisUpdater' | 'MacUpdater' | 'AppImageUpdater' {
  if (!packaged) throw unavailable('it runs from source');
  if (!exists(join(resources, 'app-update.yml')))
    throw unavailable('it names no place that updates come from');
  if (platform === 'darwin') return 'MacUpdater';
  if (platform === 'win32') {
    // NSIS puts its uninstaller beside the program; an MSI has none, and is updated by its distributor.
    const uninstaller = `Uninstall ${basename(program, '.exe')}.exe`;
    if (exists(join(dirname(program), uninstaller))) return 'NsisUpdater';
    throw unavailable('it was installed by an MSI package, and is updated by whoever distributes that');
  }
  if (platform === 'linux' && env.APPIMAGE) return 'AppImageUpdater';
  throw unavailable('it was installed by a package of your system, and is updated by a newer package');
}

/** Opens the update source of this installation; loads electron-updater only then. @throws TripKitError of kind `config` */
export async function openUpdateSource(
  facts: BuildFacts,
  channel: UpdateChannel,
  log: Log,
): Promise<UpdateSource> {
  const name = updaterFor(facts);
  const trust = name === 'AppImageUpdater' ? trustOf(facts) : null;
  const library = await import('electron-updater');
  const updater = new library[name]();
  updater.logger = loggerOf(log);
  const config = await readConfig(updater);
  const feed = feedOf(config, facts.platform);
  const session: Session = updater.netSession;
  await openForUpdates(session, feed);
  return updaterSource(updater as UpdaterLike, {
    feed,
    trust,
    channel,
    newToken: () => new library.CancellationToken(),
    closeConnections: () => session.closeAllConnections(),
    log,
  });
}

/** The signer of updates, from the build (build/release.config.mjs). @throws TripKitError of kind `config` */
function trustOf({ code, platform, arch }: BuildFacts): UpdateTrust {
  const manifest: { updateKeys?: unknown } = JSON.parse(readFileSync(join(code, 'package.json'), 'utf8'));
  return { keys: updateKeys(manifest.updateKeys), platform: `${platform}-${arch}` };
}

/** app-update.yml as electron-updater reads it ("public, allow to read old config for anyone", AppUpdater.js). */
async function readConfig(updater: object): Promise<unknown> {
  const lazy: unknown = Reflect.get(updater, 'configOnDisk');
  if (typeof lazy !== 'object' || lazy === null) throw unavailable('its updater is of another version');
  try {
    return await Reflect.get(lazy, 'value');
  } catch {
    throw unavailable('its place of updates can’t be read');
  }
}

interface ComposeDeps
  extends Pick<UpdatesDeps, 'managed' | 'channel' | 'hours' | 'circumstances' | 'notices' | 'onChange'> {
  app: Pick<App, 'quit' | 'getVersion' | 'getAppPath' | 'isPackaged'>;
  /** `update-state.json`, absolute. */
  file: string;
  log: Log;
}

/** Creates the app's updates. Call this before anything that may fail at a start. */
export function composeUpdates({ app, file, log, ...deps }: ComposeDeps): Updates {
  const facts = {
    packaged: app.isPackaged,
    platform: process.platform,
    arch: process.arch,
    code: app.getAppPath(),
    // Plain Node (the window host) has none.
    resources: process.resourcesPath ?? '',
    program: process.execPath,
    env: process.env,
  };
  return new Updates({
    ...deps,
    running: app.getVersion(),
    file: updateFile(file, log),
    openSource: () => openUpdateSource(facts, deps.channel, log),
    quit: () => app.quit(),
    clock: systemClock,
    random: Math.random,
    log,
  });
}

/**
 * Opens the updater's own session, which session-guards.ts closes, for updates only: https, or this machine if the feed is
 * there. A redirect is a separate request. Proxies are the system's; nothing is kept on disk.
 */
export async function openForUpdates(
  session: Pick<Session, 'webRequest' | 'setProxy'>,
  feed: URL,
): Promise<void> {
  // Only one listener per kind is possible: this one replaces that of session-guards.ts.
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !(mayAskForUpdates(url) && new URL(url).protocol === feed.protocol) });
  });
  await session.setProxy({ mode: 'system' });
}

/** Codes of electron-updater for content that can't be trusted (electron-updater/out: newError calls). */
const REFUSALS: Record<string, string> = {
  ERR_CHECKSUM_MISMATCH: 'its file is damaged or is not the one that was announced',
  ERR_UPDATER_INVALID_SIGNATURE: 'it is not signed by the publisher of this app',
  ERR_UPDATER_NO_CHECKSUM: 'it came without a checksum',
  ERR_UPDATER_WEB_INSTALLER_DISABLED: 'it would load its parts from elsewhere',
  ERR_UPDATER_INVALID_VERSION: 'its version can’t be read',
  ERR_UPDATER_ZIP_FILE_NOT_FOUND: 'it has no file for this computer',
  ERR_UPDATER_NO_FILES_PROVIDED: 'it has no file for this computer',
};
const DISK_CODES = new Set(['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'EIO']);

/** An error of electron-updater as a failure with a kind and a sentence. */
export function updateError(error: unknown): TripKitError {
  if (error instanceof TripKitError) return error;
  const code = error instanceof Error ? String(Reflect.get(error, 'code') ?? '') : '';
  const why = REFUSALS[code];
  if (why !== undefined) return refused(why, error);
  // Squirrel.Mac has no codes (Electron docs, autoUpdater).
  if (error instanceof Error && /code signature|did not pass validation/i.test(error.message)) {
    return refused('it is not signed by the publisher of this app', error);
  }
  if (DISK_CODES.has(code)) {
    return new TripKitError(
      'disk',
      'The update could not be written to this disk. Check free space and access rights.',
      { cause: error },
    );
  }
  return new TripKitError(
    'network',
    'The place of updates could not be reached. Check the connection and try again later.',
    { cause: error },
  );
}
