import { EventEmitter, once } from 'node:events';
import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  nativeTheme,
  type Session,
  screen,
} from 'electron';
import type { Log } from '../common/log.ts';
import { APP_ORIGIN } from '../host/app-origin.ts';
import type { EventMessage, SendEvent } from '../host/call-map.ts';
import type { AppSettings } from '../settings/settings.ts';
import { sendTo } from './ipc-port.ts';
import { onPageGone, type PageGone } from './session-guards.ts';
import { firstSize, usableBounds } from './window-bounds.ts';
import { closeOnceFree } from './window-end.ts';

interface MainWindowDeps {
  /** The preload bundle, absolute. */
  preload: string;
  settings: Pick<AppSettings, 'window' | 'rememberWindow' | 'state'>;
  /** Whether the developer tools may be opened. */
  devtools: boolean;
  log: Log;
}

interface MainWindowEvents {
  opened: [BrowserWindow];
  /** The page has loaded for the first time. */
  loaded: [];
  /** The window still exists, but its page is gone. */
  pageGone: [PageGone];
  closed: [];
}

/** The library's window: opened on demand, and again after it was closed. */
export class MainWindow extends EventEmitter<MainWindowEvents> {
  readonly #deps: MainWindowDeps;
  #window: BrowserWindow | null = null;
  #maximized = false;
  #loading: Promise<void> = Promise.resolve();
  #drawn = false;
  /** Whether `opened` was emitted for the window: it is not shown before. */
  #opened = false;

  constructor(deps: MainWindowDeps) {
    super();
    this.#deps = deps;
  }

  /** The window if it is open; null if it is closed. */
  get current(): BrowserWindow | null {
    return this.#window?.isDestroyed() ? null : this.#window;
  }

  /** Sends an event of the contract, if the window is open. */
  readonly send: SendEvent = (...message) => sendTo(this.current, ...message);

