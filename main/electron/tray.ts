import { Menu, Tray } from 'electron';
import type { Log } from '../common/log.ts';
import { appIcon } from './icons.ts';

export interface TrayDeps {
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
