/** Shelves: storage of the airline from which this laptop takes kits that a desk has fetched. */
import { z } from 'zod';
import { call } from './call.ts';
import { profileId, shelfReceipts, utc } from './common.ts';
import { trip } from './kits.ts';

/** A flight of the person's roster. */
const ownFlight = trip.pick({ origin: true, destination: true, flight: true }).extend({ departure: utc });
export type OwnFlight = z.infer<typeof ownFlight>;

/**
 * Which kits of a shelf are wanted: all, or those of these flight numbers, from or to these airports (ICAO), and of these flights; an
 * empty list: none.
 */
export const shelfWants = z.union([
  z.literal('all'),
  z.array(z.union([z.string().min(1).max(20), ownFlight])).max(500),
]);
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
  /** Whether this app has a desk’s key, so that it can put kits there, and withdraw them. */
  is_desk: z.boolean(),
  receipts: shelfReceipts,
  /** When it last did since the app began, and why it could not since; null: it did not, it could. */
  receipt: z.object({ written_at: utc.nullable(), trouble: z.string().nullable() }),
});
export type Shelf = z.infer<typeof shelf>;

/** A laptop that had a kit, when it last said so. Whether it has it now, nobody knows. */
const hadBy = z.object({
  /** Of the laptop. */
  fingerprint: z.string(),
  at: utc,
  /** Whether it was this document: another one of the same kit was replaced on the shelf. */
  same_document: z.boolean(),
  /** By the laptop's clock; null: it was not, or, for `acknowledged_at`, there was nothing to acknowledge. */
  ready_at: utc,
  opened_at: utc.nullable(),
  acknowledged_at: utc.nullable(),
});

const boardKit = z.object({
  tripkit_id: z.string(),
  trip,
  put_at: utc,
  recalled: z.object({ at: utc, why: z.string() }).nullable(),
  /** Whether it has messages that have to be read. */
  to_acknowledge: z.boolean(),
  had_by: z.array(hadBy),
});
export type BoardKit = z.infer<typeof boardKit>;

/** A laptop by its last receipt. Its names are its own words. */
const boardLaptop = z.object({
  fingerprint: z.string(),
  laptop: z.string(),
  person: z.string().nullable(),
  at: utc,
  /** Of the index that it read. */
  serial: z.number(),
  /** How many kits it had, and for how many more its receipt had no room. */
  kits: z.number(),
  left_out: z.number(),
  /** Whether that is longer ago than the profile allows. */
  is_silent: z.boolean(),
});
export type BoardLaptop = z.infer<typeof boardLaptop>;

/** Who had which kit of a shelf, by the receipts of its laptops. */
export const shelfBoard = z.object({
  read_at: utc,
  /** In no order: the page begins with the next flight. */
  kits: z.array(boardKit),
  /** By name. */
  laptops: z.array(boardLaptop),
  /** Receipts that are not believed: the file's name, and why. */
  refused: z.array(z.object({ name: z.string(), reason: z.string(), message: z.string() })),
  /** Whether all receipts were read: not, if there are far too many. */
  is_whole: z.boolean(),
});
export type ShelfBoard = z.infer<typeof shelfBoard>;

/** A message that has to be read before the kit opens, or why the kit must not be used. */
const deskWords = z.enum(['message', 'withdrawal']);
export type DeskWords = z.infer<typeof deskWords>;

export const shelfCalls = {
  /** The shelves that the profiles of this laptop name. */
  list: call([], z.array(shelf)),
  /** The person wants these kits from now on; they are taken at once. */
  choose: call([profileId, shelfWants], shelf),
  /** Looks at the shelf now. */
  look: call([profileId], z.null()),
  /** Reads the whole shelf, and the receipts of its laptops if the profile has them write any. */
  board: call([profileId], shelfBoard),
  /** This desk says something to all who have a kit, once the person has confirmed it in a system dialog. False if they cancelled. */
  say: call([profileId, z.string().min(1).max(1024), deskWords, z.string().min(1).max(1000)], z.boolean()),
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
