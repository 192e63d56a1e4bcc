/** What a run leaves behind for the judge: the service's journal, the files, the rows, and what the person did. */
import type { Failure } from '../../main/common/failure.ts';
import type { KitState } from '../../main/store/kit-record.ts';
import type { JournalEntry } from '../demo-service/journal.ts';

/** A row of the database, read with SQL from a copy. */
export interface Row {
  id: string;
  state: KitState;
  tripkit_id: string | null;
  flight: string | null;
  failure: Failure | null;
  sha256: string | null;
}

/** What was found on the disk at one moment at which no engine was running. */
export interface Inspection {
  /** For messages: which life had ended and how. */
  when: string;
  /** What `PRAGMA integrity_check` says. */
  integrity: string;
  rows: Row[];
  /** SHA-256 of each ready kit's document by kit id; null where there is none. Not looked at where it can't be. */
  documents: Record<string, string | null> | null;
  /** Names of kits that the app had confirmed to the person by then. */
  confirmed: string[];
}

/** One kit that somebody wanted. Its name is its flight, or its tripkit_id where it is followed. */
export interface AskedKit {
  name: string;
  by: 'request' | 'track';
  not_covered: boolean;
  /** The person had it requested again, so many times. */
  requested_again: number;
  /** The person cancelled it: the app said so, or died before it could. */
  cancelled: 'no' | 'confirmed' | 'perhaps';
}

/** A trip kit as the service has it. */
export interface ServiceKit {
  tripkit_id: string;
  name: string;
  /** SHA-256 of the versions that it may have handed out. */
  sha256: readonly string[];
}

/** One life of the engine's process; times are the machine's, ms since 1970 UTC. */
export interface LivedLife {
  from: number;
  to: number;
  factor: number;
  /** At which times the machine slept, and how long, ms of the engine's clock. */
  leaps: { at: number; ms: number }[];
  /** Said instead of starting. */
  not_started: { kind: string; message: string } | null;
  /** The process ended by itself. */
  crashed: boolean;
  /** How it was made to end. */
  end: string;
}

export interface Evidence {
  kits: AskedKit[];
  service_kits: ServiceKit[];
  journal: JournalEntry[];
  lives: LivedLife[];
  /** How often a process was killed or stopped. */
  ends: number;
  /** Outside faults by their name, and how often. */
  acts: Record<string, number>;
  /** Every failure that was seen, also those that were gone again at the end. */
  failures: { name: string; tripkit_id: string | null; failure: Failure }[];
  inspections: Inspection[];
  /** Names of kits that were not at an end although nothing had failed for long, and in which life. */
  stuck: { name: string; state: KitState; when: string }[];
}
