/**
 * Where the app begins. The order is lock, sandbox, scheme, guards, ready, and then the phases of main/start/.
 * `--headless COMMAND …` runs a command without a window instead.
 *
 * Electron is ready only once this module has been evaluated (Electron docs, "ES Modules (ESM) in Electron"). So the way to
 * the window awaits nothing here, and a command is awaited to its end: no GPU process, network service or display is
 * asked for, and Chromium has nothing to say on standard error.
 */
import { release } from 'node:os';
import { basename, join } from 'node:path';
import { app, dialog, protocol } from 'electron';
import { TripKitError } from './common/errors.ts';
import type { Log } from './common/log.ts';
import { forbidCoreDumps } from './common/processes.ts';
import { appScheme } from './electron/app-protocol.ts';
import { followCrashes } from './electron/crash-hooks.ts';
import { type AppArguments, hearLinks, readArguments } from './electron/deep-link.ts';
import { missingSandbox } from './electron/process-sandbox.ts';
import { dropWebStorage, guardEverything } from './electron/session-guards.ts';
import type { Paths } from './host/host.ts';
import { openAppLog } from './support/app-log.ts';
import { CrashReports, factsOfError } from './support/crash-report.ts';
import { defaultUserFolder } from './support/health/user-folder.ts';

/** An AppImage that is started by a link named tripkit is the command line (AppImage docs, ARGV0). */
const isCommandLink = process.env.APPIMAGE !== undefined && basename(process.env.ARGV0 ?? '') === 'tripkit';
const given = [...(isCommandLink ? ['--headless'] : []), ...process.argv.slice(app.isPackaged ? 1 : 2)];

await main();

async function main(): Promise<void> {
  let options: AppArguments;
  try {
    options = readArguments(given);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    app.exit(2);
    return;
  }
  if (options.headless) await runCommand(options.headless);
  else beginWindow(options);
}

async function runCommand(argv: readonly string[]): Promise<void> {
  const [{ runHeadless }, { endingSignal, processIo }] = await Promise.all([
    import('./command/headless-command.ts'),
    import('./command/io.ts'),
    forbidCoreDumps(),
  ]);
  // With the switches of Chromium, such as one for an account that can't have a sandbox.
  const self = isCommandLink
    ? [process.execPath, '--headless']
    : process.argv.slice(0, process.argv.indexOf('--headless') + 1);
  app.exit(
    await runHeadless(
      argv,
      processIo(endingSignal(['SIGINT', 'SIGTERM']), [process.execPath, ...self.slice(1)]),
    ),
  );
}

function beginWindow({ user_data, hidden, trace }: AppArguments): void {
  const folder = user_data ?? (process.platform === 'win32' ? defaultUserFolder(process.env) : null);
  if (folder !== null) app.setPath('userData', folder);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  // Asked before: enableSandbox takes --no-sandbox out of the switches.
  const unsafe = app.isPackaged
    ? missingSandbox((name) => app.commandLine.hasSwitch(name), process.env)
    : null;
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([appScheme]);
  guardEverything(app);
  const paths = appPaths();
  dropWebStorage(paths.user_data);
  const log = openAppLog(paths.logs);
  const crashes = openCrashes(paths, log);
  if (unsafe) {
    log.error(unsafe);
    void app.whenReady().then(() => giveUp('Trip Kit Desktop can’t open safely', unsafe));
    return;
  }
  const links = hearLinks(app, given);
  // Before the page's process is there, which gets its limits from Chromium's zygote.
  Promise.all([app.whenReady(), forbidCoreDumps()])
    // Most of the code: it is loaded beside the start of Chromium's own processes, not before.
    .then(() => import('./start/start-app.ts'))
    .then(({ startApp }) => startApp(paths, { hidden, trace, links, crashes }, log))
    .catch((error: unknown) => {
      // What is wrong with the computer is said in words, and is no crash.
      if (!(error instanceof TripKitError)) crashes.record(factsOfError('start', 'main', error));
      startFailed(error, log);
    });
}

function openCrashes(paths: Paths, log: Log): CrashReports {
  const { platform, arch, versions } = process;
  const version = app.getVersion();
  const crashes = new CrashReports({
    folder: paths.crashes,
    logs: paths.logs,
    app: { version, electron: versions.electron ?? null, platform, arch, release: release() },
    now: Date.now,
    uptime: () => process.uptime(),
    log,
  });
  followCrashes({ app, process, crashes, log });
  return crashes;
}

function appPaths(): Paths {
  const bundle = import.meta.dirname;
  const user_data = app.getPath('userData');
  return {
    user_data,
    documents: join(user_data, 'documents'),
    logs: join(user_data, 'logs'),
    crashes: join(user_data, 'crashes'),
    preload: join(bundle, '../preload/preload.cjs'),
    setup_preload: join(bundle, '../preload/setup.cjs'),
    renderer: join(bundle, '../renderer'),
  };
}

function startFailed(error: unknown, log: Log): void {
  log.error('The app could not start.', error);
  const why = error instanceof TripKitError ? error.message : 'Its log says why; send it to support.';
  giveUp('Trip Kit Desktop could not start', why);
}

function giveUp(title: string, why: string): void {
  dialog.showErrorBox(title, why);
  app.exit(1);
}
