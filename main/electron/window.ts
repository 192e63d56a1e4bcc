import { EventEmitter, once } from 'node:events';
import { type BrowserWindow, screen } from 'electron';
import type { Log } from '../common/log.ts';
import { APP_ORIGIN } from '../host/app-origin.ts';
import type { SendEvent } from '../host/call-map.ts';
import type { AppSettings } from '../settings/settings.ts';
import { createAppWindow } from './app-window.ts';
import { sendTo } from './ipc-port.ts';
import { onPageGone, type PageGone } from './page-gone.ts';
import { firstSize, usableBounds } from './window-bounds.ts';

export interface MainWindowDeps {
  /** The preload bundle, absolute. */
  preload: string;
  settings: Pick<AppSettings, 'window' | 'rememberWindow' | 'state'>;
  /** Whether the developer tools may be opened. */
  devtools: boolean;
  log: Log;
}

interface WindowEvents {
  opened: [BrowserWindow];
  /** The page has loaded for the first time. */
  loaded: [];
  /** The window still exists, but its page is gone. */
  pageGone: [PageGone];
  closed: [];
}

/** The library's window: opened on demand, and again after it was closed. */
export class MainWindow extends EventEmitter<WindowEvents> {
  readonly #deps: MainWindowDeps;
  #window: BrowserWindow | null = null;
  #drawn = false;

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

  /** Opens the window, or brings it to the front. */
  readonly show = (): void => {
    const { current } = this;
    if (!current) this.#open();
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
    const opened = openWindow(this.#deps);
    this.#window = opened;
    this.#drawn = false;
    opened.once('ready-to-show', () => {
      this.#drawn = true;
    });
    onPageGone(opened, 'library', (details) => this.emit('pageGone', details));
    this.emit('opened', opened);
    opened.on('closed', () => {
      if (this.#window === opened) this.#window = null;
      this.emit('closed');
    });
    this.reload()
      .then(() => this.emit('loaded'))
      .catch((error: unknown) => this.#deps.log.error('The page could not be loaded.', error));
  }
}

/** Opens the library's window. It is shown once its page is drawn. */
function openWindow({ preload, settings, devtools }: MainWindowDeps): BrowserWindow {
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
  window.once('ready-to-show', () => {
    if (remembered?.maximized) window.maximize();
    window.show();
  });
  window.on('close', () => {
    settings.rememberWindow({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  });
  return window;
}
