/**
 * Lists and rules that both ends use. They stand apart from the schemas, so that the page can have them without zod, which
 * would be a sixth of what it loads at first.
 */

/** The states of a kit's life. */
export const kitStates = [
  'requesting',
  'generating',
  'downloading',
  'ready',
  'unconfirmed',
  'failed',
  'cancelled',
] as const;

/** The palette of marks by name: the exact colours are the viewer's, by day and night. */
export const markColours = ['yellow', 'green', 'blue', 'red', 'black'] as const;

/** What became of a page of a kit in a newer one; `restamped`: nothing but dates of its cycle and of its printing is another. */
export const pageStates = ['same', 'restamped', 'changed', 'new', 'gone'] as const;

/** The orders that the list of kits can be in. */
export const libraryOrders = ['departure', 'requested', 'route', 'state'] as const;

/** How the list of kits is shown: cards under the heads of their groups, or a table of one line a kit. */
export const libraryLayouts = ['cards', 'table'] as const;

/** The columns that the table of kits can have, in their order. */
export const tableColumns = [
  'departure',
  'flight',
  'route',
  'airac',
  'state',
  'reason',
  'profile',
  'requested',
] as const;

/** The light over the pages of documents: as they are printed, dim, or dark. */
export const lights = ['day', 'dim', 'night'] as const;

/** How bright the window may be in cockpit mode, percent: letters stay legible at the least, and nothing dazzles at the most. */
export const brightnessBounds = [20, 100] as const;

/** The small choices of the library's page where nothing was chosen (choices.ts). */
export const defaultChoices = {
  profile: null,
  library_order: 'departure',
  library_layout: 'cards',
  table_columns: [
    'departure',
    'flight',
    'route',
    'airac',
    'state',
    'reason',
  ] as (typeof tableColumns)[number][],
  table_sort: 'departure',
  table_down: false,
  failed_first: false,
  light: 'day',
  light_at_night: 'night',
  keep_pictures: false,
  touch: null,
  news_seen: null,
  cockpit_brightness: 60,
} as const;

/** How long after its planned departure a flight may be late or in the air, ms; then it is over. */
export const FLIGHT_MS = 24 * 3_600_000;

/** Whether a flight is over; false where its departure is not known. @param now ms since 1970 UTC */
export function isFlightOver(departure: string | undefined, now: number): boolean {
  const departs = Date.parse(departure ?? '');
  return !Number.isNaN(departs) && departs + FLIGHT_MS <= now;
}

/** Whether a person has to read a message of the service: infos need no reading, types that nobody knows do. */
export function needsReading({ type }: { type: string }): boolean {
  return type.toLowerCase() !== 'info';
}

export type Bounds = readonly [least: number, most: number];
/** The settings that are whole numbers, and what they may be. */
export const settingBounds = {
  /** Hours. */
  ready_hours: [1, 168],
  /** Months; regulators ask for three (AC 120-76E). */
  audit_months: [3, 120],
} as const satisfies Record<string, Bounds>;
export type NumberName = keyof typeof settingBounds;

/** What an entry of the activity record tells of. */
export const recordKinds = [
  /** The record began, or began anew because the one before was damaged. */
  'began',
  /** A kit entered a state, or went on within one. */
  'state',
  'asked',
  'followed',
  'cancelled',
  'retried',
  'asked_again',
  'opened',
  'acknowledged',
  /** Marks were put on pages, changed or removed: how many, never what they say. */
  'marks',
  /** Charts that changed were said to be reviewed. */
  'reviewed',
  'kept',
  'unkept',
  /** A copy of the document was saved outside the app. */
  'saved',
  'integrity',
  /** A removal began; `removed`, `stayed` or `lost` follows. */
  'removing',
  'removed',
  'stayed',
  /** The library lost the kit, without anybody's word. */
  'lost',
  'back',
  'order_made',
  'order_cancelled',
  'order_requested',
  'order_missed',
  'profile_removed',
  'exported',
  /** Written into a hand-over file, for another laptop. */
  'handed_over',
  /** A hand-over file of another laptop was brought in. */
  'brought_in',
  /** Entries whose time was over went. */
  'expired',
  /** The record itself was found not to be as it was written. */
  'damage',
] as const;

/** What an entry tells of, in a word or two: the same on the screen, where one about a state is called by the state, and in its exports. */
export const recordKindWords = {
  began: 'Record began',
  state: 'State',
  asked: 'Requested',
  followed: 'Tracked',
  cancelled: 'Cancelled',
  retried: 'Retried',
  asked_again: 'Requested again',
  opened: 'Opened',
  acknowledged: 'Acknowledged',
  marks: 'Marks',
  reviewed: 'Charts reviewed',
  kept: 'Kept',
  unkept: 'No longer kept',
  saved: 'Copy saved',
  integrity: 'Integrity',
  removing: 'Removal began',
  removed: 'Removed',
  stayed: 'Not removed',
  lost: 'Lost',
  back: 'Here again',
  order_made: 'Order made',
  order_cancelled: 'Order cancelled',
  order_requested: 'Order carried out',
  order_missed: 'Order missed',
  profile_removed: 'Profile removed',
  exported: 'Exported',
  handed_over: 'Handed over',
  brought_in: 'Brought in',
  expired: 'Expired',
  damage: 'Record altered',
} as const satisfies Record<(typeof recordKinds)[number], string>;

type Decision = 'asked' | 'followed' | 'cancelled' | 'retried' | 'asked_again';
const DECISIONS: ReadonlySet<string> = new Set<Decision>([
  'asked',
  'followed',
  'cancelled',
  'retried',
  'asked_again',
]);

/** The same in the audit of a kit, where a person's decision stands at the state that it led to, or is `decided`. */
export const auditLineKinds = ['decided', ...recordKinds.filter((kind) => !DECISIONS.has(kind))] as (
  | 'decided'
  | Exclude<(typeof recordKinds)[number], Decision>
)[];

/** The forms in which the activity record is exported; `pdf` is a report to print. */
export const recordFormats = ['csv', 'json', 'pdf'] as const;

/** The least characters of a passphrase for a hand-over file. */
export const LEAST_PASSPHRASE = 14;
/** How many of them have to differ. */
const LEAST_DIFFERENT = 8;

/** What is wrong with a passphrase for a hand-over file, which whoever has the file may guess at for years; null: nothing. */
export function passphraseProblem(passphrase: string): 'short' | 'simple' | null {
  const signs = [...passphrase.normalize('NFC')];
  if (signs.length < LEAST_PASSPHRASE) return 'short';
  const different = new Set(signs.map((sign) => sign.toLowerCase())).size;
  return different < LEAST_DIFFERENT || /^\d+$/.test(passphrase) ? 'simple' : null;
}
