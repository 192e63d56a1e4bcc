/** Words of the one question before kits are removed. */
import { plural } from './plural.ts';

export const removal = {
  title: (count: number) => (count === 1 ? 'Remove this kit?' : `Remove ${count} kits?`),
  intro: (kit: string | null) =>
    `${kit === null ? 'This' : `${kit}: this`} is deleted from this laptop and can’t be undone:`,
  documents: (count: number, size: string) => `${plural(count, 'PDF', 'PDFs')} (${size})`,
  entries: (count: number) =>
    `${plural(count, 'entry', 'entries')} of the list. What was done stays in the activity record`,
  /** `waiting`: of those, how many have to be decided on in a newer kit. */
  marks: (count: number, waiting: number) =>
    `${plural(count, 'mark', 'marks')} that you made${
      waiting === 0
        ? ''
        : count === waiting
          ? `. ${count === 1 ? 'It waits' : 'They wait'} in a newer kit, and ${count === 1 ? 'goes' : 'go'} from there too`
          : `. ${waiting} of them ${waiting === 1 ? 'waits' : 'wait'} in a newer kit, and ${waiting === 1 ? 'goes' : 'go'} from there too`
    }`,
  marksUncounted: 'The marks that you made',
  before: (count: number) => `Before you remove ${count === 1 ? 'it' : 'them'}:`,
  unfinished: (count: number, all: number) =>
    all === 1
      ? 'It is still in progress: the app stops waiting for it.'
      : `${count} still in progress: the app stops waiting for ${count === 1 ? 'it' : 'them'}.`,
  upcoming: (count: number, all: number, next: string) =>
    all === 1
      ? `Its flight departs on ${next}.`
      : `${plural(count, 'flight is', 'flights are')} still to come, the first on ${next}.`,
  last: (count: number, all: number) =>
    all === 1
      ? 'No other PDF for this flight is on this laptop.'
      : `${plural(count, 'flight is', 'flights are')} left without a PDF on this laptop.`,
  pinned: (count: number, all: number) =>
    all === 1 ? 'You chose to keep it.' : `You chose to keep ${count} of them.`,
  unread: (count: number, all: number) =>
    all === 1 ? 'You have never opened it.' : `You have never opened ${count} of them.`,
  yes: (count: number) => (count === 1 ? 'Remove' : `Remove ${count}`),
};
