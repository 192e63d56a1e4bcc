import {
  type App,
  type BrowserWindow,
  Menu,
  type NativeImage,
  Notification,
  nativeImage,
  Tray,
} from 'electron';
import type { Log } from '../common/log.ts';
import { iconData } from './icon-data.ts';

interface TrayDeps {
  platform: NodeJS.Platform;
  showWindow(): void;
  newRequest(): void;
  quit(): void;
  log: Log;
}

/** The app's tray icon: shown while the person wants the app to keep running. */
export class AppTray {
  readonly #deps: TrayDeps;
  #tray: Tray | null = null;
  #words = 'Trip Kit Desktop';

  constructor(deps: TrayDeps) {
    this.#deps = deps;
  }

  /** Whether the icon is shown. */
  get shown(): boolean {
    return this.#tray !== null;
  }

  /** Shows or removes the icon. On a desktop without a tray only a line is logged. */
  show(wanted: boolean): void {
    if (wanted === this.shown) return;
    if (!wanted) {
      this.#tray?.destroy();
      this.#tray = null;
      return;
    }
    const { platform, showWindow, newRequest, quit, log } = this.#deps;
    try {
      const tray = new Tray(appIcon(platform === 'linux' ? 24 : 16));
      tray.setToolTip(this.#words);
      // On Linux clicks may not be reported: the menu has everything (Electron docs, "Tray", platform considerations).
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: 'Show Trip Kit Desktop', click: showWindow },
          { label: 'New Request', click: newRequest },
          { type: 'separator' },
          { label: 'Quit', click: quit },
        ]),
      );
      tray.on('click', showWindow);
      this.#tray = tray;
    } catch (error) {
      log.error('The icon could not be put into the tray.', error);
    }
  }

  /** Sets its tooltip. */
  say(words: string): void {
    this.#words = words;
    this.#tray?.setToolTip(words);
  }
}

type Width = keyof typeof iconData;

/** The app's icon, `width` DIP wide, also sharp on screens of double density (Electron docs, "nativeImage"). */
function appIcon(width: 16 | 24): NativeImage {
  const image = nativeImage.createFromBuffer(png(width), { scaleFactor: 1 });
  image.addRepresentation({ scaleFactor: 2, buffer: png(width === 16 ? 32 : 48) });
  return image;
}

/** The picture under the pointer while a kit is dragged. */
export function dragIcon(): NativeImage {
  return nativeImage.createFromBuffer(png(64), { scaleFactor: 1 });
}

function png(width: Width): Buffer {
  return Buffer.from(iconData[width], 'base64');
}

/** The state of the icon. */
export interface IconFacts {
  /** The share of the present work that is done, 0 to 1; null if there is none. */
  progress: number | null;
  /** How many kits need the person. */
  badge: number;
}

/** The part of a window that the taskbar needs. */
type Target = Pick<BrowserWindow, 'isDestroyed' | 'setProgressBar'>;

/**
 * Shows progress and the number of kits that need a person on the taskbar or the dock. Windows shows no number (Electron
 * docs, `app.setBadgeCount`: Linux and macOS).
 */
export function createTaskbar(app: Pick<App, 'setBadgeCount'>, platform: NodeJS.Platform) {
  let progress = -1;
  const put = (window: Target | null) => {
    if (window && !window.isDestroyed()) window.setProgressBar(progress);
  };
  return {
    show(facts: IconFacts, window: Target | null): void {
      // A negative value removes the bar.
      progress = facts.progress ?? -1;
      put(window);
      if (platform !== 'win32') app.setBadgeCount(facts.badge);
    },
    /** A window has opened: it starts without a bar. */
    opened: put,
  };
}

/** A notification (main/kits/kit-news.ts). */
interface News {
  title: string;
  body: string;
  /** The kit; null if the notification is about several. */
  kit_id: string | null;
}

/** Most notifications that are referenced: one that is not loses its click (it is garbage-collected). */
const MAX_HELD = 20;

interface NotificationDeps {
  /** Whether the person wants notifications and the window is not in front. */
  wanted(): boolean;
  /** A person clicked it; null if it was about several kits. */
  onClick(kit_id: string | null): void;
}

/**
 * Shows news as system notifications (Electron docs, "Notification"). The main process sends them: the page may not
 * (session-guards.ts). Does nothing if the system has none.
 */
export function createNotifier({ wanted, onClick }: NotificationDeps) {
  const referenced = new Set<Notification>();
  const tell = (all: readonly News[]): void => {
    if (!wanted() || !Notification.isSupported()) return;
    for (const { title, body, kit_id } of all) {
      const notification = new Notification({ title, body });
      const drop = () => {
        referenced.delete(notification);
      };
      notification.on('click', () => {
        drop();
        onClick(kit_id);
      });
      notification.on('close', drop);
      notification.on('failed', drop);
      referenced.add(notification);
      const [oldest] = referenced;
      if (referenced.size > MAX_HELD && oldest) referenced.delete(oldest);
      notification.show();
    }
  };
  return {
    tell,
    /** Removes those that are still on the screen. */
    clear(): void {
      for (const notification of referenced) notification.close();
      referenced.clear();
    },
  };
}
