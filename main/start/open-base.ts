import { randomUUID } from 'node:crypto';
import { app } from 'electron';
import { lockableSettings } from '../../preload/contract.ts';
import { BackupKeeper } from '../app/backup-keeper.ts';
import { NoticeBoard } from '../app/notices.ts';
import { Restores } from '../app/restores.ts';
import { tellManaged } from '../app/start-notices.ts';
import { userName } from '../app/user-name.ts';
import { systemClock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { createConfirm, createFileDialogs } from '../electron/dialogs.ts';
import { documentPages } from '../electron/document-page.ts';
import { settingsOf } from '../electron/settings.ts';
import { SetupWindow } from '../electron/setup-window.ts';
import { MainWindow } from '../electron/window.ts';
import { DocumentVerifier } from '../library/verify-document.ts';
import { machineFiles } from '../profile/managed-file.ts';
import { readManagedProfile } from '../profile/managed-profile.ts';
import { openOwnSettings } from './open-settings.ts';

/** Where the app's files are; absolute. */
export interface Paths {
  user_data: string;
  /** The folder of the kits' documents. */
  documents: string;
  logs: string;
  /** The preload bundle of the library's window. */
  preload: string;
  /** The same of set-up's. */
  setup_preload: string;
  /** The folder of the renderer's bundle. */
  renderer: string;
}

export type Base = Awaited<ReturnType<typeof openBase>>;

/** Administrators' decisions, settings, notices, and the window that they are shown in. */
export async function openBase(paths: Paths, log: Log) {
  const notices = new NoticeBoard();
  const managed = await readManagedProfile(process.platform, managedFiles(), lockableSettings);
  tellManaged(managed, notices, log);
  const { now } = systemClock;
  const restores = await Restores.open({ user_data: paths.user_data, now, log });
  const backups = new BackupKeeper({
    user_data: paths.user_data,
    app_version: app.getVersion(),
    needed: () => restores.needed(),
    notices,
    clock: systemClock,
    log,
  });
  const { settings, restoredSettings } = await openOwnSettings(paths.user_data, {
    restores,
    notices,
    log,
    managed: settingsOf(managed?.settings ?? {}),
    allow_other_profiles: managed?.settings.allow_other_profiles ?? true,
  });
  const window = new MainWindow({ preload: paths.preload, settings, devtools: !app.isPackaged, log });
  const setup = new SetupWindow({
    preload: paths.setup_preload,
    parent: window,
    devtools: !app.isPackaged,
    log,
  });
  notices.onChange((all) => window.send('app.notices', all));
  const reader = documentPages(paths.renderer);
  const front = () => setup.current ?? window.current;
  return {
    paths,
    log,
    now,
    newId: randomUUID,
    user: userName(),
    notices,
    managed,
    settings,
    /** How many choices came back from a copy at this start. */
    restoredSettings,
    /** Keeps copies of what can't be requested again, from `openLibrary` on. */
    backups,
    restores,
    window,
    /** Parses documents, each in a sandboxed page of its own. */
    reader,
    verifier: new DocumentVerifier(reader),
    setup,
    send: window.send,
    sendSetup: setup.send,
    dialogs: createFileDialogs(() => window.current),
    setupDialogs: createFileDialogs(front),
    confirm: createConfirm(front),
    profilesChanged: (use: string | null) => window.send('profiles.changed', { use }),
  };
}

/** The machine's files; from source, tests may put a folder of their own in their place. */
function managedFiles() {
  const root = app.isPackaged ? undefined : process.env.TRIPKIT_MANAGED_ROOT;
  return machineFiles(root === undefined ? {} : { root, owner: process.getuid?.() ?? 0 });
}
