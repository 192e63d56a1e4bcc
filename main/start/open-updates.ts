import { join } from 'node:path';
import { app } from 'electron';
import { composeUpdates } from '../electron/updater.ts';
import { viewUpdates } from '../ipc/update-calls.ts';
import type { Circumstances } from '../updates/update-policy.ts';
import type { Base } from './open-base.ts';

/** Updates: opened first of all that may fail, so that a start which fails is remembered. */
export function openUpdates({ paths, log, notices, managed, window, sendSetup }: Base) {
  let circumstances: () => Circumstances = () => ({ open_documents: 0, unfinished_kits: 0, orders_soon: 0 });
  const updates = composeUpdates({
    app,
    file: join(paths.user_data, 'update-state.json'),
    managed: managed?.settings.updates ?? 'on',
    circumstances: () => circumstances(),
    notices,
    onChange: (state) => sendSetup('updates.changed', viewUpdates(state)),
    log,
  });
  window.on('loaded', () => updates.started());
  return {
    updates,
    /** Tells what the app is doing besides, which may hold an update back. */
    follow(next: () => Circumstances): void {
      circumstances = next;
    },
  };
}
