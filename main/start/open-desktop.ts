import { join } from 'node:path';
import { app, dialog, protocol } from 'electron';
import { CrashRecovery } from '../app/crash-recovery.ts';
import { findLinked, followForDesktop } from '../app/desktop-kits.ts';
import { collectDiagnostics } from '../app/diagnostics.ts';
import { copyDocument, copyForDrag, libraryResponder } from '../app/kit-library.ts';
import { kitName } from '../app/kit-news.ts';
import { systemClock } from '../common/clock.ts';
import { serveApp } from '../electron/app-protocol.ts';
import type { LinkInbox } from '../electron/deep-link.ts';
import { startDesktop } from '../electron/desktop.ts';
import { openExternalPage } from '../electron/external.ts';
import { appCalls } from '../ipc/app-calls.ts';
import { APP_SCHEME } from '../ipc/app-origin.ts';
import { documentCalls } from '../ipc/document-calls.ts';
import { settingsCalls } from '../ipc/settings-calls.ts';
import { freeSpace } from '../library/document-folder.ts';
import type { Base } from './open-base.ts';
import type { Kits } from './open-kits.ts';
import type { Library } from './open-library.ts';
import type { Profiles } from './open-profiles.ts';
import type { Reading } from './open-reading.ts';

export interface DesktopStart {
  /** Started with the person's session: no window, where the app keeps running without one. */
  hidden: boolean;
  links: LinkInbox;
}

/** The app on its desktop: window, menu, tray, notifications, links, drags. */
export function openDesktop(
  base: Base,
  library: Library,
  { engine, activity, flags, open }: Kits,
  start: DesktopStart,
) {
  const { paths, log, notices, settings, window } = base;
  const desktop = startDesktop({
    app,
    platform: process.platform,
    window,
    settings,
    findKit: (id) => findLinked(engine, id),
    links: start.links,
    notices,
    drag_folder: join(paths.user_data, 'drag-out'),
    copyDocument: (id, to) => copyForDrag(paths.documents, id, to),
    devtools: !app.isPackaged,
    log,
  });
  const crashes = new CrashRecovery({
    shown: () => open.shown,
    nameOf: (id) => kitName(library.kits.get(id)),
    viewsGone: () => open.clear(),
    notices,
    reload: () => window.reload(),
    giveUp: () => {
      dialog.showErrorBox(
        'Trip Kit Desktop keeps stopping',
        'Its window stopped working several times within a minute. Start the app again; if that does not help, restart this computer and send the app’s log to support. Your kits are safe.',
      );
      app.quit();
    },
    now: systemClock.monotonic,
    log,
  });
  window.on('opened', (opened) => desktop.windowOpened(opened));
  window.on('pageGone', (details) => {
    desktop.pageGone();
    crashes.gone(details);
  });
  const unfollow = followForDesktop({
    engine,
    activity,
    superseded: () => flags.superseded(),
    desktop,
    now: systemClock.now,
  });
  return {
    desktop,
    start: () => desktop.begin(start.hidden),
    stop: async () => {
      unfollow();
      await desktop.stop();
    },
  };
}

export type Desktop = ReturnType<typeof openDesktop>;

/** Serves the page, its documents and pictures. */
export function servePage({ paths }: Base, { kits }: Library, reading: Reading): void {
  const { servePoster, serveStoredThumbnail } = reading;
  const serveDocument = libraryResponder(paths.documents, kits);
  const serve = serveApp({ renderer: paths.renderer, serveDocument, servePoster, serveStoredThumbnail });
  protocol.handle(APP_SCHEME, serve);
}

/** The calls about the app itself, its settings, and its documents. */
export function desktopDomains(
  base: Base,
  { kits }: Library,
  { profiles, factsOf }: Profiles,
  { engine, activity, open }: Kits,
  { checker }: Reading,
  { desktop }: Desktop,
) {
  const { paths, notices, settings, managed, dialogs } = base;
  const version = app.getVersion();
  const host = process.versions.electron === undefined ? 'chromium' : 'electron';
  return {
    app: appCalls({
      info: { version, host, platform: process.platform },
      notices,
      dialogs,
      diagnostics: () =>
        collectDiagnostics({
          app: { version, host, packaged: app.isPackaged },
          settings: settings.state(),
          managed,
          profiles,
          factsOf,
          kits,
          notices: notices.list(),
          logs: paths.logs,
          now: systemClock.now(),
        }),
      freeSpace: () => freeSpace(paths.documents),
      now: systemClock.now,
      listening: desktop.listening,
      kitCommands: desktop.kitCommands,
      openExternal: (url) => openExternalPage(url),
    }),
    settings: settingsCalls(desktop.settings),
    documents: documentCalls({
      engine,
      dialogs,
      open,
      checker,
      activity,
      dragOut: desktop.dragOut,
      copyDocument: (id, to) => copyDocument(paths.documents, id, to),
    }),
  };
}
