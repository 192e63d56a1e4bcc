/** The form of `tripkit health --json` (docs/profile-and-headless.md, section 8): keys are added in form 1, none change. */
import type { PolicyState } from '../../../preload/contract/policies.ts';
import type { KitState } from '../../store/kit-record.ts';

/** The form of the report. */
export const HEALTH_FORM = 1;

/** How a database was found. `unchecked`: it is too large, or no copy of it could be made; nothing is known of it. */
export type DatabaseState =
  | 'ok'
  | 'damaged'
  | 'newer_version'
  | 'missing'
  | 'locked'
  | 'unreadable'
  | 'unchecked'
  | 'timeout';

export type CertificateState = 'valid' | 'expiring' | 'expired' | 'not_yet_valid' | 'missing' | 'damaged';

export interface HealthCertificate {
  /** The profile's name, as the airline's IT wrote it. */
  profile: string;
  managed: boolean;
  /** Where the key lies. */
  kind: 'file' | 'computer' | null;
  state: CertificateState;
  /** ISO 8601, UTC. */
  valid_to: string | null;
  /** Whole days, rounded down; negative once it has expired. */
  days_left: number | null;
}

export interface HealthLibrary {
  state: DatabaseState;
  /** Of its tables. */
  version: number | null;
  kits: { total: number; by_state: Partial<Record<KitState, number>> } | null;
  documents: { count: number; bytes: number; missing: number; damaged: number } | null;
}

/** Something that needs attention. */
export interface HealthProblem {
  id: string;
  /** What is wrong and what to do. */
  message: string;
}

export interface HealthReport {
  event: 'health';
  form: typeof HEALTH_FORM;
  at: string;
  state: 'ok' | 'attention';
  problems: HealthProblem[];
  app: { version: string; running: boolean | null; channel: 'stable' | 'beta' };
  system: { platform: string; arch: string; release: string };
  folder: { state: 'ok' | 'missing' | 'unreadable' | 'timeout' };
  policy: PolicyState;
  certificates: HealthCertificate[] | null;
  library: HealthLibrary;
  service: { last_request_at: string | null; last_contact_at: string | null; failed_since: number } | null;
  audit: { state: DatabaseState; entries: number | null; last_at: string | null; complete: boolean | null };
  backups: { count: number; newest_at: string | null; age_hours: number | null } | null;
  disk: { free_bytes: number | null; total_bytes: number | null; used_bytes: number | null };
  /** Never asked: it could show a person a question. */
  keychain: null;
  updates: {
    running: string;
    came_from: string | null;
    unfinished_starts: number;
    checked_at: string | null;
  } | null;
  watch: {
    on: boolean;
    in: 'ok' | 'unreachable' | null;
    out: 'ok' | 'unreachable' | null;
    under_way: number | null;
    untold: number | null;
  };
  crashes: {
    count: number;
    /** Crash reports are never copied elsewhere; the form of the report has the key. */
    copied: 0;
    last_at: string | null;
    last_kind: string | null;
    last_day: number;
  } | null;
}

/** ISO 8601, UTC, or null where there is no such time. @param ms since 1970 UTC */
export function isoOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15
    ? null
    : new Date(ms).toISOString();
}
