/** The form of `tripkit health --json` (docs/profile-and-headless.md, section 8): keys may be added to form 1, but never change. */
import type { PolicyState } from '../../../preload/contract/policies.ts';
import type { KitState } from '../../store/kit-record.ts';

/** The version of the report's form. */
export const HEALTH_FORM = 1;

/** The state of a database. `unchecked`: it is too large, or could not be copied; nothing is known about it. */
export type DatabaseState =
  | 'ok'
  | 'damaged'
  | 'newer_version'
  | 'missing'
  | 'locked'
  | 'unreadable'
  | 'unchecked'
  | 'timeout';

type CertificateState =
  | 'valid'
  | 'expiring'
  | 'expired'
  | 'not_yet_valid'
  | 'missing'
  | 'damaged'
  | 'not_needed';

export interface HealthCertificate {
  /** The profile's name, from the airline's IT. */
  profile: string;
  managed: boolean;
  /** Where the key is. */
  kind: 'file' | 'computer' | null;
  state: CertificateState;
  /** ISO 8601, UTC. */
  valid_to: string | null;
  /** Whole days, rounded down; negative once it has expired. */
  days_left: number | null;
}

/** The shelf of a profile. */
export interface HealthShelf {
  /** The profile's name. */
  profile: string;
  /** How many flight numbers, airports and own flights the person wants the kits of. */
  wants: number | 'all';
  /** When this laptop last read it; ISO 8601, UTC. */
  heard_at: string | null;
  /** Until when a desk has promised to renew it. */
  valid_until: string | null;
  /** How old the last reading may be, by the profile. */
  heard_within_hours: number;
}

export interface HealthLibrary {
  state: DatabaseState;
  /** The version of its tables. */
  version: number | null;
  kits: { total: number; by_state: Partial<Record<KitState, number>> } | null;
  documents: { count: number; bytes: number; missing: number; damaged: number } | null;
}

/** Something that needs attention. */
export interface HealthProblem {
  id: string;
  /** The problem and what to do. */
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
  shelves: HealthShelf[] | null;
  library: HealthLibrary;
  service: { last_request_at: string | null; last_contact_at: string | null; failed_since: number } | null;
  audit: { state: DatabaseState; entries: number | null; last_at: string | null; complete: boolean | null };
  backups: { count: number; newest_at: string | null; age_hours: number | null } | null;
  disk: { free_bytes: number | null; total_bytes: number | null; used_bytes: number | null };
  /** Never checked: that could show a question to the person. */
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
    /** Always 0: crash reports are not copied elsewhere, but the report's form has the key. */
    copied: 0;
    last_at: string | null;
    last_kind: string | null;
    last_day: number;
  } | null;
}

/** ISO 8601, UTC, or null if there is no such time. @param ms since 1970 UTC */
export function isoOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15
    ? null
    : new Date(ms).toISOString();
}
