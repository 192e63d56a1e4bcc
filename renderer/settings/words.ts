/** Words of the settings: the card “This app”, and how long kits stay. */
import type { NumberName } from '../../main/settings/rules/bounds.ts';
import { settingBounds } from '../../main/settings/rules/bounds.ts';
import type { SwitchName } from '../../preload/contract.ts';

function kits(count: number): string {
  return `${count} ${count === 1 ? 'kit' : 'kits'}`;
}

function between(name: NumberName): string {
  const [least, most] = settingBounds[name];
  return `from ${least} to ${most}`;
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
      cockpit: [
        'Cockpit mode',
        'Key F9. Everything is dark, the screen stays awake, and nothing interrupts that is not your own act: what comes meanwhile is told when you leave.',
      ],
      hand_over: [
        'Hand kits over',
        'Kits, with marks and what belongs to them, may leave this laptop in encrypted files, and come in with them.',
      ],
      open_at_login: ['Start with my session', 'Without a window, where the app keeps running without one.'],
    } satisfies Record<SwitchName, [label: string, hint: string]>,
    theme: 'Theme',
    themes: { system: 'As the system has it', day: 'Day', night: 'Night' },
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
};
