import { join } from 'node:path';
import { app } from 'electron';
import { addUpdateSource } from '../app/cockpit-sources.ts';
import type { CrashReports } from '../app/crash-reports.ts';
import { silentLog } from '../common/log.ts';
import { composeUpdates } from '../electron/updater.ts';
import { viewUpdates } from '../ipc/update-calls.ts';
import { updateFile } from '../updates/update-file.ts';
import type { Circumstances } from '../updates/update-policy.ts';
import type { Base } from './open-base.ts';

/** Updates: opened first of all that may fail, so that a start which fails is remembered. */
export function openUpdates(
  { paths, log, notices, policies, window, sendSetup, cockpit }: Base,
  crashes: Pick<CrashReports, 'record'>,
) {
  const file = join(paths.user_data, 'update-state.json');
  const before = updateFile(file, silentLog).read();
  if (before !== null && before.unfinished_starts > 0 && before.running === app.getVersion()) {
    const reason = `The start before this one did not get to its window (${before.unfinished_starts} in a row).`;
    crashes.record({ kind: 'start', process: 'main', reason, exit_code: null, stack: null });
  }
  let circumstances: () => Circumstances = () => ({
    open_documents: 0,
    unfinished_kits: 0,
    orders_soon: 0,
    cockpit: cockpit.on,
  });
  const updates = composeUpdates({
    app,
    file,
    managed: policies.updates,
    channel: policies.update_channel,
    hours: policies.update_hours,
    circumstances: () => circumstances(),
    notices,
    onChange: (state) => sendSetup('updates.changed', viewUpdates(state)),
    log,
  });
  addUpdateSource(cockpit, updates);
  window.on('loaded', () => updates.started());
  return {
    updates,
    /** Tells what the app is doing besides, which may hold an update back. */
    follow(next: () => Circumstances): void {
      circumstances = next;
    },
  };
}
