import { utc } from '../common/clock.ts';
import { utcMinute } from '../common/text.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { Confirm, Question } from '../host/file-dialogs.ts';
import type { BackupSet } from './backup/backup-set.ts';
import type { Restores } from './backup/restores.ts';

export interface BackupCallsDeps {
  restores: Pick<Restores, 'list' | 'request'>;
  confirm: Confirm;
  /** Quits and restarts. */
  restart(): void;
}

/** Calls of the domain `backups`. */
export function backupCalls({ restores, confirm, restart }: BackupCallsDeps): DomainCalls<'backups'> {
  return {
    list: async () => (await restores.list()).map(viewOf),
    async restore(id) {
      const copy = (await restores.list()).find((one) => one.id === id);
      if (copy && !(await confirm(restoreQuestion(copy.made_at)))) return null;
      await restores.request(id);
      restart();
      return id;
    },
  };
}

function viewOf({ id, made_at, why, files }: BackupSet) {
  const rows = Object.assign({}, ...files.map((file) => file.rows)) as Record<string, number>;
  const { kits = null, acknowledgements = null, marks = null } = rows;
  const settings = files.some(({ name }) => name === 'settings.json');
  return { id, made_at: utc(made_at), why, kits, acknowledgements, marks, settings };
}

/** The question before a backup copy is restored. @param made_at when the copy was made, ms since 1970 UTC */
export function restoreQuestion(made_at: number): Question {
  return {
    message: `Restore the copy of ${utcMinute(made_at)}?`,
    detail:
      'The app restarts, and what is missing comes back from the copy. What is here now stays as it is. Marks and planned kits that were removed since the copy come back too.',
    yes: 'Restore and restart',
  };
}
