/** What a person can do with a kit where the kit's own history does not name the person. */
export const acts = ['asked', 'followed', 'opened', 'cancelled', 'retried', 'asked_again'] as const;
export type ActKind = (typeof acts)[number];

/** The words for each act in the event log. */
export const actWords: Readonly<Record<ActKind, string>> = {
  asked: 'Request created.',
  followed: 'Following began.',
  cancelled: 'Cancelled.',
  retried: 'Taken up again.',
  asked_again: 'The request was made again.',
  opened: 'The document was opened.',
};
