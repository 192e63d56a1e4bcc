import { app, session } from 'electron';
import type { Log } from '../common/log.ts';
import { followAppLifecycle } from '../electron/app-lifecycle.ts';
import { relaunchOptions } from '../electron/arguments.ts';
import { bindCalls, bindSetupCalls } from '../electron/handle.ts';
import { ipcPort } from '../electron/ipc-port.ts';
import { closeNetwork, guardSession } from '../electron/session-guards.ts';
import { allCalls, allSetupCalls } from './all-calls.ts';
import { openBase, type Paths } from './open-base.ts';
import { type DesktopStart, openDesktop, selfFacts, servePage } from './open-desktop.ts';
import { openHandOver } from './open-hand-over.ts';
import { openKits } from './open-kits.ts';
import { openLibrary } from './open-library.ts';
import { openProfiles } from './open-profiles.ts';
import { openReading } from './open-reading.ts';
import { openUpdates } from './open-updates.ts';
import { openWatch } from './open-watch.ts';
import { NO_WINDOW, openWindows } from './open-windows.ts';
import { Phases } from './phases.ts';

/** Quits, and starts again: with a window, and without what it was opened with. */
function restart(): void {
  app.relaunch(relaunchOptions(process.argv, process.env));
  app.quit();
}

/** Starts the app, once Electron is ready. What was opened is closed again where a phase fails; then it rejects. */
export async function startApp(paths: Paths, start: DesktopStart, log: Log): Promise<void> {
  const phases = new Phases(log);
  try {
    await openPhases(phases, paths, start, log);
    phases.start();
  } catch (error) {
    await phases.stop();
    throw error;
  }
}

async function openPhases(phases: Phases, paths: Paths, start: DesktopStart, log: Log): Promise<void> {
  guardSession(session.defaultSession, !app.isPackaged);
  await closeNetwork(session.defaultSession);
  const base = await openBase(paths, log);
  phases.add('documents', { stop: () => base.verifier.close() });
  start.crashes.onWritten(base.crashCopies.soon);
  const { updates, follow } = openUpdates(base, start.crashes);
  const library = phases.add('library', await openLibrary(base));
  phases.add('backups', base.backups);
  phases.add('crash reports', base.crashCopies);
  const profiles = phases.add('profiles', openProfiles(base, library));
  const kits = phases.add('kits', openKits(base, library, profiles));
  const { handOver } = phases.add('hand-over', openHandOver(base, library, profiles));
  const reading = phases.add('reading', openReading(base, library, kits));
  const { watch } = phases.add('watched folders', openWatch(base, library, profiles, kits, reading));
  const desktop = phases.add('desktop', openDesktop(base, library, profiles, kits, start));
  phases.add('updates', {
    // Without a window the start has succeeded now; else when the page is loaded.
    start: () => start.hidden && updates.started(),
    stop: () => updates.stop(),
  });
  follow(kits.circumstances);
  followAppLifecycle({
    app,
    platform: process.platform,
    showWindow: base.window.show,
    startedAgain: desktop.desktop.startedAgain,
    keepsRunning: desktop.desktop.keepsRunning,
    quitting: desktop.desktop.quitting,
    stop: async () => {
      updates.quitting();
      await phases.stop();
    },
    updates,
    log,
  });
  const facts = selfFacts(base, library, profiles, updates.state().came?.from ?? null);
  const windows = phases.add('windows', openWindows(base, kits, desktop));
  const shared = {
    ...{ ...base, ...profiles, ...kits, ...reading, ...desktop, ...facts },
    ...{ watch, handOver, updates, restart },
  };
  const callsOf = windows.each((share) => allCalls({ ...shared, ...share }));
  bindCalls(ipcPort, callsOf(NO_WINDOW), log, callsOf);
  bindSetupCalls(ipcPort, allSetupCalls({ ...shared, ...windows.shareOf(NO_WINDOW) }), log);
  servePage(base, library, kits, reading);
}
