import type { Host } from '../host/host.ts';
import { BackupKeeper } from './backup/backup-keeper.ts';
import { Restores } from './backup/restores.ts';
import { IncomingHandOver } from './hand-over/incoming-hand-over.ts';

type CopiesHost = Pick<Host, 'paths' | 'now' | 'log' | 'clock' | 'app_version' | 'notices' | 'agreements'>;

/** Backup copies, restores, and an accepted hand-over file: checked before anything is opened. */
export async function openCopies(host: CopiesHost) {
  const options = { ...host, user_data: host.paths.user_data };
  const restores = await Restores.open(options);
  return {
    restores,
    /** Brings in a hand-over file at this start; null if there is none. */
    incoming: await IncomingHandOver.open(options),
    /** Copies what can't be requested again, once the database is open. */
    backups: new BackupKeeper({ ...options, wanted: () => restores.wanted }),
  };
}

export type Copies = Awaited<ReturnType<typeof openCopies>>;
