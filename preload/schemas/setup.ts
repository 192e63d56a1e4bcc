/** Schemas of the domain `setup`: what the window of set-up is opened for, and what the library hands over to it. */
import { z } from 'zod';
import { profileId } from './common.ts';
import { handedKits } from './hand-over.ts';

/** A part of the window of set-up. `start`: whatever is missing for the first request. */
export const setupPart = z.enum(['start', 'identity', 'settings', 'hand_over', 'updates']);
export type SetupPart = z.infer<typeof setupPart>;

/**
 * What the window of set-up shows first. `profile_id`: of this profile; of the first one where it is null. `kit_ids`: the kits that
 * are to be handed over; absent or null: all of this laptop.
 */
export const setupPlace = z.object({
  part: setupPart,
  profile_id: profileId.nullable(),
  kit_ids: handedKits.optional(),
});
export type SetupPlace = z.infer<typeof setupPlace>;

/** Profiles or identities have changed. `use`: the one that new requests go to from now on; null where that stays. */
export const profilesChanged = z.object({ use: profileId.nullable() });
export type ProfilesChanged = z.infer<typeof profilesChanged>;
