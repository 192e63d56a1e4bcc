import { basename } from 'node:path';
import type { DomainCalls } from './call-map.ts';
import type { FileDialogs } from './file-dialogs.ts';
import { utc } from './kit-view.ts';
import { writeWhole } from './write-whole.ts';

export interface AuditCallsDeps {
  audits: AuditSource;
  dialogs: Pick<FileDialogs, 'saveAudit'>;
  /** Ms since 1970 UTC. */
  now(): number;
}

type Times<T> = Omit<T, 'at' | 'entries' | 'asked_at' | 'state_since'>;
type Answer = Awaited<ReturnType<DomainCalls<'audit'>['of']>>;
/** An audit as main/app/audit.ts puts it together: the contract's, with times in ms since 1970 UTC. */
export type AuditView = Times<Answer> & {
  asked_at: number;
  state_since: number;
  entries: (Times<Answer['entries'][number]> & { at: number })[];
};

/** Audits, and their files; main/app/audit-index.ts has the real one. */
export interface AuditSource {
  /** @throws TripKitError of kind `config` where there is no such kit */
  of(kit_id: string): AuditView;
  /** The text of a file with the audits of these kits, as they are now; those that are gone are left out. */
  file(kit_ids: readonly string[], format: 'json' | 'csv'): string;
}

/** Calls of the domain `audit`. */
export function auditCalls({ audits, dialogs, now }: AuditCallsDeps): DomainCalls<'audit'> {
  return {
    of: (kit_id) => {
      const audit = audits.of(kit_id);
      return {
        ...audit,
        asked_at: utc(audit.asked_at),
        state_since: utc(audit.state_since),
        entries: audit.entries.map((entry) => ({ ...entry, at: utc(entry.at) })),
      };
    },
    export: async (kit_ids, format) => {
      const path = await dialogs.saveAudit(`Trip kit history ${utc(now()).slice(0, 10)}.${format}`);
      if (path === null) return null;
      await writeWhole(path, audits.file(kit_ids, format));
      return basename(path);
    },
  };
}
