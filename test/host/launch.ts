/** Starts the app for a test, the demo or a bench in the Chromium window host, as a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import {
  CLOSE_TIMEOUT_MS,
  type LaunchedApp,
  type LaunchOptions,
  START_TIMEOUT_MS,
  setupPageOf,
  within,
} from '../runtime/launched-app.ts';
import { HOST_ORIGIN } from './app-listener.ts';
import type { ControlMessage, HostReport } from './electron/control.ts';
import { forgetBodies } from './forget-bodies.ts';

const program = join(import.meta.dirname, 'run-app.ts');

/** Resolves when the first page is drawn; rejects with the log where the app ends before. */
export async function launchInChromium(options: LaunchOptions): Promise<LaunchedApp> {
  const atTerminal = options.dialogs === 'system';
  const child = fork(program, ['--user-data', options.userData, ...(options.args ?? [])], {
    stdio: [atTerminal ? 'inherit' : 'ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', ...(options.debug ? ['--inspect=0'] : [])],
    env: {
      ...process.env,
      TRIPKIT_HOST_DEBUGGABLE: '1',
      TRIPKIT_HOST_HEADLESS: options.headed ? '0' : '1',
      TRIPKIT_HOST_DIALOGS: JSON.stringify(atTerminal ? [] : (options.dialogs ?? [])),
      ...(options.keychain ? { TRIPKIT_HOST_KEYCHAIN: options.keychain } : {}),
      ...options.env,
    },
  });
  let log = '';
  const keep = (chunk: Buffer) => {
    log += chunk.toString('utf8');
    if (options.debug) process.stderr.write(chunk);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const gone = once(child, 'exit');
  try {
    const endpoint = await ready(child, () => log);
    const browser = await chromium.connectOverCDP(endpoint);
    // Pages of documents, which no window shows, may be there before it.
    const page = browser
      .contexts()[0]
      ?.pages()
      .find((one) => one.url().startsWith(HOST_ORIGIN));
    if (!page) throw new Error('The host has no page.');
    await forgetBodies(page);
    const tell = (message: ControlMessage) => void child.send(message);
    let lastId = 0;
    const order = async (
      message: { type: 'offline'; offline: boolean } | { type: 'run'; source: string },
    ) => {
      const id = ++lastId;
      const done = report(child, (told) => told.type === 'done' && told.id === id);
      tell({ ...message, id });
      const told = await done;
      if (told.type === 'done' && told.problem !== undefined) throw new Error(told.problem);
      return told.type === 'done' ? told.value : undefined;
    };
    return {
      host: 'chromium',
      page,
      setupPage: () => setupPageOf(page.context()),
      electron: null,
      scriptDialog: async (path) => tell({ type: 'dialog', path }),
      inMain: <T>(work: (electron: typeof import('electron')) => T) =>
        order({ type: 'run', source: String(work) }) as Promise<Awaited<T>>,
      setOffline: async (offline) => void (await order({ type: 'offline', offline })),
      // Electron alone gets over these two.
      crashPage: () => Promise.reject(new Error('The Chromium window host ends with its page.')),
      startAgain: () => Promise.reject(new Error('The Chromium window host knows of no second start.')),
      logs: () => log,
      ended: gone,
      close: async () => {
        await browser.close().catch(() => {});
        if (child.exitCode === null && child.signalCode === null) tell({ type: 'quit' });
        await endOf(child, gone);
      },
      kill: async () => {
        const killBrowser = await killerOf(browser).catch(() => () => {});
        child.kill('SIGKILL');
        // When its host is gone it would end in order, and write to the user data meanwhile.
        killBrowser();
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
  const drawn = report(child, ({ type }) => type === 'ready');
  const message = await within(START_TIMEOUT_MS, "The app's window", Promise.race([drawn, ended])).catch(
    (error: unknown) => {
      throw new Error(`${error instanceof Error ? error.message : error}\n${log()}`);
    },
  );
  if (message.type !== 'ready' || message.endpoint === null)
    throw new Error('The host has no debugging endpoint.');
  return message.endpoint;
}

/** Kills all processes of a browser. @throws Error where it has ended */
async function killerOf(browser: Browser): Promise<() => void> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return () => {
    for (const { id } of processInfo) {
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        // It has ended with another one.
      }
    }
  };
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

async function endOf(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
  if (child.signalCode === 'SIGKILL') throw new Error(`The app did not quit within ${CLOSE_TIMEOUT_MS} ms.`);
}
