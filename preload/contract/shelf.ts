/** Shelves: storage of the airline from which this laptop takes kits that a desk has fetched. */
import { z } from 'zod';
import { call } from './call.ts';
import { profileId, utc } from './common.ts';

/** Which kits of a shelf are wanted: all, or those of these flight numbers; an empty list: none. */
export const shelfWants = z.union([z.literal('all'), z.array(z.string().min(1).max(20)).max(500)]);
export type ShelfWants = z.infer<typeof shelfWants>;

/** The shelf of a service profile. */
export const shelf = z.object({
  profile_id: profileId,
  /** As the profile calls it. */
  name: z.string(),
  /** The server, or the folder. */
  where: z.string(),
  /** Whether it may ask for a user and a password, which set-up takes. */
  takes_login: z.boolean(),
  wants: shelfWants,
  /** When it was last read; null: never. */
  heard_at: utc.nullable(),
  /** How long ago that may be, hours: a withdrawal would be heard only at the next look. */
  heard_within_hours: z.number(),
  /** Until when its desk has promised to look after it; null: not known. */
  valid_until: utc.nullable(),
  /** Why it could not be read at the last look, and what to do; null: it could, or was not looked at yet. */
  trouble: z.string().nullable(),
});
export type Shelf = z.infer<typeof shelf>;

export const shelfCalls = {
  /** The shelves that the profiles of this laptop name. */
  list: call([], z.array(shelf)),
  /** The person wants these kits from now on; they are taken at once. */
  choose: call([profileId, shelfWants], shelf),
  /** Looks at the shelf now. */
  look: call([profileId], z.null()),
} as const;

export const shelfEvents = {
  /** What `list` answers has changed. */
  changed: z.null(),
} as const;

/** Whose password this laptop has for a shelf. `stored`: false if it is forgotten when the app ends, for there is no keychain. */
export const shelfLogin = z.object({ user: z.string(), stored: z.boolean() }).nullable();

export const shelfSetupCalls = {
  login: call([profileId], shelfLogin),
  /** Keeps user and password for the shelf of a profile; the person is asked about the profile's servers unless they agreed. */
  signIn: call([profileId, z.string().max(256), z.string().max(4096)], shelfLogin),
  signOut: call([profileId], shelfLogin),
} as const;