  /** Creates the window and loads its page, unseen: `show` then opens it sooner. */
  prepare(): void {
    const { window, maximized } = openWindow(this.#deps);
    this.#window = window;
    this.#maximized = maximized;
    this.#drawn = false;
    this.#opened = false;
    window.once('ready-to-show', () => {
      this.#drawn = true;
      if (this.#opened) this.#reveal(window);
    });
    onPageGone(window, 'library', (details) => {
      // One that nobody has seen: the next is opened as if there had been none.
      if (this.#opened) this.emit('pageGone', details);
      else window.destroy();
    });
    this.#loading = this.reload();
    // Reported when the window opens.
    this.#loading.catch(() => {});
  }

  /** Opens the window, or brings it to the front. */
  readonly show = (): void => {
    const { current } = this;
    if (!current || !this.#opened) this.#open();
    // A window that has just opened shows itself once it is drawn.
    else if (this.#drawn) {
      if (current.isMinimized()) current.restore();
      // It may be hidden in the tray.
      current.show();
      current.focus();
    }
  };

  /** The same; resolves once the window is drawn or closed. */
  async shown(): Promise<void> {
    this.show();
    const { current } = this;
    if (current && !this.#drawn)
      await Promise.race([once(current, 'ready-to-show'), once(current, 'closed')]);
  }

  /** Reloads the page, if the window is open. Rejects with Electron's error if it can't be loaded. */
  async reload(): Promise<void> {
    await this.current?.loadURL(`${APP_ORIGIN}/index.html`);
  }

  #open(): void {
    if (!this.current) this.prepare();
    const opened = this.current;
    if (!opened) return;
    this.#opened = true;
    this.emit('opened', opened);
    closeOnceFree(opened);
    opened.on('closed', () => {
      if (this.#window === opened) this.#window = null;
      this.emit('closed');
    });
    if (this.#drawn) this.#reveal(opened);
    this.#loading
      .then(() => this.emit('loaded'))
      .catch((error: unknown) => this.#deps.log.error('The page could not be loaded.', error));
  }

  #reveal(window: BrowserWindow): void {
    if (this.#maximized) window.maximize();
    window.show();
  }
}

/** Creates the library's window where it was. */
function openWindow({ preload, settings, devtools }: MainWindowDeps): {
  window: BrowserWindow;
  maximized: boolean;
} {
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const remembered = usableBounds(settings.window, areas);
  const size = remembered ?? firstSize(screen.getPrimaryDisplay().workArea);
  const window = createAppWindow({
    title: 'Trip Kit Desktop',
    width: size.width,
    height: size.height,
    ...(remembered ? { x: remembered.x, y: remembered.y } : {}),
    minWidth: 720,
    minHeight: 480,
    preload,
    devtools,
  });
  window.on('close', () => {
    settings.rememberWindow({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  });
  return { window, maximized: remembered?.maximized === true };
}

/** The pages' background, so nothing flashes before they are drawn; `--ground` in renderer/design/tokens.css. */
const BACKGROUND = { dark: '#0c1116', light: '#eef1f5' } as const;

interface AppWindowOptions
  extends Omit<BrowserWindowConstructorOptions, 'webPreferences' | 'show' | 'backgroundColor'> {
  /** The preload bundle, absolute. */
  preload: string;
  /** Whether the developer tools may be opened. */
  devtools: boolean;
  /** By default that of the library. */
  session?: Session;
}

/**
 * The preferences of all our pages, visible or hidden.
 * @see https://www.electronjs.org/docs/latest/tutorial/security (recommendations 2, 3, 4, 6)
 */
export const SANDBOXED = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
} as const;

/** Creates a window with what all windows share. It is not shown yet. */
export function createAppWindow({ preload, devtools, session, ...options }: AppWindowOptions): BrowserWindow {
  const background = () => (nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light);
  const window = new BrowserWindow({
    ...options,
    show: false,
    backgroundColor: background(),
    webPreferences: {
      ...SANDBOXED,
      preload,
      devTools: devtools,
      ...(session ? { session } : {}),
    },
  });
  // Visible when the window grows faster than its page.
  const repaint = () => window.setBackgroundColor(background());
  nativeTheme.on('updated', repaint);
  window.once('closed', () => nativeTheme.off('updated', repaint));
  return window;
}

/**
 * Creates a window that nobody sees, without a preload script: its page has no bridge. It closes with its parent.
 *
 * @param options.plugins whether it shows PDFs in Chromium's viewer
 */
export function createHiddenWindow(
  parent: BrowserWindow | null,
  options: { session: Session; plugins: boolean },
): BrowserWindow {
  return new BrowserWindow({
    show: false,
    ...(parent ? { parent } : {}),
    webPreferences: {
      ...SANDBOXED,
      ...options,
      devTools: false,
      disableDialogs: true,
      // It is hidden, but its work is waited for.
      backgroundThrottling: false,
    },
  });
}

/** Requests of the system's menus, notifications and links to the window. */
export type WindowEvent = Extract<EventMessage, ['app.command' | 'app.openKit', unknown]>;

/** Most events that wait; nobody needs more. */
const MAX_WAITING = 10;

/** Events that open a closed window, and wait until its page listens. */
export class WindowEvents {
  readonly #deps: { send(...event: WindowEvent): void; showWindow(): void };
  readonly #waiting: WindowEvent[] = [];
  #listening = false;

  constructor(deps: { send(...event: WindowEvent): void; showWindow(): void }) {
    this.#deps = deps;
  }

  /** Shows the window and sends the event as soon as its page listens. */
  send(...event: WindowEvent): void {
    this.#deps.showWindow();
    if (this.#listening) {
      this.#deps.send(...event);
      return;
    }
    this.#waiting.push(event);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** The page receives events now (call `app.listening`). */
  listening(): void {
    this.#listening = true;
    for (const event of this.#waiting.splice(0)) this.#deps.send(...event);
  }

  /** The page is gone: its window or its process has ended. */
  gone(): void {
    this.#listening = false;
  }
}
