import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { app } from 'electron';
import type { PolicyState } from '../../preload/contract/policies.ts';
import { lockableSettings } from '../../preload/contract.ts';
import { openCockpit } from '../cockpit/cockpit-sources.ts';
import { systemClock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { userName } from '../common/user-name.ts';
import { DocumentVerifier } from '../documents/verify-document.ts';
import { createConfirm, createFileDialogs } from '../electron/dialogs.ts';
import { documentPages } from '../electron/document-page.ts';
import { SetupWindow } from '../electron/setup-window.ts';
import { focusedWindow, ViewerWindows } from '../electron/viewer-windows.ts';
import { MainWindow } from '../electron/window.ts';
import type { SendEvent } from '../host/call-map.ts';
import { NoticeBoard } from '../host/notices.ts';
import { BackupKeeper } from '../parcels/backup/backup-keeper.ts';
import { Restores } from '../parcels/backup/restores.ts';
import { IncomingHandOver } from '../parcels/hand-over/hand-over-in.ts';
import { forbiddenBy } from '../policies/forbidden.ts';
import { machineFiles } from '../policies/managed-file.ts';
import { readPolicies } from '../policies/read-policies.ts';
import { settingsOf } from '../settings/settings.ts';
import { openCrashCopies } from './open-crash-copies.ts';
import { openOwnSettings } from './open-settings.ts';
import { tellPolicies } from './start-notices.ts';

/** Where the app's files are; absolute. */
export interface Paths {
  user_data: string;
  /** The folder of the kits' documents. */
  documents: string;
  logs: string;
  /** The folder of crash reports. */
  crashes: string;
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
  const found = await readPolicies(process.platform, managedFiles(), lockableSettings);
  const { managed, policies, sources } = found;
  tellPolicies(sources, notices, log);
  const policyState: PolicyState = found.state;
  const { now } = systemClock;
  const restores = await Restores.open({ user_data: paths.user_data, now, log });
  const incoming = await IncomingHandOver.open({ user_data: paths.user_data, now, log });
  const backups = new BackupKeeper({
    user_data: paths.user_data,
    app_version: app.getVersion(),
    needed: () => restores.needed(),
    notices,
    clock: systemClock,
    log,
  });
  const { settings, restoredSettings, receivedSettings } = await openOwnSettings(paths.user_data, {
    restores,
    incoming,
    notices,
    log,
    managed: settingsOf(managed?.settings ?? {}),
    allow_other_profiles: policies.allow_other_profiles,
    forbidden: forbiddenBy(policies),
    crash_folder: policies.crash_folder !== null,
  });
  const crashCopies = openCrashCopies(paths.crashes, managed?.settings.crash_folder ?? null, settings, log);
  const cockpit = openCockpit({
    file: join(paths.user_data, 'cockpit.json'),
    on: settings.state().values.cockpit,
    notices,
    now,
    log,
  });
  const window = new MainWindow({ preload: paths.preload, settings, devtools: !app.isPackaged, log });
  const setup = new SetupWindow({
    preload: paths.setup_preload,
    parent: window,
    devtools: !app.isPackaged,
    log,
  });
  const reader = documentPages(paths.renderer);
  const viewers = new ViewerWindows({
    preload: paths.preload,
    settings,
    library: () => window.current,
    devtools: !app.isPackaged,
    log,
  });
  const front = () => setup.current ?? focusedWindow() ?? window.current;
  const send: SendEvent = (...message) => {
    window.send(...message);
    viewers.send(...message);
  };
  return {
    paths,
    log,
    now,
    newId: randomUUID,
    user: userName(),
    notices,
    /** Whether what comes by itself waits. */
    cockpit,
    managed,
    /** What administrators decide about the app itself. */
    policies,
    /** The same for the page that shows it, with the person's settings that they decide. */
    policyState,
    settings,
    /** How many choices came back from a copy at this start. */
    restoredSettings,
    /** A hand-over file that is brought in at this start; null where there is none. */
    incoming,
    /** How many choices came in it. */
    receivedSettings,
    /** Keeps copies of what can't be requested again, from `openLibrary` on. */
    backups,
    /** Brings crash reports to administrators, where they named a folder and the person agreed. */
    crashCopies,
    restores,
    window,
    /** Further windows, which show open kits alone. */
    viewers,
    /** Parses documents, each in a sandboxed page of its own. */
    reader,
    verifier: new DocumentVerifier(reader),
    setup,
    /** To the library's window and all further ones. */
    send,
    sendSetup: setup.send,
    setupDialogs: createFileDialogs(front),
    confirm: createConfirm(front),
    profilesChanged: (use: string | null) => send('profiles.changed', { use }),
  };
}

/** The machine's files; from source, tests may put a folder of their own in their place. */
function managedFiles() {
  const root = app.isPackaged ? undefined : process.env.TRIPKIT_MANAGED_ROOT;
  return machineFiles(root === undefined ? {} : { root, owner: process.getuid?.() ?? 0 });
}
