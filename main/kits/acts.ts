/** What a person can do with a kit that its own history does not name a person for. */
export const acts = ['asked', 'followed', 'opened', 'cancelled', 'retried', 'asked_again'] as const;
export type ActKind = (typeof acts)[number];

/** The words of acts in the log of events. */
export const actWords: Readonly<Record<ActKind, string>> = {
  asked: 'Request created.',
  followed: 'Following began.',
  cancelled: 'Cancelled.',
  retried: 'Taken up again.',
  asked_again: 'The request was made again.',
  opened: 'The document was opened.',
};
