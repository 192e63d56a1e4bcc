/** Words of the file for support. */
import { plural } from '../design/words.ts';

export const diagnosticsWords = {
  title: 'Save diagnostics',
  intro:
    'This is the file, word for word. Read it, leave out what you don’t want to send, save it, and send it to your airline’s IT or to support.',
  without:
    'It holds no passphrase, no key, no access token, no document address and no document. Your user name and the computer’s name are taken out.',
  collecting: 'Collecting…',
  parts: 'In the file',
  names: {
    about: 'App, computer, settings and notices',
    profiles: 'Profiles and facts of their certificates',
    kits: 'The newest kits: trips, ids, messages, histories',
    crashes: 'Crash reports',
    log: 'The end of the app’s log',
  },
  always: 'always in it',
  show: 'Show',
  showPart: (name: string) => `Show: ${name}`,
  find: 'Find in the file',
  next: 'Next',
  previous: 'Previous',
  none: 'Not found',
  match: (index: number, count: number, name: string, line: string) =>
    `${index} of ${plural(count, 'match', 'matches')}, in “${name}”: ${line}`,
  size: (size: string) => `${size} will be saved.`,
  save: 'Save file…',
  saving: 'Writing…',
  saved: (file: string) => `Saved as ${file}. Attach it to your message.`,
};
