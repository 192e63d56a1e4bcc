import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { AppStandIn } from './app.ts';
import type { HostBrowser } from './host-browser.ts';
import type { IpcMainStandIn } from './ipc-main.ts';
import { preventableEvent } from './preventable.ts';
import type { SessionStandIn } from './session.ts';
import { standIn } from './stand-in.ts';
import { WebContentsStandIn } from './web-contents.ts';
import { nativeThemeStandIn } from './window-parts.ts';

export interface WindowHost {
  app: AppStandIn;
  ipcMain: IpcMainStandIn;
  session: SessionStandIn;
  /** The parts behind a session that the app was given. */
  sessionOf(session: Electron.Session): SessionStandIn;
  browser(): HostBrowser;
  /** Told when a window's first page is drawn. */
  onShown(): void;
}

type HostWindow = Pick<
  Electron.BrowserWindow,
  | 'close'
  | 'destroy'
  | 'focus'
  | 'getNormalBounds'
  | 'hide'
  | 'isDestroyed'
  | 'isFocused'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'setBackgroundColor'
  | 'setProgressBar'
  | 'show'
>;

/** What a window must be to be shown: the host has no unsafe page, so an unsafe wish is an error. */
const required = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
} as const;

/** @throws Error where a page could do more than the app lets it */
export function requireSafe(preferences: Electron.WebPreferences): void {
  for (const [key, value] of Object.entries(required)) {
    if (Reflect.get(preferences, key) !== value)
      throw new Error(`The window needs webPreferences.${key}: ${value}.`);
  }
}

/** Makes the host's BrowserWindow class. Its bounds are those that were asked for: Chromium places its own window. */
export function browserWindowClass(host: WindowHost) {
  const all = new Set<BrowserWindow>();

  class BrowserWindow extends EventEmitter implements HostWindow {
    readonly #contents: WebContentsStandIn;
    readonly #bounds: Electron.Rectangle;
    readonly #attached: Promise<void>;
    #destroyed = false;

    constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
      super();
      if (!host.app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
      const preferences = options.webPreferences ?? {};
      requireSafe(preferences);
      if (!preferences.preload) throw new Error('The window needs webPreferences.preload.');
      this.#bounds = {
        x: options.x ?? 0,
        y: options.y ?? 0,
        width: options.width ?? 800,
        height: options.height ?? 600,
      };
      const session = preferences.session ? host.sessionOf(preferences.session) : host.session;
      this.#contents = new WebContentsStandIn(session, host.ipcMain, preferences.preload);
      this.#contents.once('destroyed', () => this.#gone());
      all.add(this);
      host.app.emit('web-contents-created', {}, this.webContents);
      this.#attached = this.#contents.attach(host.browser());
      nativeThemeStandIn.on('updated', this.#followTheme);
      this.#attached.catch((error: unknown) => process.stderr.write(`[host] ${String(error)}\n`));
    }

    static getAllWindows(): BrowserWindow[] {
      return [...all];
    }

    get webContents(): Electron.WebContents {
      return standIn('webContents', this.#contents) as unknown as Electron.WebContents;
    }

    async loadURL(url: string): Promise<void> {
      await this.#attached;
      await this.#followTheme();
      await this.#contents.load(url);
      this.emit('ready-to-show');
      host.onShown();
    }

    getNormalBounds(): Electron.Rectangle {
      return { ...this.#bounds };
    }

    /** The page is told of the theme as Electron does: by its media query. */
    readonly #followTheme = async (): Promise<void> => {
      try {
        await this.#attached;
        const { themeSource } = nativeThemeStandIn;
        await this.#contents.page.emulateMedia({
          colorScheme: themeSource === 'system' ? null : themeSource,
        });
      } catch {
        // The page has gone.
      }
    };

    setBackgroundColor(colour: string): void {
      if (!/^#[0-9a-f]{6}$/.test(colour)) throw new TypeError(`${colour} is no colour.`);
    }

    show(): void {
      // Chromium's window is seen from its start.
    }

    hide(): void {
      // It stays where it is: Chromium hides no window of its own.
    }

    isFocused(): boolean {
      return true;
    }

    setProgressBar(progress: number): void {
      if (!(progress <= 1)) throw new TypeError(`There is no progress of ${progress}.`);
    }

    maximize(): void {
      // Chromium remembers that of its own window.
    }

    restore(): void {
      this.focus();
    }

    focus(): void {
      this.#attached.then(() => this.#contents.page.bringToFront()).catch(() => {});
    }

    isMaximized(): boolean {
      return false;
    }

    isVisible(): boolean {
      return !this.#destroyed;
    }

    isMinimized(): boolean {
      return false;
    }

    isDestroyed(): boolean {
      return this.#destroyed;
    }

    close(): void {
      this.#close().catch(() => {});
    }

    destroy(): void {
      this.#contents.page.close().catch(() => {});
    }

    /** Resolves to false where a listener prevented it. */
    async #close(): Promise<boolean> {
      if (this.#destroyed) return true;
      const event = preventableEvent({});
      this.emit('close', event);
      if (event.defaultPrevented) return false;
      this.#closing = true;
      await this.#contents.page.close().catch(() => {});
      return true;
    }

    #closing = false;

    /** The page is closed: by `close`, or by the person, whom Chromium does not let the app stop. */
    #gone(): void {
      if (this.#destroyed) return;
      if (!this.#closing) this.emit('close', preventableEvent({}));
      this.#destroyed = true;
      all.delete(this);
      nativeThemeStandIn.off('updated', this.#followTheme);
      this.emit('closed');
      if (all.size === 0) host.app.windowAllClosed();
    }

    static async closeAll(): Promise<boolean> {
      const closed = await Promise.all([...all].map((window) => window.#close()));
      return closed.every(Boolean);
    }
  }

  return BrowserWindow;
}
