import { basename } from 'node:path';
import type { Log } from '../common/log.ts';
import { utcMinute } from '../common/text.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { AuditDatabase } from './audit-database.ts';

type Board = Pick<NoticeBoard, 'add'>;

/** An activity record that was damaged, or that can't be written in this run. */
export function tellRecord(
  { setAside, problem }: Pick<AuditDatabase, 'setAside' | 'problem'>,
  notices: Board,
  log: Log,
): void {
  if (problem === null && setAside === null) return;
  const message =
    problem ??
    `The activity record on this laptop was damaged, so a new one begins; what is known of the kits that are here is taken over. The damaged file is kept as ${basename(setAside ?? '')}; send it to support.`;
  log.error(message);
  notices.add({ id: 'activity-record', severity: 'error', message });
}

/** An activity record that goes on from a copy. @param setAside the damaged file; null: it was missing. @param made_at when the copy was made, ms since 1970 UTC */
export function tellRecordBack(setAside: string | null, made_at: number, notices: Board, log: Log): void {
  const [was, kept] =
    setAside === null ? ['missing', ''] : ['damaged', ` The damaged file is kept as ${basename(setAside)}.`];
  const message = `The activity record on this laptop was ${was}. It goes on from its backup copy of ${utcMinute(made_at)}, and what is known of the kits that are here is taken in again.${kept}`;
  log.error(message);
  notices.add({ id: 'activity-record', severity: 'warning', message });
}
