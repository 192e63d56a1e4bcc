import { join } from 'node:path';
import { app, dialog, powerSaveBlocker, protocol } from 'electron';
import { systemClock } from '../common/clock.ts';
import { freeSpace } from '../documents/document-folder.ts';
import { APP_SCHEME } from '../electron/app-origin.ts';
import { serveApp } from '../electron/app-protocol.ts';
import type { LinkInbox } from '../electron/deep-link.ts';
import { startDesktop } from '../electron/desktop.ts';
import { findLinked, followForDesktop } from '../electron/desktop-kits.ts';
import { openExternalPage } from '../electron/external.ts';
import { kitName } from '../kits/kit-news.ts';
import { takeProfileFile } from '../profile/profile-intake.ts';
import { CrashRecovery } from '../support/crash-recovery.ts';
import type { CrashReports } from '../support/crash-reports.ts';
import { collectDiagnostics } from '../support/diagnostics.ts';
import { KeptDiagnostics } from '../support/kept-diagnostics.ts';
import { copyForDrag, libraryResponder } from '../viewer/kit-library.ts';
import type { Base } from './open-base.ts';
import type { Kits } from './open-kits.ts';
import type { Library } from './open-library.ts';
import type { Profiles } from './open-profiles.ts';
import type { Reading } from './open-reading.ts';

export interface DesktopStart {
  /** Started with the person's session: no window, where the app keeps running without one. */
  hidden: boolean;
  links: LinkInbox;
  crashes: CrashReports;
}

/** The app on its desktop: window, menu, tray, notifications, links, drags. */
export function openDesktop(
  base: Base,
  library: Library,
  { intake }: Pick<Profiles, 'intake'>,
  { engine, activity, flags, open, windowKits }: Kits,
  start: DesktopStart,
) {
  const { paths, window, viewers, setup, notices, log } = base;
  /** The page of the library's window, while it is there. */
  let libraryPage: number | null = null;
  const desktop = startDesktop({
    ...base,
    app,
    powerSaveBlocker,
    platform: process.platform,
    viewerOf: (kit_id) => windowKits.holders(kit_id, libraryPage)[0] ?? null,
    findKit: (id) => findLinked(engine, id),
    links: start.links,
    takeProfile: async (read) => {
      // The question stands above a window that is seen.
      await window.shown();
      await takeProfileFile({ ...base, intake }, read);
    },
    drag_folder: join(paths.user_data, 'drag-out'),
    copyDocument: (id, to) => copyForDrag(paths.documents, id, to),
    devtools: !app.isPackaged,
  });
  const crashes = new CrashRecovery({
    ...base,
    nameOf: (id) => kitName(library.kits.get(id)),
    giveUp: () => {
      dialog.showErrorBox(
        'Trip Kit Desktop keeps stopping',
        'Its window stopped working several times within a minute. Start the app again; if that does not help, restart this computer and send the app’s log to support. Your kits are safe.',
      );
      app.quit();
    },
    now: systemClock.monotonic,
  });
  const gone = (id: number | null) => {
    if (id === null) return;
    open.gone(id);
    windowKits.gone(id);
  };
  window.on('opened', (opened) => {
    libraryPage = opened.webContents.id;
    desktop.windowOpened(opened);
  });
  window.on('closed', () => {
    gone(libraryPage);
    libraryPage = null;
  });
  window.on('pageGone', (details) => {
    const shown = libraryPage === null ? [] : open.of(libraryPage).shown;
    gone(libraryPage);
    desktop.pageGone();
    crashes.gone(details, { shown, restore: () => window.reload(), what: 'reopened' });
  });
  viewers.on('opened', (opened) => desktop.viewerOpened(opened));
  viewers.on('pageGone', (id, details) => {
    const { shown } = open.of(id);
    // What was on its screen may have ended it: it does not come back to the library by itself.
    gone(id);
    // The notice of it is seen there.
    if (details.reason !== 'clean-exit') window.show();
    crashes.gone(details, { shown, restore: async () => viewers.of(id)?.destroy(), what: 'closed' });
  });
  let setupGone = 0;
  setup.on('pageGone', ({ reason, exitCode }) => {
    log.error(`The page of set-up is gone: ${reason}, code ${exitCode}.`);
    notices.withdraw(`setup-gone:${setupGone}`);
    setupGone += 1;
    const message =
      'The set-up window stopped working and was closed. What was saved there is kept: open it again from the profile menu.';
    // Where it stood, there is nothing now: that is told at once.
    notices.add({ id: `setup-gone:${setupGone}`, severity: 'warning', message }, 'now');
  });
  const unfollow = followForDesktop({
    ...base,
    engine,
    activity,
    superseded: () => flags.superseded(),
    desktop,
  });
  const { settings: followed, dragOut } = desktop;
  return {
    desktop,
    settings: followed,
    requestForm: () => desktop.requestForm(),
    managedPage: () => desktop.inLibrary('managed_settings'),
    dragOut,
    openExternal: (url: string) => openExternalPage(url),
    start: () => desktop.begin(start.hidden),
    stop: async () => {
      unfollow();
      await desktop.stop();
    },
  };
}

/** Serves the page, its documents and pictures. */
export function servePage(
  { paths, settings, viewers, policies }: Base,
  { kits }: Library,
  { passes }: Kits,
  reading: Reading,
): void {
  const { servePoster, serveStoredThumbnail, checker } = reading;
  const serveDocument = libraryResponder(paths.documents, kits, checker);
  const serve = serveApp({
    renderer: paths.renderer,
    print: policies.print,
    pageStart(url) {
      const { theme, contrast, local_hours, airac_minutes, cockpit } = settings.state().values;
      const appearance = { theme, contrast, local_hours, airac_minutes, cockpit };
      return { appearance, choices: settings.choices, viewer: viewers.startOf(url) };
    },
    serveDocument,
    servePoster,
    serveStoredThumbnail,
    kitOfPass: (pass, origin) => passes.kitOf(pass, origin),
  });
  protocol.handle(APP_SCHEME, serve);
}

/** What the app says of itself. @param before the version that ran before this one; null where there was none */
export function selfFacts(
  { paths, now, newId, ...base }: Base,
  { kits }: Library,
  { profiles, factsOf }: Profiles,
  before: string | null,
) {
  const { notices, settings, managed, crashCopies } = base;
  const version = app.getVersion();
  const host: 'chromium' | 'electron' = process.versions.electron === undefined ? 'chromium' : 'electron';
  return {
    info: { version, host, platform: process.platform, before },
    freeSpace: () => freeSpace(paths.documents),
    diagnostics: new KeptDiagnostics({
      newId,
      allowed: () => managed?.settings.diagnostics ?? true,
      collect: () =>
        collectDiagnostics({
          app: { version, host, packaged: app.isPackaged },
          settings: settings.state(),
          managed,
          profiles,
          factsOf,
          kits,
          notices: notices.list(),
          logs: paths.logs,
          crashes: { folder: paths.crashes, copies: crashCopies.state() },
          now: now(),
        }),
    }),
  };
}
