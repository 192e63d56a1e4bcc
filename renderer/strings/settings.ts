/** Words of the settings: the card "This app", how long kits stay, diagnostics, and the notices. */
import type { SwitchName } from '../../preload/contract.ts';

function kits(count: number): string {
  return `${count} ${count === 1 ? 'kit' : 'kits'}`;
}

export const settings = {
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
    localHoursHint: 'Times in UTC are always in 24 hours.',
    hours: { '24': '24 hours, 15:10', '12': '12 hours, 3:10 pm' },
    airac: 'AIRAC cycles take effect at (UTC)',
    airacHint: '00:00 by default, 09:01 in the United States.',
    badAirac: 'Enter a time of day in UTC, for example 09:01.',
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
    confirmTitle: (count: number) => `Remove ${kits(count)} now?`,
    confirm: (count: number, days: number) =>
      `Kits are kept for ${days} ${days === 1 ? 'day' : 'days'} after departure. ${kits(count)} with ${count === 1 ? 'its document and history' : 'their documents and histories'} are taken off this laptop now. This can’t be undone.`,
    confirmYes: 'Remove and save',
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
  region: 'Notices',
  more: (count: number) => `${count} more`,
  fewer: 'Fewer',
  severities: { info: 'Note', warning: 'Warning', error: 'Error' },
};
