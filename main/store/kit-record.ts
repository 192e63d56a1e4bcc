/** A trip kit as it is stored. Only the lifecycle (main/kits/lifecycle.ts) decides how a record changes. */
import { z } from 'zod';
import type { Failure, ServiceMessage } from '../common/failure.ts';
import type { Trip } from '../common/trip.ts';
import type { kitStates } from '../kits/rules/kit-facts.ts';

/** A state of a kit's life (ARCHITECTURE.md, "A kit's way"). */
export type KitState = (typeof kitStates)[number];

/** ms since 1970 UTC. */
export const time = z.number().int();

/** A complete, verified document on this laptop. */
export const documentSchema = z.object({
  bytes: z.number().int().nonnegative(),
  /** Lower-case hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  pages: z.number().int().positive(),
});
export type KitDocument = z.infer<typeof documentSchema>;

/** Where a kit came from that nobody on this laptop requested (main/shelf). */
export const shelfSchema = z.object({
  /** The shelf's name. */
  name: z.string(),
  /** When its desk put it there. */
  put_at: time,
  /** Since when it must not be used, and why, in the desk's words; null: it may be used. */
  recalled: z.object({ at: time, why: z.string() }).nullable(),
});
export type KitShelf = z.infer<typeof shelfSchema>;

/** One trip kit as it is stored. Times are ms since 1970 UTC. */
export interface KitRecord {
  /** The app's own UUID, used as the key everywhere; ids of the service are never keys. */
  id: string;
  profile_id: string;
  /** The service's id; null until it is known. */
  tripkit_id: string | null;
  /** Null for a kit that is only tracked by its tripkit_id. */
  trip: Trip | null;
  /** What of `trip` a person entered later, because the request did not say it: the departure, or all of it. Absent: nothing. */
  entered?: 'departure' | 'trip';
  state: KitState;
  /** When it was requested, or tracked; of a planned kit, when it was planned. The newer kit of a flight replaces the older. */
  created_at: number;
  state_since: number;
  /** When a planned kit is to be requested; null: as soon as it can be. */
  due_at: number | null;
  /** When the service accepted the request; null for a tracked kit. Polling starts at least 5 s later. */
  requested_at: number | null;
  messages: ServiceMessage[];
  failure: Failure | null;
  document: KitDocument | null;
  /** Absent: it was requested or followed on this laptop. */
  shelf?: KitShelf;
}

/** A ready kit with its document. */
export type ReadyKit = KitRecord & { state: 'ready'; document: KitDocument };

export function isReady(kit: KitRecord): kit is ReadyKit {
  return kit.state === 'ready' && kit.document !== null;
}

/** A line of a kit's visible history, written in the same transaction as the change. */
export interface KitEventRecord {
  kit_id: string;
  at: number;
  state: KitState;
  /** A sentence: what happened and why. Holds no secret. */
  what: string;
}
