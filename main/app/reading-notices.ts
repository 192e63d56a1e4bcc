import { basename } from 'node:path';
import type { Log } from '../common/log.ts';
import type { PersonalDatabase } from '../library/personal/personal-database.ts';
import type { NoticeBoard } from './notices.ts';

/** A personal database that was damaged, or that can't be used in this run. */
export function tellPersonal(
  { setAside, problem }: Pick<PersonalDatabase, 'setAside' | 'problem'>,
  notices: Pick<NoticeBoard, 'add'>,
  log: Log,
): void {
  const message =
    problem ??
    (setAside === null
      ? null
      : `Your reading places and marks on this laptop were damaged, so they begin anew; your kits are whole. The damaged file is kept as ${basename(setAside)}; send it to support if something in it is missed.`);
  if (message === null) return;
  log.error(message);
  notices.add({ id: 'personal', severity: 'error', message });
}
