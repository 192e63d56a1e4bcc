/** The window of set-up: what it is opened for, and what the library hands over to it. */
import { z } from 'zod';
import { call } from './call.ts';
import { fileBytes, fileName, profileId } from './common.ts';
import { handedKits } from './parcels.ts';

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

export const setupCalls = {
  /** Opens the window of set-up, or brings it to the front. */
  open: call([setupPlace], z.null()),
  /**
   * Hands over a file that was dropped on the window: a profile, whose servers the system's question names before it is
   * taken in, or a .p12/.pfx file for the profile, which waits for the window of set-up. The page learns nothing of it.
   */
  hand: call([fileName, fileBytes, profileId.nullable()], z.null()),
} as const;

export const setupWindowCalls = {
  /** What the window was opened for; also sent as the event `app.place` when it is asked for again. */
  place: call([], setupPlace),
  /** Closes the window. */
  close: call([], z.null()),
  /** Closes the window and shows the request form in the library. */
  request: call([], z.null()),
  /** Closes the window and shows the page of managed settings in the library. */
  managed: call([], z.null()),
} as const;

export const setupWindowEvents = {
  place: setupPlace,
} as const;
