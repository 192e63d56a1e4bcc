import type { RecordQuery } from '../../preload/contract.ts';
import { utc } from '../common/utc.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import { saveChosen, writeText } from '../host/save-file.ts';
import type { Audits } from './audit-files.ts';
import type { ActivityRecord } from './audit-record.ts';

export interface AuditCallsDeps {
  audits: Audits;
  record: ActivityRecord;
  /** The dialogs of the calling window. */
  dialogs: FileDialogs;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** Handlers of the domain `audit`. */
export function auditCalls({ audits, record, dialogs, now }: AuditCallsDeps): DomainCalls<'audit'> {
  const today = () => utc(now()).slice(0, 10);
  return {
    of: (kit_id) => audits.of(kit_id),
    export: (kit_ids, format) => {
      const name = `Trip kit history ${today()}.${format}`;
      return saveChosen(dialogs.saveAudit(name), (path) => writeText(path, audits.file(kit_ids, format)));
    },
    record: (query, offset) => record.page(meant(query), offset),
    exportRecord: (query, format) =>
      saveChosen(dialogs.saveRecord(`Activity record ${today()}.${format}`), async (path) => {
        await writeText(path, await record.file(meant(query), format));
        record.exported(meant(query), format);
      }),
    verify: () => record.verify(),
  };
}

/** The query for the log; empty texts are ignored. */
function meant({ from, to, by, text, kit_id }: RecordQuery) {
  const ms = (time: string | null) => (time === null ? null : Date.parse(time));
  return { from: ms(from), to: ms(to), who: by || null, text: text?.trim() || null, kit_id };
}
