import { join } from 'node:path';
import { app } from 'electron';
import type { SetupDomainCalls } from '../host/call-map.ts';
import type { Host } from '../host/host.ts';
import type { Policies } from '../policies/policies.ts';
import type { CrashReports } from '../support/crash-report.ts';
import type { Circumstances } from '../updates/update-policy.ts';
import type { AppWindows } from './app-windows.ts';
import { composeUpdates } from './updater.ts';

/** Updates: opened before anything that may fail, so a failed start is remembered. */
export function openUpdates(
  { paths, log, notices, sendSetup, cockpit }: Host,
  { window }: AppWindows,
  policies: Pick<Policies, 'updates' | 'update_channel' | 'update_hours'>,
  crashes: Pick<CrashReports, 'record'>,
) {
  let circumstances: () => Circumstances = () => ({
    open_documents: 0,
    unfinished_kits: 0,
    planned_soon: 0,
    cockpit: cockpit.on,
  });
  const updates = composeUpdates({
    app,
    file: join(paths.user_data, 'update-state.json'),
    managed: policies.updates,
    channel: policies.update_channel,
    hours: policies.update_hours,
    circumstances: () => circumstances(),
    notices,
    onChange: (state) => sendSetup('updates.changed', state),
    log,
  });
  if (updates.failedStarts > 0) {
    const reason = `The start before this one did not get to its window (${updates.failedStarts} in a row).`;
    crashes.record({ kind: 'start', process: 'main', reason, exit_code: null, stack: null });
  }
  window.on('loaded', () => updates.started());
  return {
    updates,
    setupCalls: {
      updates: {
        state: () => updates.state(),
        check: () => updates.check(),
        install: () => updates.install(),
        installOnQuit: (on) => updates.installOnQuit(on),
      } satisfies SetupDomainCalls<'updates'>,
    },
    /** Provides the app's other activities, which may delay an update. */
    follow(next: () => Circumstances): void {
      circumstances = next;
    },
  };
}
