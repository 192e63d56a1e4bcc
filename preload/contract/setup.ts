/** The set-up window: what it is opened for, and what the library passes to it. */
import { z } from 'zod';
import { call } from './call.ts';
import { fileBytes, fileName, profileId } from './common.ts';
import { handedKits } from './parcels.ts';

/** A part of the set-up window. `start`: everything that the first request still needs. */
export const setupPart = z.enum(['start', 'identity', 'shelf', 'settings', 'hand_over', 'updates']);

export type SetupPart = z.infer<typeof setupPart>;

/**
 * What the set-up window shows first. `profile_id`: the profile; null: the first one. `kit_ids`: the kits to hand over;
 * absent or null: all on this laptop.
 */
export const setupPlace = z.object({
  part: setupPart,
  profile_id: profileId.nullable(),
  kit_ids: handedKits.optional(),
});

export type SetupPlace = z.infer<typeof setupPlace>;

/** Profiles or identities have changed. `use`: the profile that new requests go to from now on; null: unchanged. */
export const profilesChanged = z.object({ use: profileId.nullable() });

export const setupCalls = {
  /** Opens the set-up window, or brings it to the front. */
  open: call([setupPlace], z.null()),
  /**
   * Passes on a file that was dropped on the window: a profile, which is added once the person has seen its servers in a
   * system dialog, or a .p12/.pfx file for the profile, which waits for the set-up window. The page gets none of its content.
   */
  hand: call([fileName, fileBytes, profileId.nullable()], z.null()),
} as const;

export const setupWindowCalls = {
  /** What the window was opened for; also sent as the event `app.place` when it is opened again. */
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
