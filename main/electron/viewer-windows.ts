import { EventEmitter } from 'node:events';
import { BrowserWindow, screen } from 'electron';
import type { ViewerStart } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { APP_ORIGIN } from '../host/app-origin.ts';
import type { SendEvent } from '../host/call-map.ts';
import type { AppSettings } from '../settings/settings.ts';
import { MAX_DISPLAYS } from '../settings/settings-file.ts';
import { createAppWindow } from './app-window.ts';
import { sendTo } from './ipc-port.ts';
import { onPageGone, type PageGone } from './page-gone.ts';
import { rememberedPlaces, viewerBounds, viewerPlace } from './window-bounds.ts';
import { type WindowEvent, WindowEvents } from './window-events.ts';

/** So many further windows at most: each has a process of its own, and those of its documents. */
export const MAX_VIEWERS = 4;

/** The part of a further window's address that says which it is. */
const WINDOW_PARAMETER = 'window';

export interface ViewerWindowsDeps {
  /** The preload bundle of the library's page, absolute: the page is the same. */
  preload: string;
  settings: Pick<AppSettings, 'viewers' | 'rememberViewers'>;
  /** The library's window where it is open: others do not open exactly over it. */
  library(): BrowserWindow | null;
  /** Whether the developer tools may be opened. */
  devtools: boolean;
  log: Log;
}

/** One of the windows. */
interface Viewer {
  window: BrowserWindow;
  start: ViewerStart;
  /** Its kit was a tab of another window. */
  torn_off: boolean;
  events: WindowEvents;
}

/** A window that has closed; `id` was its page's. */
export interface ClosedViewer extends Pick<Viewer, 'start' | 'torn_off'> {
  id: number;
}

interface ViewerEvents {
  opened: [BrowserWindow];
  closed: [ClosedViewer];
  /** The window goes on, but its page is gone. */
  pageGone: [id: number, PageGone];
}

/**
 * Further windows of the library's page (app://tripkit) that show open kits alone, on whatever display. Each has the same contract,
 * the same guards and a process of its own; it closes by itself, and goes with the app.
 */
export class ViewerWindows extends EventEmitter<ViewerEvents> {
  readonly #deps: ViewerWindowsDeps;
  readonly #viewers = new Map<number, Viewer>();

  constructor(deps: ViewerWindowsDeps) {
    super();
    this.#deps = deps;
  }

  /** The windows, the first opened first. */
  get all(): BrowserWindow[] {
    return [...this.#viewers.values()].map(({ window }) => window).filter((window) => !window.isDestroyed());
  }

  /** The window whose page has this id; null where it is none of these. */
  of(id: number): BrowserWindow | null {
    return this.#viewers.get(id)?.window ?? null;
  }

  /** What a page began with, by its address; null where that is no further window's. */
  startOf(url: string): ViewerStart | null {
    const id = URL.parse(url)?.searchParams.get(WINDOW_PARAMETER) ?? '';
    return /^\d+$/.test(id) ? (this.#viewers.get(Number(id))?.start ?? null) : null;
  }

  /** What the window whose page has this id began with. */
  startOfPage(id: number): ViewerStart | null {
    return this.#viewers.get(id)?.start ?? null;
  }

  /** Sends an event of the contract to each window. */
  readonly send: SendEvent = (...message) => {
    for (const window of this.all) sendTo(window, ...message);
  };

  /** Brings a window to the front and sends it this, as soon as its page listens. */
  ask(id: number, ...event: WindowEvent): void {
    this.#viewers.get(id)?.events.send(...event);
  }

  /** The page of this window hears events (call `app.listening`). */
  listening(id: number): void {
    this.#viewers.get(id)?.events.listening();
  }

  /**
   * Opens one more.
   *
   * @param pointer whether it opens where the mouse is
   * @returns the id of its page
   * @throws TripKitError of kind `config` where as many are open as may be
   */
  open(start: ViewerStart, { pointer, torn_off }: { pointer: boolean; torn_off: boolean }): number {
    if (this.#viewers.size >= MAX_VIEWERS) {
      throw new TripKitError(
        'config',
        `${MAX_VIEWERS} windows with kits are open beside the library. Close one of them, then open this kit again.`,
      );
    }
    const { preload, devtools, settings, library, log } = this.#deps;
    const { maximized, ...place } = viewerBounds({
      screens: screen.getAllDisplays(),
      remembered: settings.viewers,
      open: [library(), ...this.all].flatMap((one) => (one ? [one.getNormalBounds()] : [])),
      at: pointer ? screen.getCursorScreenPoint() : null,
    });
    const window = createAppWindow({
      title: 'Trip Kit Desktop',
      ...place,
      minWidth: 480,
      minHeight: 360,
      preload,
      devtools,
    });
    const { id } = window.webContents;
    const front = () => bringToFront(window);
    const events = new WindowEvents({ send: (...event) => sendTo(window, ...event), showWindow: front });
    this.#viewers.set(id, { window, start, torn_off, events });
    window.once('ready-to-show', () => {
      if (maximized) window.maximize();
      window.show();
    });
    window.on('close', () => this.#remember(window));
    window.on('closed', () => {
      this.#viewers.delete(id);
      this.emit('closed', { id, start, torn_off });
    });
    onPageGone(window, 'library', (details) => {
      events.gone();
      this.emit('pageGone', id, details);
    });
    this.emit('opened', window);
    window.loadURL(`${APP_ORIGIN}/index.html?${WINDOW_PARAMETER}=${id}`).catch((error: unknown) => {
      // One that is closed before its page is there has nothing to load any more.
      if (!window.isDestroyed()) log.error('The page of a further window could not be loaded.', error);
    });
    return id;
  }

  #remember(window: BrowserWindow): void {
    const { settings } = this.#deps;
    const bounds = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    const place = viewerPlace(bounds, screen.getAllDisplays());
    if (place) settings.rememberViewers(rememberedPlaces(place, settings.viewers, MAX_DISPLAYS));
  }
}

/** Shows a window, in front of all others. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** The window of the app that has the keyboard; null where another program has it. */
export function focusedWindow(): BrowserWindow | null {
  return BrowserWindow.getAllWindows().find((one) => one.isFocused()) ?? null;
}
