import type Electron from 'electron';
import type { WindowHost } from './browser-window.ts';
import { requireSafe } from './browser-window.ts';
import { standIn } from './stand-in.ts';
import { WebContentsStandIn } from './web-contents.ts';

/** Makes the host's WebContentsView class: a page of its own in the background, which no window shows. It has no preload script. */
export function webContentsViewClass(host: WindowHost) {
  return class WebContentsView {
    readonly webContents: Electron.WebContents;

    constructor({ webPreferences = {} }: Electron.WebContentsViewConstructorOptions = {}) {
      requireSafe(webPreferences);
      if (webPreferences.preload || !webPreferences.session)
        throw new Error(
          'A view of the Chromium window host has a session of its own, and no preload script.',
        );
      const contents = new WebContentsStandIn(host.sessionOf(webPreferences.session), host.ipcMain, null);
      this.webContents = standIn('webContents', contents) as unknown as Electron.WebContents;
      host.app.emit('web-contents-created', {}, this.webContents);
      contents.attach(host.browser()).catch((error: unknown) => contents.emit('error', error));
    }
  };
}
