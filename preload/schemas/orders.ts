/** Schemas of the domain `orders`: kits that are requested automatically some hours before departure, while the app runs. */
import { z } from 'zod';
import { kitId, profileId, utc } from './common.ts';
import { trip } from './kit.ts';

/** Hours before departure; quarters of an hour are the finest that makes sense. */
export const hoursBefore = z
  .number()
  .min(0)
  .max(14 * 24);

export const orderId = z.uuid();

export const standingOrder = z.object({
  id: orderId,
  profile_id: profileId,
  trip,
  hours_before: z.number(),
  /** When the kit is asked for. */
  due_at: utc,
  created_at: utc,
  /** The user name of the operating system's account. */
  by: z.string(),
  /** `missed`: the flight left before the kit could be asked for. */
  state: z.enum(['waiting', 'requested', 'missed']),
  /** The kit that was asked for; it may have been removed since. */
  kit_id: kitId.nullable(),
  /** Why the last try failed and what to do; it is retried automatically. Null where none failed. */
  problem: z.string().nullable(),
});
export type StandingOrder = z.infer<typeof standingOrder>;
