/** What is stored of a trip kit. The lifecycle (main/kits/lifecycle.ts) alone decides how a record changes. */
import type { Failure, ServiceMessage } from '../common/failure.ts';
import type { Trip } from '../common/trip.ts';

/** The states of a kit's life (ARCHITECTURE.md, "A kit's way"). */
export const kitStates = [
  'requesting',
  'generating',
  'downloading',
  'ready',
  'unconfirmed',
  'failed',
  'cancelled',
] as const;
export type KitState = (typeof kitStates)[number];

/** A document that is whole, verified and on this laptop. */
export interface KitDocument {
  bytes: number;
  /** Hex, lower case. */
  sha256: string;
  pages: number;
}

/** One trip kit as it is stored. Times are ms since 1970 UTC. */
export interface KitRecord {
  /** Our own UUID: the key everywhere; names of the service are never keys. */
  id: string;
  profile_id: string;
  /** The service's id; null until it is known. */
  tripkit_id: string | null;
  /** Null for a kit that is tracked by its tripkit_id only. */
  trip: Trip | null;
  state: KitState;
  created_at: number;
  state_since: number;
  /** When the service accepted the request; null for a tracked kit. Polling starts no earlier than 5 s after it. */
  requested_at: number | null;
  messages: ServiceMessage[];
  failure: Failure | null;
  document: KitDocument | null;
}

/** A line of a kit's visible history; written in the same transaction as the change. */
export interface KitEventRecord {
  kit_id: string;
  at: number;
  state: KitState;
  /** A sentence: what happened and why. Holds no secret. */
  what: string;
}
