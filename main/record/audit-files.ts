/** Audits of the kits on this laptop, also as files: JSON for programs, CSV for a spreadsheet. */
import { csvText } from '../common/csv.ts';
import { TripKitError } from '../common/errors.ts';
import { utc } from '../common/utc.ts';
import type { AppContext } from '../host/host.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import type { EventLog } from '../store/event-log.ts';
import { type AuditEntry, auditOf, type KitAudit } from './audit.ts';

export interface AuditsDeps extends Pick<AppContext, 'now' | 'user'> {
  engine: Pick<KitEngine, 'get'>;
  events: Pick<EventLog, 'ofKit'>;
  flags: Pick<KitFlags, 'of'>;
  /** Names of the profiles that can be read. */
  profiles(): readonly { id: string; name: string }[];
  app_version: string;
}

export type Audits = ReturnType<typeof openAudits>;

/** Every call @throws TripKitError of kind `disk`. */
export function openAudits({ engine, events, flags, profiles, app_version, user, now }: AuditsDeps) {
  const of = (kit_id: string): KitAudit => {
    const kit = engine.get(kit_id);
    const profile_name = profiles().find(({ id }) => id === kit.profile_id)?.name ?? null;
    return auditOf(kit, { entries: events.ofKit(kit_id), dates: flags.of(kit).dates, profile_name });
  };
  const ifThere = (kit_id: string): KitAudit[] => {
    try {
      return [of(kit_id)];
    } catch (error) {
      if (error instanceof TripKitError && error.condition === 'unknown_kit') return [];
      throw error;
    }
  };
  return {
    /** The audit of a kit. @throws TripKitError of kind `config`, condition `unknown_kit` */
    of,
    /** The text of a file. Kits that were removed meanwhile are left out. */
    file(kit_ids: readonly string[], format: 'json' | 'csv'): string {
      const audits = kit_ids.flatMap(ifThere);
      return format === 'csv'
        ? auditCsv(audits)
        : auditJson(audits, { app_version, exported_at: utc(now()), exported_by: user });
    },
  };
}

/** One JSON document, indented by two spaces; `facts` say who exported it and when. */
export function auditJson(audits: readonly KitAudit[], facts: Record<string, string>): string {
  return `${JSON.stringify({ ...facts, kits: audits }, null, 2)}\n`;
}

/** The CSV's columns, in order. */
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
  'kit_document_dates',
] as const;

/** One CSV row for each line of each audit, in the order of the audits. */
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
    audit.dates.map(({ evidence, from, at }) => `${evidence} ${from ? `${from}/${at}` : at}`).join('; '),
  ];
}
