import { randomUUID } from 'node:crypto';
import { app } from 'electron';
import { lockableSettings } from '../../preload/contract.ts';
import { NoticeBoard } from '../app/notices.ts';
import { tellManaged } from '../app/start-notices.ts';
import { userName } from '../app/user-name.ts';
import { systemClock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { createFileDialogs } from '../electron/dialogs.ts';
import { openSettings, settingsOf } from '../electron/settings.ts';
import { MainWindow } from '../electron/window.ts';
import { machineFiles } from '../profile/managed-file.ts';
import { readManagedProfile } from '../profile/managed-profile.ts';

/** Where the app's files are; absolute. */
export interface Paths {
  user_data: string;
  /** The folder of the kits' documents. */
  documents: string;
  logs: string;
  /** The preload bundle. */
  preload: string;
  /** The folder of the renderer's bundle. */
  renderer: string;
}

export type Base = Awaited<ReturnType<typeof openBase>>;

/** Administrators' decisions, settings, notices, and the window that they are shown in. */
export async function openBase(paths: Paths, log: Log) {
  const notices = new NoticeBoard();
  const managed = await readManagedProfile(process.platform, process.env, managedFiles(), lockableSettings);
  tellManaged(managed, notices, log);
  const settings = openSettings(paths.user_data, {
    managed: settingsOf(managed?.settings ?? {}),
    allow_other_profiles: managed?.settings.allow_other_profiles ?? true,
    onDamage: (message) => {
      log.warn(message);
      notices.add({ id: 'settings', severity: 'warning', message });
    },
  });
  const window = new MainWindow({ preload: paths.preload, settings, devtools: !app.isPackaged, log });
  notices.onChange((all) => window.send('app.notices', all));
  const dialogs = createFileDialogs(() => window.current);
  const { now } = systemClock;
  return {
    paths,
    log,
    now,
    newId: randomUUID,
    user: userName(),
    notices,
    managed,
    settings,
    window,
    dialogs,
  };
}

/** The machine's files; from source, tests may put a folder of their own in their place. */
function managedFiles() {
  const root = app.isPackaged ? undefined : process.env.TRIPKIT_MANAGED_ROOT;
  return machineFiles(root === undefined ? {} : { root, owner: process.getuid?.() ?? 0 });
}
