import { join } from 'node:path';
import { app, dialog, powerSaveBlocker } from 'electron';
import { MAX_DROPPED_BYTES } from '../../preload/contract.ts';
import { readChosenFile } from '../host/chosen-file.ts';
import type { Host } from '../host/host.ts';
import type { ActivityLog } from '../kits/activity-log.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import { kitName } from '../kits/kit-news.ts';
import { type ProfileIntake, takeProfileFile } from '../profile/profile-intake.ts';
import type { KitStore } from '../store/kit-store.ts';
import { CrashRecovery } from '../support/crash-recovery.ts';
import type { CrashReports } from '../support/crash-report.ts';
import type { OpenDocuments } from '../viewer/open-documents.ts';
import type { AppWindows } from './app-windows.ts';
import type { LinkInbox } from './deep-link.ts';
import { startDesktop } from './desktop.ts';
import { findLinked, followForDesktop, type WindowKits } from './desktop-kits.ts';

export interface DesktopStart {
  /** Started with the person's session: without a window, if the app keeps running without one. */
  hidden: boolean;
  /** Whether the log gets how long each phase of the start took. */
  trace: boolean;
  links: LinkInbox;
  crashes: CrashReports;
}

interface DesktopNeeds {
  kits: KitStore;
  engine: KitEngine;
  activity: ActivityLog;
  flags: KitFlags;
  intake: Pick<ProfileIntake, 'offer'>;
  open: OpenDocuments;
  windowKits: WindowKits;
  cockpit: Parameters<typeof startDesktop>[0]['cockpit'];
  copyForDrag(kit_id: string, to: string): Promise<void>;
  start: DesktopStart;
}

/** Opens the app on the desktop: window, menu, tray, notifications, links, drags. */
export function openDesktop(host: Host, windows: AppWindows, needs: DesktopNeeds) {
  const { paths, notices, log } = host;
  const { window, viewers, setup } = windows;
  const { engine, activity, flags, intake, open, windowKits, start } = needs;
  /** The page of the library's window, while it exists. */
  let libraryPage: number | null = null;
  const desktop = startDesktop({
    ...host,
    ...windows,
    cockpit: needs.cockpit,
    app,
    powerSaveBlocker,
    platform: process.platform,
    viewerOf: (kit_id) => windowKits.holders(kit_id, libraryPage)[0] ?? null,
    findKit: (id) => findLinked(engine, id),
    links: start.links,
    takeProfile: async (path) => {
      // The question needs a visible window.
      await window.shown();
      await takeProfileFile({ ...host, setup, intake }, () =>
        readChosenFile(path, MAX_DROPPED_BYTES, 'The profile file', 'config'),
      );
    },
    drag_folder: join(paths.user_data, 'drag-out'),
    copyDocument: needs.copyForDrag,
    devtools: !app.isPackaged,
  });
  const crashes = new CrashRecovery({
    ...host,
    nameOf: (id) => kitName(needs.kits.get(id)),
    giveUp: () => {
      dialog.showErrorBox(
        'Trip Kit Desktop keeps stopping',
        'Its window stopped working several times within a minute. Start the app again; if that does not help, restart this computer and send the app’s log to support. Your kits are safe.',
      );
      app.quit();
    },
    now: host.clock.monotonic,
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
    // What it showed may have ended it: the library does not reopen that automatically.
    gone(id);
    // The notice is shown there.
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
    // The window is gone: report that at once.
    notices.add({ id: `setup-gone:${setupGone}`, severity: 'warning', message }, 'now');
  });
  const unfollow = followForDesktop({
    ...host,
    engine,
    activity,
    superseded: () => flags.superseded(),
    desktop,
  });
  return {
    desktop,
    requestForm: () => desktop.requestForm(),
    managedPage: () => desktop.inLibrary('managed_settings'),
    dragOut: desktop.dragOut,
    start: () => desktop.begin(start.hidden),
    stop: async () => {
      unfollow();
      await desktop.stop();
    },
  };
}
