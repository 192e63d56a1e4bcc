import type { Log } from '../common/log.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { SourceReading } from './policy-source.ts';

/** Reports each refused place of policies, whose strictest values apply, and the problems of places in force. */
export function tellPolicies(
  sources: readonly SourceReading[],
  notices: Pick<NoticeBoard, 'add'>,
  log: Log,
): void {
  for (const source of sources) {
    const isFile = source.kind === 'file';
    const id = isFile ? 'managed-profile' : 'policies';
    if (source.state === 'refused') {
      const { message } = source.failure;
      log.error(message);
      notices.add({ id, severity: 'error', message, managed: true });
    } else if (source.state === 'in_force' && source.problem !== null) {
      const what = isFile
        ? `The managed profile ${source.place} is in force, but not all of its settings`
        : `The policies in ${source.place} are in force, but not all of them`;
      const message = `${what}: ${source.problem}. Tell your airline’s IT.`;
      log.warn(message);
      notices.add({ id, severity: 'warning', message, managed: true });
    }
  }
}
