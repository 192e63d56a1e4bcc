/** The kinds of entries in the activity record. */

/** The kinds of entries in the activity record. */
export const recordKinds = [
  /** The record began, or began again because the previous one was damaged. */
  'began',
  /** A kit entered a state, or made progress within one. */
  'state',
  'asked',
  'followed',
  'cancelled',
  'retried',
  'asked_again',
  /** A person entered the departure of a kit whose request had none. */
  'departure_entered',
  'opened',
  'acknowledged',
  /** Marks were added, changed or removed: their number, never their content. */
  'marks',
  /** Changed charts were marked as reviewed. */
  'reviewed',
  'kept',
  'unkept',
  /** A copy of the document was saved outside the app. */
  'saved',
  'integrity',
  'removed',
  'profile_removed',
  'exported',
  /** Exported to a hand-over file, for another laptop. */
  'handed_over',
  /** Imported from a hand-over file of another laptop. */
  'brought_in',
  /** Expired entries were deleted. */
  'expired',
  /** The record itself was found altered. */
  'damage',
] as const;

/** An entry's kind in a word or two, on the screen (entries about a state are called by the state) and in exports. */
export const recordKindWords = {
  began: 'Record began',
  state: 'State',
  asked: 'Requested',
  followed: 'Tracked',
  cancelled: 'Cancelled',
  retried: 'Retried',
  asked_again: 'Requested again',
  departure_entered: 'Departure entered',
  opened: 'Opened',
  acknowledged: 'Acknowledged',
  marks: 'Marks',
  reviewed: 'Charts reviewed',
  kept: 'Kept',
  unkept: 'No longer kept',
  saved: 'Copy saved',
  integrity: 'Integrity',
  removed: 'Removed',
  profile_removed: 'Profile removed',
  exported: 'Exported',
  handed_over: 'Handed over',
  brought_in: 'Brought in',
  expired: 'Expired',
  damage: 'Record altered',
} as const satisfies Record<(typeof recordKinds)[number], string>;

type Decision = 'asked' | 'followed' | 'cancelled' | 'retried' | 'asked_again' | 'departure_entered';

const DECISIONS: ReadonlySet<string> = new Set<Decision>([
  'asked',
  'followed',
  'cancelled',
  'retried',
  'asked_again',
  'departure_entered',
]);

/** The kinds of lines in a kit's audit, where a person's decision is shown with the resulting state, or as `decided`. */
export const auditLineKinds = ['decided', ...recordKinds.filter((kind) => !DECISIONS.has(kind))] as (
  | 'decided'
  | Exclude<(typeof recordKinds)[number], Decision>
)[];

/** The export formats of the activity record; `pdf` is a report for printing. */
export const recordFormats = ['csv', 'json', 'pdf'] as const;
