import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { BrowserWindow, screen } from 'electron';
import type { ViewerStart } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { APP_ORIGIN } from '../host/app-origin.ts';
import type { SendEvent } from '../host/call-map.ts';
import type { AppSettings } from '../settings/settings.ts';
import { MAX_DISPLAYS } from '../settings/settings-file.ts';
import { sendTo } from './ipc-port.ts';
import { onPageGone, type PageGone } from './session-guards.ts';
import { createAppWindow, type WindowEvent, WindowEvents } from './window.ts';
import { rememberedPlaces, viewerBounds, viewerPlace } from './window-bounds.ts';
import { closeOnceFree } from './window-end.ts';

/** Most further windows: each has its own process, and those of its documents. */
const MAX_VIEWERS = 4;

/** The parameter in a further window's address: known to its own page alone, for it says which kit is open there. */
const WINDOW_PARAMETER = 'window';

interface ViewerWindowsDeps {
  /** The preload bundle of the library's page, absolute: the page is the same. */
  preload: string;
  settings: Pick<AppSettings, 'viewers' | 'rememberViewers'>;
  /** The library's window if it is open: other windows do not open exactly over it. */
  library(): BrowserWindow | null;
  /** Whether the developer tools may be opened. */
  devtools: boolean;
  log: Log;
}

/** One of the windows. */
interface Viewer {
  window: BrowserWindow;
  /** The value of WINDOW_PARAMETER. */
  token: string;
  start: ViewerStart;
  /** Whether its kit was a tab of another window. */
  torn_off: boolean;
  events: WindowEvents;
}

/** A closed window; `id` was that of its page. */
interface ClosedViewer extends Pick<Viewer, 'start' | 'torn_off'> {
  id: number;
}

interface ViewerEvents {
  opened: [BrowserWindow];
  closed: [ClosedViewer];
  /** The window still exists, but its page is gone. */
  pageGone: [id: number, PageGone];
}

/**
 * Further windows of the library's page (app://tripkit) that show only open kits, on any display. Each has the same
 * contract and guards, and a process of its own; it closes on its own, or with the app.
 */
export class ViewerWindows extends EventEmitter<ViewerEvents> {
  readonly #deps: ViewerWindowsDeps;
  readonly #viewers = new Map<number, Viewer>();

  constructor(deps: ViewerWindowsDeps) {
    super();
    this.#deps = deps;
  }

  /** The windows, in the order of opening. */
  get all(): BrowserWindow[] {
    return [...this.#viewers.values()].map(({ window }) => window).filter((window) => !window.isDestroyed());
  }

  /** The window whose page has this id; null if it is not one of these. */
  of(id: number): BrowserWindow | null {
    return this.#viewers.get(id)?.window ?? null;
  }

  /** The start of a page, by its address; null if that is not a further window's. */
  startOf(url: string): ViewerStart | null {
    const token = URL.parse(url)?.searchParams.get(WINDOW_PARAMETER);
    return [...this.#viewers.values()].find((one) => one.token === token)?.start ?? null;
  }

  /** The start of the window whose page has this id. */
  startOfPage(id: number): ViewerStart | null {
    return this.#viewers.get(id)?.start ?? null;
  }

  /** Sends an event of the contract to each window. */
  readonly send: SendEvent = (...message) => {
    for (const window of this.all) sendTo(window, ...message);
  };

  /** Brings a window to the front and sends it this event as soon as its page listens. */
  ask(id: number, ...event: WindowEvent): void {
    this.#viewers.get(id)?.events.send(...event);
  }

  /** The page of this window receives events now (call `app.listening`). */
  listening(id: number): void {
    this.#viewers.get(id)?.events.listening();
  }

  /**
   * Opens another window.
   *
   * @param pointer whether it opens at the mouse pointer
   * @returns the id of its page
   * @throws TripKitError of kind `config` if the maximum is open
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
    const token = randomUUID();
    const front = () => bringToFront(window);
    const events = new WindowEvents({ send: (...event) => sendTo(window, ...event), showWindow: front });
    this.#viewers.set(id, { window, token, start, torn_off, events });
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
    closeOnceFree(window);
    window.loadURL(`${APP_ORIGIN}/index.html?${WINDOW_PARAMETER}=${token}`).catch((error: unknown) => {
      // If the window was closed before its page loaded, there is nothing to report.
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
function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** The app's window with the keyboard focus; null if another program has it. */
export function focusedWindow(): BrowserWindow | null {
  return BrowserWindow.getAllWindows().find((one) => one.isFocused()) ?? null;
}
