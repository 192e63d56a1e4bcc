/** Words of the settings: the card "This app", how long kits stay, diagnostics, and the notices. */
import type { SwitchName } from '../../preload/contract.ts';
import { type NumberName, settingBounds } from '../../preload/schemas/values.ts';

function kits(count: number): string {
  return `${count} ${count === 1 ? 'kit' : 'kits'}`;
}

function between(name: NumberName): string {
  const [least, most] = settingBounds[name];
  return `from ${least} to ${most}`;
}

export const settings = {
  title: 'Settings',
  back: 'Back to trip kits',
  setup: {
    title: 'Set-up',
    intro:
      'Profiles, certificates, the start with your session, how long the record is kept, and updates have a window of their own.',
    open: 'Profile and certificate…',
    settings: 'Start and record…',
    updates: 'Updates…',
  },
  managed: 'Set for this computer by your administrators.',
  loadFailed: (reason: string) => `The settings could not be read. ${reason}`,
  app: {
    title: 'This app',
    /** Label and hint of each setting that is on or off, in the order of the card. */
    switches: {
      notify: [
        'Notify me when a kit is ready or needs attention',
        'By your system’s notifications, while this window is not in front.',
      ],
      keep_running: [
        'Keep running when the window is closed',
        'Kits and standing orders go on. The app’s icon stays in the tray or menu bar; where there is none, start the app again to see it.',
      ],
      open_at_login: ['Start with my session', 'Without a window, where the app keeps running without one.'],
    } satisfies Record<SwitchName, [label: string, hint: string]>,
    contrast: 'Contrast',
    contrasts: { system: 'As the system has it', more: 'More' },
    localHours: 'Local times',
    localHoursHint:
      'Those of the airport of departure (LT). Times in UTC are always in 24 hours; the laptop’s own clock is never shown.',
    hours: { '24': '24 hours, 15:10', '12': '12 hours, 3:10 pm' },
    airac: 'AIRAC cycles take effect at (UTC)',
    airacHint: '00:00 by default, 09:01 in the United States.',
    badAirac: 'Enter a time of day in UTC, for example 09:01.',
    /** Each setting that is a whole number. */
    numbers: {
      ready_hours: {
        label: '“Ready to fly” looks ahead (hours)',
        hint: 'Flights that depart within so many hours are checked.',
        bad: `Enter a whole number of hours ${between('ready_hours')}.`,
      },
      audit_months: {
        label: 'Keep the record of what was done (months)',
        hint: 'Who requested, opened and acknowledged kits stays on record, also when the kits are gone.',
        bad: `Enter a whole number of months ${between('audit_months')}.`,
      },
    } satisfies Record<NumberName, { label: string; hint: string; bad: string }>,
    failed: (reason: string) => `Not changed. ${reason}`,
  },
  retention: {
    title: 'How long kits stay on this laptop',
    forEver: 'Forever, until you remove them',
    limited: 'Remove automatically',
    days: 'Days after departure',
    text: 'Where the departure is not known, the day on which the kit was ready counts. Kept, open and unfinished kits always stay. The app checks at its start and every six hours.',
    badDays: 'Enter a whole number of days from 0 to 3650.',
    preview: 'Preview',
    none: (keep: number) => `Nothing would be removed now; ${kits(keep)} stay.`,
    would: (remove: number, keep: number) => `${kits(remove)} would be removed now, ${kits(keep)} stay:`,
    list: 'Kits that would be removed',
    gone: 'A kit',
    save: 'Save',
    saved: 'Saved.',
    savedAndRemoved: (count: number) => `Saved; ${kits(count)} removed.`,
  },
  backups: {
    title: 'Backup copies',
    intro:
      'Every day while it runs, and when it quits, the app copies what can’t be requested again: marks, reading places, acknowledgements, kept kits, histories, standing orders, profiles and settings. Copies of seven days stay on this laptop. Documents are not copied: they can be downloaded again.',
    none: 'There is no copy yet. The first one is made a minute after the app’s start.',
    list: 'Copies, the newest first',
    copy: (made: string, holds: string, update: boolean) =>
      `${made}${update ? ' (before an update)' : ''}: ${holds}`,
    kits,
    acknowledgements: (count: number) => `${count} ${count === 1 ? 'acknowledgement' : 'acknowledgements'}`,
    marks: (count: number) => `${count} ${count === 1 ? 'mark' : 'marks'}`,
    orders: (count: number) => `${count} ${count === 1 ? 'standing order' : 'standing orders'}`,
    settings: 'settings',
    restore: 'Restore…',
    decline: 'Go on without it',
  },
  diagnostics: {
    title: 'Save diagnostics',
    intro: 'Writes one text file that you can read, and then send to your airline’s IT or to support.',
    contains: 'It holds:',
    items: [
      'the versions of the app and of this computer’s system, and the settings',
      'the profiles, and the public facts of their certificates',
      'the newest kits with their trips, ids, messages and histories',
      'the end of the app’s log',
    ],
    without:
      'It holds no passphrase, no key, no access token, no document address and no document. Your user name and the computer’s name are taken out.',
    save: 'Save file…',
    saving: 'Writing…',
    saved: (file: string) => `Saved as ${file}. Attach it to your message.`,
  },
};

export const notices = {
  openKit: 'Open again',
  saveCopy: 'Save a copy…',
  restore: 'Restore…',
  setUp: 'Renew certificate…',
  region: 'Notices',
  more: (count: number) => `${count} more`,
  fewer: 'Fewer',
  severities: { info: 'Note', warning: 'Warning', error: 'Error' },
};
