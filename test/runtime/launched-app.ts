/** The app as a test or the demo drives it, whatever runtime shows it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, ElectronApplication, Page } from 'playwright-core';

/** How long a start may take, ms: a cold browser on a busy machine is slow. */
export const START_TIMEOUT_MS = 90_000;
/** How long an orderly end may take, ms, before the process is killed. */
export const CLOSE_TIMEOUT_MS = 20_000;

export interface LaunchOptions {
  /** The user-data folder; a test gives each run its own. */
  userData: string;
  /** Further arguments of the app. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /**
   * Answers of the first file dialogs: a path, or null for Cancel. `system`: the system's own dialogs open (Electron), or the
   * terminal asks (Chromium window host).
   */
  dialogs?: readonly (string | null)[] | 'system';
  /**
   * `none`: as on a computer without a keychain; `locked`: as with one that does not open what it has sealed. By default
   * there is one.
   */
  keychain?: 'none' | 'locked';
  /** Shows the window of the Chromium host where there is a display; tests don't. */
  headed?: boolean;
  /** For a person: what the app writes goes to standard error, and the main process listens for a debugger on a free port. */
  debug?: boolean;
}

export interface LaunchedApp {
  readonly host: 'electron' | 'chromium';
  readonly page: Page;
  /** The page of the window of set-up, once it is open and drawn. */
  setupPage(): Promise<Page>;
  /** The main process, in Electron. */
  readonly electron: ElectronApplication | null;
  /** Runs a function in the main process by its source text: it uses nothing outside itself but Electron's modules. */
  inMain<T>(work: (electron: typeof import('electron')) => T): Promise<Awaited<T>>;
  /** Adds the answer of a file dialog: the one that is open, or the next. */
  scriptDialog(path: string | null): Promise<void>;
  /** The page's network off or on; the app's own files are none of it. */
  setOffline(offline: boolean): Promise<void>;
  /** Ends the page's process as a hole in it would; the page that comes after it. */
  crashPage(): Promise<Page>;
  /** Starts the app once more on the same user data; the exit code of that second process. */
  startAgain(...args: string[]): Promise<number>;
  /** What the app wrote to its standard output and error, and errors of the page. */
  logs(): string;
  /** Settles when the process is gone, for whatever reason. */
  readonly ended: Promise<unknown>;
  /** Quits as a person does. */
  close(): Promise<void>;
  /** Ends the process at once, as a power cut does. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** How often it is looked whether a window has come, ms. */
const LOOK_MS = 50;

/** The page of the window of set-up among those of `context`, once it is drawn. */
export function setupPageOf(context: BrowserContext): Promise<Page> {
  const find = async (signal: AbortSignal) => {
    for (;;) {
      const page = context
        .pages()
        .find((one) => /^(app:\/\/setup|http:\/\/setup\.localhost)\//.test(one.url()));
      if (page) {
        await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
        return page;
      }
      await pause(LOOK_MS, undefined, { signal });
    }
  };
  const ended = new AbortController();
  return within(START_TIMEOUT_MS, 'The window of set-up', find(ended.signal)).finally(() => ended.abort());
}

/** Fails when a promise does not settle in time. @throws Error with what was waited for */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what} took longer than ${ms} ms.`)), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
