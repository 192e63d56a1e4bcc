import { EventEmitter } from 'node:events';
import { app, type BrowserWindow, screen, session } from 'electron';
import type { SetupPlace } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import { SETUP_ORIGIN } from '../host/app-origin.ts';
import type { DomainCalls, SendEvent, SendSetupEvent } from '../host/call-map.ts';
import type { Paths } from '../host/host.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { DroppedIdentity } from '../identity/dropped-identity.ts';
import { type ProfileIntake, takeProfileFile } from '../profile/profile-intake.ts';
import type { AppSettings } from '../settings/settings.ts';
import { sendToSetup } from './ipc-port.ts';
import { onPageGone, type PageGone } from './session-guards.ts';
import { focusedWindow, ViewerWindows } from './viewer-windows.ts';
import { createAppWindow, MainWindow } from './window.ts';

export type AppWindows = ReturnType<typeof createWindows>;

/** Creates the windows of the app, all closed. */
export function createWindows(paths: Paths, settings: AppSettings, log: Log) {
  const devtools = !app.isPackaged;
  const window = new MainWindow({ preload: paths.preload, settings, devtools, log });
  const setup = new SetupWindow({ preload: paths.setup_preload, parent: window, devtools, log });
  const viewers = new ViewerWindows({
    ...{ preload: paths.preload, settings, devtools, log },
    library: () => window.current,
  });
  const send: SendEvent = (...message) => {
    window.send(...message);
    viewers.send(...message);
  };
  return {
    /** The library's window. */
    window,
    setup,
    /** Further windows, which show only open kits. */
    viewers,
    /** All windows that show kits. */
    all: () => [window.current, ...viewers.all].filter((one) => one !== null),
    /** The window in front. */
    front: () => setup.current ?? focusedWindow() ?? window.current,
    /** Sends an event to the library's window and to all further windows. */
    send,
  };
}

/** Its size if the screen has room for it, and its smallest size, DIP. */
const SIZE = { width: 760, height: 760 } as const;
const LEAST = { width: 560, height: 480 } as const;

interface SetupWindowDeps {
  /** The preload bundle of set-up, absolute. */
  preload: string;
  /** The library's window, above which it opens. */
  parent: Pick<MainWindow, 'current' | 'show'>;
  devtools: boolean;
  log: Log;
}

/** The session of set-up: in memory, and shared with no page that shows documents (Electron docs, session.fromPartition). */
export const setupSession = () => session.fromPartition('setup');

/**
 * The window of set-up (app://setup), in a separate process: no document is ever shown where a passphrase is typed. It
 * stays above the library's window and closes with it; closing it leads back there.
 */
class SetupWindow extends EventEmitter<{ pageGone: [PageGone] }> {
  readonly #deps: SetupWindowDeps;
  #window: BrowserWindow | null = null;
  #place: SetupPlace = { part: 'start', profile_id: null };

  constructor(deps: SetupWindowDeps) {
    super();
    this.#deps = deps;
  }

  /** The window if it is open; null if it is closed. */
  get current(): BrowserWindow | null {
    return this.#window?.isDestroyed() ? null : this.#window;
  }

  /** The part of set-up that it shows. */
  get place(): SetupPlace {
    return this.#place;
  }

  /** Sends an event of set-up's contract, if the window is open. */
  readonly send: SendSetupEvent = (...message) => sendToSetup(this.current, ...message);

  /** Opens the window above the library's, or brings it to the front, at this place. */
  open(place: SetupPlace): void {
    this.#place = place;
    this.#deps.parent.show();
    const { current } = this;
    if (!current) this.#open();
    else {
      current.show();
      current.focus();
      this.send('app.place', place);
    }
  }

  /** Closes the window, if it is open. */
  close(): void {
    this.current?.destroy();
  }

  #open(): void {
    const { parent, preload, devtools, log } = this.#deps;
    const above = parent.current;
    const { workArea } = screen.getPrimaryDisplay();
    const opened = createAppWindow({
      title: 'Set-up',
      width: Math.min(SIZE.width, workArea.width),
      height: Math.min(SIZE.height, workArea.height),
      minWidth: LEAST.width,
      minHeight: LEAST.height,
      ...(above ? { parent: above } : {}),
      // The menu is the library's; its keys, including copy and paste, still work.
      autoHideMenuBar: true,
      minimizable: false,
      fullscreenable: false,
      preload,
      devtools,
      session: setupSession(),
    });
    this.#window = opened;
    const close = () => {
      if (!opened.isDestroyed()) opened.destroy();
    };
    // Closed for the person; it may continue in the tray.
    above?.on('close', close);
    opened.once('ready-to-show', () => {
      const factor = above?.isDestroyed() ? undefined : above?.webContents.getZoomFactor();
      if (factor !== undefined) opened.webContents.setZoomFactor(factor);
      opened.show();
    });
    opened.once('closed', () => {
      if (this.#window === opened) this.#window = null;
      above?.off('close', close);
      // Deferred: focusing a window while it is closing stops Chromium, and this window with it.
      setImmediate(() => {
        if (above && !above.isDestroyed()) above.focus();
      });
    });
    onPageGone(opened, 'setup', (details) => {
      close();
      this.emit('pageGone', details);
    });
    opened.loadURL(`${SETUP_ORIGIN}/index.html`).catch((error: unknown) => {
      // If the window was closed before its page loaded, there is nothing to report.
      if (!opened.isDestroyed()) log.error('The page of set-up could not be loaded.', error);
    });
  }
}

interface SetupCallsDeps {
  /** The window of set-up. */
  setup: { open(place: SetupPlace): void; readonly place: SetupPlace; close(): void };
  intake: ProfileIntake;
  dropped: DroppedIdentity;
  notices: Pick<NoticeBoard, 'waiting' | 'add' | 'dismiss' | 'withdraw'>;
  log: Log;
}

/** Calls of the domain `setup`: all that the library's page can do with set-up. */
export function setupCalls(deps: SetupCallsDeps): DomainCalls<'setup'> {
  const { setup, dropped } = deps;
  return {
    open: (place) => setup.open(place),
    hand: async (file_name, bytes, profile_id) => {
      if (/\.(p12|pfx)$/i.test(file_name)) {
        dropped.put(file_name, bytes);
        setup.open({ part: 'identity', profile_id });
      } else await takeProfileFile(deps, async () => bytes);
    },
  };
}
