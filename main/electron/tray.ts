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

/** The app's icon among those of the programs that run: there while the person wants the app to keep running. */
export class AppTray {
  readonly #deps: TrayDeps;
  #tray: Tray | null = null;
  #words = 'Trip Kit Desktop';

  constructor(deps: TrayDeps) {
    this.#deps = deps;
  }

  /** Whether it is there. */
  get shown(): boolean {
    return this.#tray !== null;
  }

  /** Puts it there or takes it away. A desktop that has no tray costs a line in the log. */
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
      // On Linux a click may never be heard: the menu has all (Electron docs, "Tray", platform considerations).
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

  /** Its tooltip. */
  say(words: string): void {
    this.#words = words;
    this.#tray?.setToolTip(words);
  }
}
