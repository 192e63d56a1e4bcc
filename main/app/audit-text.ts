/** Audits as files: JSON for programs, CSV for a spreadsheet (RFC 4180, UTF-8 with a byte order mark, as Excel wants it). */
import { csvText } from '../common/csv.ts';
import type { AuditEntry, KitAudit } from './audit.ts';

export interface AuditFileFacts {
  app_version: string;
  /** Ms since 1970 UTC. */
  exported_at: number;
  /** The user name of who exports. */
  exported_by: string;
}

/** One JSON document, two spaces deep; times are ISO 8601 in UTC. */
export function auditJson(audits: readonly KitAudit[], facts: AuditFileFacts): string {
  const { app_version, exported_at, exported_by } = facts;
  const head = { app_version, exported_at: new Date(exported_at).toISOString(), exported_by };
  return `${JSON.stringify({ ...head, kits: audits }, null, 2)}\n`;
}

/** The columns of the CSV, in their order. */
export const auditColumns = [
  'kit_id',
  'tripkit_id',
  'profile',
  'flight',
  'origin',
  'destination',
  'alternates',
  'route',
  'departure_utc',
  'asked_by',
  'at_utc',
  'kind',
  'state',
  'by',
  'what',
  'message_code',
  'message_type',
  'message',
  'document_sha256',
  'kit_document_sha256',
] as const;

/** One row a line of each audit, in the order of the audits. */
export function auditCsv(audits: readonly KitAudit[]): string {
  const rows = audits.flatMap((audit) => audit.entries.map((entry) => row(audit, entry)));
  return csvText([auditColumns, ...rows]);
}

function row(audit: KitAudit, entry: AuditEntry): string[] {
  const { trip } = audit;
  return [
    audit.kit_id,
    audit.tripkit_id ?? '',
    audit.profile_name ?? audit.profile_id,
    trip?.flight ?? '',
    trip?.origin ?? '',
    trip?.destination ?? '',
    trip?.alternates?.join(' ') ?? '',
    trip?.route ?? '',
    trip?.departure ?? '',
    audit.asked_by ?? '',
    entry.at,
    entry.kind,
    entry.state ?? '',
    entry.by ?? '',
    entry.what,
    entry.message?.code ?? '',
    entry.message?.type ?? '',
    entry.message?.message ?? '',
    entry.document_sha256 ?? '',
    audit.document?.sha256 ?? '',
  ];
}
