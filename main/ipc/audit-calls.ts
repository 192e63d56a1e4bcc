import { utc } from '../common/utc.ts';
import type { DomainCalls } from './call-map.ts';
import type { IpcContext } from './ipc-context.ts';
import { saveChosen, writeText } from './save-file.ts';

export type AuditCallsDeps = Pick<IpcContext, 'audits' | 'dialogs' | 'now'>;

/** Calls of the domain `audit`. */
export function auditCalls({ audits, dialogs, now }: AuditCallsDeps): DomainCalls<'audit'> {
  return {
    of: (kit_id) => audits.of(kit_id),
    export: (kit_ids, format) => {
      const name = `Trip kit history ${utc(now()).slice(0, 10)}.${format}`;
      return saveChosen(dialogs.saveAudit(name), (path) => writeText(path, audits.file(kit_ids, format)));
    },
  };
}
