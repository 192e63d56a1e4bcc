/** Words of the cards of settings; those of each setting are in its row (main/settings/rules/settings-table.ts). */

function kits(count: number): string {
  return `${count} ${count === 1 ? 'kit' : 'kits'}`;
}

export const settingsWords = {
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
  badTime: 'Enter a time of day in UTC, for example 09:01.',
  badNumber: (unit: string, [least, most]: readonly [number, number]) =>
    `Enter a whole number of ${unit}s from ${least} to ${most}.`,
  app: {
    title: 'This app',
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
};
