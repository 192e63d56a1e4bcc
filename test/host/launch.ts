/**
 * Starts the app for a test or the demo in the first host that is there: real Electron, else the Chromium window host
 * as a process of its own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { _electron, chromium, type Page } from 'playwright-core';
import type { ControlMessage, HostReport } from './electron/control.ts';
import { appPath } from './electron/host-options.ts';
import { findElectron } from './find-electron.ts';
import { forgetBodies } from './forget-bodies.ts';

/** How long a start may take, ms: a cold browser on a busy machine is slow. */
const START_TIMEOUT_MS = 90_000;
/** How long an orderly end may take, ms, before the process is killed. */
const CLOSE_TIMEOUT_MS = 20_000;

export interface LaunchOptions {
  /** The user-data folder; a test gives each run its own. */
  userData: string;
  /** Further arguments of the app. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Answers of the first file dialogs: a path, or null for Cancel. */
  dialogs?: readonly (string | null)[];
  /** Shows the window where there is a display; tests don't. */
  headed?: boolean;
}

export interface LaunchedApp {
  readonly host: 'electron' | 'chromium';
  readonly page: Page;
  /** Adds the answer of a file dialog: the one that is open, or the next. */
  scriptDialog(path: string | null): Promise<void>;
  /** The page's network off or on; the app's own files are none of it. */
  setOffline(offline: boolean): Promise<void>;
  /** What the app wrote to its standard output and error, and errors of the page. */
  logs(): string;
  /** Quits as a person does. */
  close(): Promise<void>;
  /** Ends the process at once, as a power cut does. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts the app and resolves when its first page is drawn. Rejects with its log where it ends before. */
export function launchApp(options: LaunchOptions): Promise<LaunchedApp> {
  const electron = findElectron();
  return electron ? launchElectron(electron, options) : launchChromium(options);
}

async function launchChromium(options: LaunchOptions): Promise<LaunchedApp> {
  const child = fork(
    join(import.meta.dirname, 'run-app.ts'),
    ['--user-data', options.userData, ...(options.args ?? [])],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {
        ...process.env,
        TRIPKIT_HOST_DEBUGGABLE: '1',
        TRIPKIT_HOST_HEADLESS: options.headed ? '0' : '1',
        TRIPKIT_HOST_DIALOGS: JSON.stringify(options.dialogs ?? []),
        ...options.env,
      },
    },
  );
  let log = '';
  const keep = (chunk: Buffer) => {
    log += chunk.toString('utf8');
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const gone = once(child, 'exit');
  try {
    const endpoint = await ready(child, () => log);
    const browser = await chromium.connectOverCDP(endpoint);
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('The host has no page.');
    await forgetBodies(page);
    const tell = (message: ControlMessage) => void child.send(message);
    let lastId = 0;
    return {
      host: 'chromium',
      page,
      scriptDialog: async (path) => tell({ type: 'dialog', path }),
      setOffline: async (offline) => {
        const id = ++lastId;
        const done = report(child, (message) => message.type === 'done' && message.id === id);
        tell({ type: 'offline', offline, id });
        await done;
      },
      logs: () => log,
      close: async () => {
        await browser.close().catch(() => {});
        if (child.exitCode === null && child.signalCode === null) tell({ type: 'quit' });
        await endOf(child, gone);
      },
      kill: async () => {
        child.kill('SIGKILL');
        await gone;
        await browser.close().catch(() => {});
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** The debugging endpoint of a host whose first page is drawn. */
async function ready(child: ChildProcess, log: () => string): Promise<string> {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The app ended before its window was there:\n${log()}`);
  });
  const message = await Promise.race([report(child, ({ type }) => type === 'ready'), ended, late(log)]);
  if (message.type !== 'ready' || message.endpoint === null)
    throw new Error('The host has no debugging endpoint.');
  return message.endpoint;
}

function report(child: ChildProcess, wanted: (message: HostReport) => boolean): Promise<HostReport> {
  return new Promise((resolve) => {
    const listener = (message: unknown) => {
      const given = message as HostReport;
      if (!wanted(given)) return;
      child.off('message', listener);
      resolve(given);
    };
    child.on('message', listener);
  });
}

function late(log: () => string): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () =>
      reject(new Error(`The app's window was not there after ${START_TIMEOUT_MS} ms:\n${log()}`));
    setTimeout(fail, START_TIMEOUT_MS).unref();
  });
}

async function endOf(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
  if (child.signalCode === 'SIGKILL') throw new Error(`The app did not quit within ${CLOSE_TIMEOUT_MS} ms.`);
}

async function launchElectron(executablePath: string, options: LaunchOptions): Promise<LaunchedApp> {
  const app = await _electron.launch({
    executablePath,
    // Chromium has no sandbox for root.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      appPath,
      '--user-data',
      options.userData,
      ...(options.args ?? []),
    ],
    timeout: START_TIMEOUT_MS,
    env: { ...process.env, ...options.env } as Record<string, string>,
  });
  let log = '';
  const child = app.process();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      log += chunk.toString('utf8');
    });
  }
  const gone = once(child, 'exit');
  await app.evaluate(({ dialog }, scripted) => {
    const answers = [...scripted];
    const waiting: ((path: string | null) => void)[] = [];
    const next = () =>
      new Promise<string | null>((resolve) => {
        const answer = answers.shift();
        if (answer === undefined) waiting.push(resolve);
        else resolve(answer);
      });
    Object.assign(globalThis, {
      scriptDialog: (path: string | null) => {
        const first = waiting.shift();
        if (first) first(path);
        else answers.push(path);
      },
    });
    dialog.showOpenDialog = async () => {
      const path = await next();
      return { canceled: path === null, filePaths: path === null ? [] : [path] };
    };
    dialog.showSaveDialog = async () => {
      const path = await next();
      return { canceled: path === null, filePath: path ?? '' };
    };
  }, options.dialogs ?? []);
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  page.on('console', (message) => {
    if (message.type() === 'error') log += `[page] ${message.text()}\n`;
  });
  return {
    host: 'electron',
    page,
    scriptDialog: (path) =>
      app.evaluate((_electron, answer) => {
        (globalThis as unknown as { scriptDialog(path: string | null): void }).scriptDialog(answer);
      }, path),
    setOffline: (offline) =>
      app.evaluate(
        ({ session }, off) => session.defaultSession.enableNetworkEmulation({ offline: off }),
        offline,
      ),
    logs: () => log,
    close: () => app.close(),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
