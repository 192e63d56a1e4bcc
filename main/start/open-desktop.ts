import { join } from 'node:path';
import { app, dialog, protocol } from 'electron';
import { CrashRecovery } from '../app/crash-recovery.ts';
import { findLinked, followForDesktop } from '../app/desktop-kits.ts';
import { collectDiagnostics } from '../app/diagnostics.ts';
import { copyForDrag, libraryResponder } from '../app/kit-library.ts';
import { kitName } from '../app/kit-news.ts';
import { systemClock } from '../common/clock.ts';
import { serveApp } from '../electron/app-protocol.ts';
import type { LinkInbox } from '../electron/deep-link.ts';
import { startDesktop } from '../electron/desktop.ts';
import { openExternalPage } from '../electron/external.ts';
import { APP_SCHEME } from '../ipc/app-origin.ts';
import { takeProfileFile } from '../ipc/profile-intake.ts';
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
  { intake }: Pick<Profiles, 'intake'>,
  { engine, activity, flags, open }: Kits,
  start: DesktopStart,
) {
  const { paths, window, setup, notices, log } = base;
  const desktop = startDesktop({
    ...base,
    app,
    platform: process.platform,
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
    shown: () => open.shown,
    nameOf: (id) => kitName(library.kits.get(id)),
    viewsGone: () => open.clear(),
    reload: () => window.reload(),
    giveUp: () => {
      dialog.showErrorBox(
        'Trip Kit Desktop keeps stopping',
        'Its window stopped working several times within a minute. Start the app again; if that does not help, restart this computer and send the app’s log to support. Your kits are safe.',
      );
      app.quit();
    },
    now: systemClock.monotonic,
  });
  window.on('opened', (opened) => desktop.windowOpened(opened));
  window.on('pageGone', (details) => {
    desktop.pageGone();
    crashes.gone(details);
  });
  let setupGone = 0;
  setup.on('pageGone', ({ reason, exitCode }) => {
    log.error(`The page of set-up is gone: ${reason}, code ${exitCode}.`);
    notices.withdraw(`setup-gone:${setupGone}`);
    setupGone += 1;
    notices.add({
      id: `setup-gone:${setupGone}`,
      severity: 'warning',
      message:
        'The set-up window stopped working and was closed. What was saved there is kept: open it again from the profile menu.',
    });
  });
  const unfollow = followForDesktop({
    ...base,
    engine,
    activity,
    superseded: () => flags.superseded(),
    desktop,
  });
  const { settings: followed, listening, kitCommands, dragOut } = desktop;
  return {
    desktop,
    settings: followed,
    listening,
    kitCommands,
    requestForm: () => desktop.requestForm(),
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
  { paths, settings }: Base,
  { kits }: Library,
  { passes }: Kits,
  reading: Reading,
): void {
  const { servePoster, serveStoredThumbnail, checker } = reading;
  const serveDocument = libraryResponder(paths.documents, kits, checker);
  const serve = serveApp({
    renderer: paths.renderer,
    pageStart() {
      const { theme, contrast, local_hours, airac_minutes } = settings.state().values;
      return { appearance: { theme, contrast, local_hours, airac_minutes }, choices: settings.choices };
    },
    serveDocument,
    servePoster,
    serveStoredThumbnail,
    kitOfPass: (pass, origin) => passes.kitOf(pass, origin),
  });
  protocol.handle(APP_SCHEME, serve);
}

/** What the app says of itself. */
export function selfFacts({ paths, now, ...base }: Base, { kits }: Library, { profiles, factsOf }: Profiles) {
  const { notices, settings, managed } = base;
  const version = app.getVersion();
  const host: 'chromium' | 'electron' = process.versions.electron === undefined ? 'chromium' : 'electron';
  return {
    info: { version, host, platform: process.platform },
    freeSpace: () => freeSpace(paths.documents),
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
        now: now(),
      }),
  };
}
