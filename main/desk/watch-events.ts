/** The events of watched folders, for standard output, a command and a webhook (profile-and-headless.md, section 6). */
import type { Failure, ServiceMessage } from '../common/failure.ts';
import type { Trip } from '../common/trip.ts';
import type { LineReport } from './intake-store.ts';

/** The outcome of a trip, as in its result file. Times are ISO 8601 in UTC, or null. */
export interface TripResult {
  state: 'delivered' | 'failed' | 'unconfirmed' | 'cancelled' | 'removed';
  /** The kit's id in this app. */
  kit: string;
  /** The service's id; null if it is not known. */
  tripkit_id: string | null;
  trip: Trip;
  /** The name of the PDF beside the result; null if there is none. */
  file: string | null;
  bytes: number | null;
  /** Of the PDF, hex. */
  sha256: string | null;
  pages: number | null;
  /** The service's messages. */
  messages: ServiceMessage[];
  error: Failure | null;
  source: { file: string | null; line: number };
  /** The kit that replaced this one, because the trip changed. */
  replaced_by: string | null;
  times: { taken: string; requested: string | null; ended: string };
}

/** The outcome of a trip file, as in the report beside it. */
export interface FileReport {
  /** `taken`: at least one trip was taken; `failed`: none was. */
  state: 'taken' | 'failed';
  file: string;
  sha256: string;
  taken: string;
  lines: LineReport[];
}

/** Something that a desk has done, before it gets its id and time. */
export type WatchFact =
  | { event: 'file'; file: string; state: FileReport['state']; requested: number; not_taken: number }
  | { event: 'requested'; kit: string; trip: Trip; file: string | null; line: number }
  | ({ event: TripResult['state']; result: string } & Omit<TripResult, 'state'>)
  /** A problem stops everything; the desk tries again. `message` null: the problem is over. */
  | { event: 'problem'; part: Part; message: string | null };

/** The parts that can have a problem. */
export type Part = 'in' | 'out' | 'journal' | 'request' | 'command' | 'webhook';

/** An event with its id (a UUID: a receiver may get the same event twice) and time (ISO 8601, UTC). */
export type WatchEvent = WatchFact & { id: string; at: string };
