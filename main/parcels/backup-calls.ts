import { utc } from '../common/utc.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { Confirm } from '../host/file-dialogs.ts';
import { restoreQuestion } from '../host/power-questions.ts';
import type { BackupSet } from './backup/backup-set.ts';
import type { Restores } from './backup/restores.ts';

export interface BackupCallsDeps {
  restores: Pick<Restores, 'list' | 'request' | 'settle' | 'damaged'>;
  notices: { withdraw(id: string): void };
  confirm: Confirm;
  /** Quits, and starts again. */
  restart(): void;
}

/** Calls of the domain `backups`. */
export function backupCalls({
  restores,
  notices,
  confirm,
  restart,
}: BackupCallsDeps): DomainCalls<'backups'> {
  return {
    async list() {
      const { copies, offered } = await restores.list();
      return { copies: copies.map(viewOf), offered };
    },
    async restore(id) {
      const copy = (await restores.list()).copies.find((one) => one.id === id);
      if (copy && !(await confirm(restoreQuestion(copy.made_at)))) return null;
      await restores.request(id);
      restart();
      return id;
    },
    decline() {
      restores.settle(Object.keys(restores.damaged()));
      for (const id of ['library', 'personal', 'settings']) notices.withdraw(id);
    },
  };
}

function viewOf({ id, made_at, why, files }: BackupSet) {
  const rows = Object.assign({}, ...files.map((file) => file.rows)) as Record<string, number>;
  const { kits = null, acknowledgements = null, marks = null, orders = null } = rows;
  const settings = files.some(({ name }) => name === 'settings.json');
  return { id, made_at: utc(made_at), why, kits, acknowledgements, marks, orders, settings };
}
