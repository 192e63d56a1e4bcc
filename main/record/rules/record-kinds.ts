/** What entries of the activity record tell of. */

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
  'removed',
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
  removed: 'Removed',
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
