/** Words of backup copies and hand-over files. */
import { LEAST_PASSPHRASE } from '../../main/parcels/rules/passphrase.ts';
import { plural } from '../design/words.ts';

const counted = (count: number, what: string) => plural(count, what, `${what}s`);

export const handOverWords = {
  title: 'Hand over',
  /** What opens it from the library. */
  laptop: 'Move to another laptop…',
  kit: 'Hand over…',
  bulk: (count: number) => `Hand over ${counted(count, 'kit')}…`,
  tooMany: (most: number) =>
    `At most ${most} kits are handed over together. Hand over all of this laptop, or fewer kits.`,
  off: 'Handing kits over is switched off on this computer.',
  intro:
    'One encrypted file, for your other laptop or for a colleague. Your certificate, its passphrase and your sign-in are never in it.',
  give: 'Make a file',
  ofLaptop: (kits: number, size: string) =>
    `All of this laptop: ${counted(kits, 'kit')} (${size}) with marks, acknowledgements, reading places, reviewed charts and settings.`,
  ofKits: (kits: number, size: string) =>
    `${counted(kits, 'selected kit')} (${size}), with marks, acknowledgements, reading places and reviewed charts.`,
  allInstead: 'All of this laptop instead',
  left: (names: string[]) =>
    `Without a sound document on this laptop, so not in the file: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}.`,
  nothing: 'There is nothing to hand over: none of these kits has its document on this laptop.',
  how: 'Password',
  offered: 'Use this one',
  own: 'Type my own',
  generated: 'The file’s password',
  generatedHint: 'Shown here only. Without it nobody can open the file, not even support.',
  copy: 'Copy',
  copied: 'Copied. Paste it where the file doesn’t go.',
  notCopied: 'It could not be copied. Write it down.',
  typed: 'Password',
  typedHint: `At least ${LEAST_PASSPHRASE} characters: several words are good.`,
  again: 'Password again',
  problems: {
    short: `Too short: type at least ${LEAST_PASSPHRASE} characters.`,
    simple: 'Too easy to guess: use more different characters, not only digits.',
    different: 'The two are not the same.',
  },
  make: 'Save hand-over file…',
  made: (file: string, kits: number, size: string) => `${file} is saved: ${counted(kits, 'kit')} (${size}).`,
  madeNote: 'Tell the password by another way than the file: by phone, or on paper.',
  ordersNote:
    'On the new laptop, add the service profile and the certificate in set-up. Cancel the planned kits here, or both laptops request them.',
  take: 'Open a file',
  takeIntro:
    'From your other laptop, or from a colleague. What is on this laptop stays as it is; what is missing is added.',
  choose: 'Choose hand-over file…',
  chosen: (file: string) => `Chosen: ${file}`,
  passphrase: 'Password of the file',
  open: 'Open file',
  notBroughtIn: 'Nothing was brought in.',
  restarting: 'The app restarts and brings it in.',
  cancel: 'Cancel',
  cancelling: 'Cancelling…',
  begins: 'Preparing…',
  steps: {
    checking: (done: number, total: number) => `Checking documents: ${done} of ${total}`,
    writing: (done: string, total: string) => `Writing: ${done} of ${total}`,
    opening: (done: string, total: string) => `Opening: ${done} of ${total}`,
    verifying: (done: number, total: number) => `Verifying documents: ${done} of ${total}`,
  },
  progress: 'Progress of the hand-over file',
};

export const backupWords = {
  title: 'Backup copies',
  intro:
    'Every day while it runs, and when it quits, the app copies what can’t be requested again: marks, reading places, acknowledgements, kept kits, histories, planned kits, profiles and settings. Copies of seven days stay on this laptop. Documents are not copied: they can be downloaded again.',
  none: 'There is no copy yet. The first one is made a minute after the app’s start.',
  list: 'Copies, the newest first',
  copy: (made: string, holds: string, update: boolean) =>
    `${made}${update ? ' (before an update)' : ''}: ${holds}`,
  kits: (count: number) => plural(count, 'kit', 'kits'),
  acknowledgements: (count: number) => plural(count, 'acknowledgement', 'acknowledgements'),
  marks: (count: number) => plural(count, 'mark', 'marks'),
  settings: 'settings',
  restore: 'Restore…',
};
