/** The kinds of entries in the activity record. */

/** What a person decides about a kit; the resulting state is an entry, too. */
export const decisions = [
  'asked',
  'followed',
  'cancelled',
  'retried',
  'asked_again',
  'departure_entered',
] as const;
type Decision = (typeof decisions)[number];

/** An entry's kind in a word or two, on the screen (entries about a state are called by the state) and in exports. */
export const recordKindWords = {
  /** The record began, or began again because the previous one was damaged. */
  began: 'Record began',
  /** A kit entered a state, or made progress within one. */
  state: 'State',
  asked: 'Requested',
  followed: 'Tracked',
  cancelled: 'Cancelled',
  retried: 'Retried',
  asked_again: 'Requested again',
  /** A person entered the departure of a kit whose request had none. */
  departure_entered: 'Departure entered',
  opened: 'Opened',
  acknowledged: 'Acknowledged',
  /** Marks were added, changed or removed: their number, never their content. */
  marks: 'Marks',
  /** Changed charts were marked as reviewed. */
  reviewed: 'Charts reviewed',
  kept: 'Kept',
  unkept: 'No longer kept',
  /** A copy of the document was saved outside the app. */
  saved: 'Copy saved',
  integrity: 'Integrity',
  removed: 'Removed',
  profile_removed: 'Profile removed',
  exported: 'Exported',
  /** Exported to a hand-over file, for another laptop. */
  handed_over: 'Handed over',
  /** Imported from a hand-over file of another laptop. */
  brought_in: 'Brought in',
  /** Expired entries were deleted. */
  expired: 'Expired',
  /** The record itself was found altered. */
  damage: 'Record altered',
} as const;

export type RecordKind = keyof typeof recordKindWords;
export const recordKinds = Object.keys(recordKindWords) as RecordKind[];

/** The kinds of lines in a kit's audit, where a person's decision is shown with the resulting state, or as `decided`. */
export const auditLineKinds = [
  'decided' as const,
  ...recordKinds.filter(
    (kind): kind is Exclude<RecordKind, Decision> => !decisions.some((one) => one === kind),
  ),
];

/** The export formats of the activity record; `pdf` is a report for printing. */
export const recordFormats = ['csv', 'json', 'pdf'] as const;
