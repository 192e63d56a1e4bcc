import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlink, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { _electron, chromium, type ElectronApplication, type Page } from 'playwright-core';
import { freePort } from '../free-port.ts';
import { scriptedDialogs } from '../host/electron/dialog.ts';
import {
  CLOSE_TIMEOUT_MS,
  type LaunchedApp,
  type LaunchOptions,
  START_TIMEOUT_MS,
  setupPageOf,
  within,
} from './launched-app.ts';
import type { Runtime } from './runtime.ts';

/** A hidden page of the app that ends meanwhile makes Playwright's call fail for all pages: it is made again. */
async function forAllPages(call: () => Promise<void>, tries = 5): Promise<void> {
  try {
    await call();
  } catch (error) {
    const isPage = error instanceof Error && error.message.includes('has been closed');
    if (!isPage || tries === 1) throw error;
    await forAllPages(call, tries - 1);
  }
}

/** Starts the app in real Electron, with Chromium's sandbox. Needs a desktop (session.ts). */
export async function launchElectron(runtime: Runtime, options: LaunchOptions): Promise<LaunchedApp> {
  const port = await freePort();
  const debuggerPort = options.debug ? await freePort() : null;
  const args = [
    `--remote-debugging-port=${port}`,
    ...(debuggerPort === null ? [] : [`--inspect=${debuggerPort}`]),
    // Chromium's built-in key, as where it finds no keychain: it opens nothing that the keychain has sealed.
    ...(options.keychain ? ['--password-store=basic'] : []),
    runtime.app,
    '--user-data',
    options.userData,
  ];
  const env = { ...process.env, ...options.env } as Record<string, string>;
  const app = await _electron.launch({
    executablePath: runtime.executable,
    chromiumSandbox: true,
    args: [...args, ...(options.args ?? [])],
    timeout: START_TIMEOUT_MS,
    env,
  });
  // Playwright takes the line in which Node says so.
  if (debuggerPort !== null)
    process.stderr.write(
      `Debugger listening on 127.0.0.1:${debuggerPort}, the page's on 127.0.0.1:${port}\n`,
    );
  const child = app.process();
  const gone = once(child, 'exit');
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      log += chunk.toString('utf8');
      if (options.debug) process.stderr.write(chunk);
    });
  }
  try {
    const page = await within(START_TIMEOUT_MS, 'The window', libraryPage(app));
    page.on('console', (message) => {
      if (message.type() === 'error') log += `[page] ${message.text()}\n`;
    });
    await page.waitForLoadState('load');
    if (options.dialogs !== 'system') await scriptDialogs(app, options.dialogs ?? []);
    return {
      host: 'electron',
      page,
      setupPage: () => setupPageOf(app.context()),
      electron: app,
      inMain: <T>(work: (electron: typeof import('electron')) => T) =>
        app.evaluate(
          (electron, source) => new Function(`return ${source}`)()(electron),
          String(work),
        ) as Promise<Awaited<T>>,
      scriptDialog: (path) =>
        app.evaluate((_electron, answer) => {
          (globalThis as unknown as { scriptDialog(path: string | null): void }).scriptDialog(answer);
        }, path),
      setOffline: (offline) => forAllPages(() => app.context().setOffline(offline)),
      crashPage: async () => {
        await app.evaluate(
          ({ BrowserWindow }) =>
            new Promise<void>((loaded) => {
              const library = BrowserWindow.getAllWindows().find(({ webContents }) =>
                webContents.getURL().startsWith('app://tripkit/'),
              );
              const contents = library?.webContents;
              contents?.once('did-finish-load', () => loaded());
              contents?.forcefullyCrashRenderer();
            }),
        );
        // For Playwright's own launcher a page that has crashed stays so.
        const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
        const next = browser
          .contexts()[0]
          ?.pages()
          .find((one) => one.url().startsWith('app://tripkit/'));
        if (!next) throw new Error('No page came after the crash.');
        return next;
      },
      startAgain: async (...further) => {
        const second = spawn(runtime.executable, [...args, ...further], { env, stdio: 'ignore' });
        const [code] = await within(START_TIMEOUT_MS, 'A second start', once(second, 'exit'));
        return Number(code);
      },
      logs: () => log,
      ended: gone,
      close: async () => {
        await within(CLOSE_TIMEOUT_MS, 'Quitting', app.close()).catch((error: unknown) => {
          child.kill('SIGKILL');
          throw error;
        });
      },
      kill: async () => {
        child.kill('SIGKILL');
        await gone;
        // Chromium's folder of its socket is outside the user data: only an orderly end removes it.
        const socket = await readlink(join(options.userData, 'SingletonSocket')).catch(() => null);
        if (socket !== null) await rm(dirname(socket), { recursive: true, force: true });
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`The app's window did not come:\n${log}`, { cause: error });
  }
}

/** The library's page: those of documents, which no window shows, may come before it. */
function libraryPage(app: ElectronApplication): Promise<Page> {
  const found = Promise.withResolvers<Page>();
  const look = (page: Page) =>
    page.waitForURL(/^app:\/\/tripkit\//, { timeout: START_TIMEOUT_MS }).then(
      () => found.resolve(page),
      () => {
        // It was a document's, or the app ended, which is told.
      },
    );
  app.on('window', look);
  for (const page of app.windows()) void look(page);
  return found.promise;
}

/** Puts scripted answers in the place of the system's file dialogs. */
async function scriptDialogs(app: ElectronApplication, answers: readonly (string | null)[]): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await app.evaluate(
        ({ dialog }, { source, scripted }) => {
          const { script, ...dialogs } = new Function(`return ${source}`)()(scripted);
          Object.assign(dialog, dialogs);
          Object.assign(globalThis, { scriptDialog: script });
        },
        { source: String(scriptedDialogs), scripted: [...answers] },
      );
    } catch (error) {
      // The debugger keeps no hold of the promise that it waits for: a collection of garbage in a busy start may take it. What
      // is done twice here is the same.
      if (turn === 3 || !String(error).includes('promise was garbage collected')) throw error;
    }
  }
}
