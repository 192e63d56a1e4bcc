import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { app, safeStorage } from 'electron';
import { lockableSettings } from '../../preload/contract.ts';
import { openCockpit } from '../cockpit/cockpit-sources.ts';
import { systemClock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { userName } from '../common/processes.ts';
import { DocumentVerifier } from '../documents/verify-document.ts';
import { createWindows } from '../electron/app-windows.ts';
import { relaunchOptions } from '../electron/deep-link.ts';
import { createConfirm, createFileDialogs } from '../electron/dialogs.ts';
import { documentPages } from '../electron/document-page.ts';
import { createSealer } from '../electron/sealing.ts';
import type { Host, Paths } from '../host/host.ts';
import { NoticeBoard } from '../host/notices.ts';
import { openCopies } from '../parcels/open-copies.ts';
import { openOwnSettings } from '../parcels/open-settings.ts';
import { machineFiles } from '../policies/managed-file.ts';
import { readPolicies } from '../policies/read-policies.ts';
import { tellPolicies } from '../policies/tell-policies.ts';
import { settingsOf } from '../settings/settings.ts';
import { KeptAgreements } from '../soundness/kept-agreements.ts';
import { KeyHolder } from '../soundness/key-holder.ts';
import { forbiddenBy } from './refused-calls.ts';

export type Opened = Awaited<ReturnType<typeof openHost>>;

/** Opens what all rooms need: administrators' decisions, settings, notices, windows, dialogs. */
export async function openHost(paths: Paths, log: Log) {
  const { now } = systemClock;
  const notices = new NoticeBoard();
  const { managed, policies, sources, state } = await readPolicies(
    process.platform,
    managedFiles(),
    lockableSettings,
  );
  tellPolicies(sources, notices, log);
  const basics = {
    ...{ paths, log, now, notices },
    clock: systemClock,
    app_version: app.getVersion(),
    sealer: createSealer(safeStorage),
  };
  const seals = join(paths.user_data, 'seals');
  const key = new KeyHolder({ ...basics, folder: seals });
  const agreements = new KeptAgreements({ ...basics, folder: seals, key });
  const copies = await openCopies({ ...basics, agreements });
  const { settings, receivedSettings } = await openOwnSettings(paths.user_data, {
    ...{ ...copies, notices, log },
    managed: settingsOf(managed?.settings ?? {}),
    allow_other_profiles: policies.allow_other_profiles,
    forbidden: forbiddenBy(policies),
  });
  const cockpit = openCockpit({
    file: join(paths.user_data, 'cockpit.json'),
    on: settings.state().values.cockpit,
    ...{ notices, now, log },
  });
  const windows = createWindows(paths, settings, log);
  const reader = documentPages(paths.renderer);
  const host: Host = {
    ...basics,
    ...{ agreements, settings, cockpit, reader },
    newId: randomUUID,
    user: userName(),
    verifier: new DocumentVerifier(reader),
    send: windows.send,
    sendSetup: windows.setup.send,
    setupDialogs: createFileDialogs(windows.front),
    confirm: createConfirm(windows.front),
    restart,
  };
  return {
    host,
    windows,
    cockpit,
    /** The key of seals and agreements. */
    key,
    managed,
    /** The administrators' decisions about the app itself. */
    policies,
    /** The same for the page that shows them, with the decided settings of the person. */
    policyState: state,
    copies,
    /** How many settings came in a hand-over file. */
    receivedSettings,
  };
}

/** Quits and restarts: with a window, and without the link or file of this start. */
function restart(): void {
  app.relaunch(relaunchOptions(process.argv, process.env));
  app.quit();
}

/** The machine's files; when run from source, tests may replace their folder. */
function managedFiles() {
  const root = app.isPackaged ? undefined : process.env.TRIPKIT_MANAGED_ROOT;
  return machineFiles(root === undefined ? {} : { root, owner: process.getuid?.() ?? 0 });
}
