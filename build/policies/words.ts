/** What each policy and each setting is called for administrators, and what it does: in the templates and in the guide. */
import type { PolicyName } from '../../main/policies/policies.ts';
import type { SettingName } from '../../preload/contract/settings.ts';

export interface PolicyWords {
  title: string;
  /** Sentences. No name of a system: all three have them. */
  text: string;
  /** What each value does, by its JSON text, as the end of a sentence. */
  values?: Readonly<Record<string, string>>;
  /** How a value is written that is neither a choice nor a number. */
  form?: string;
}

export const profileWords: PolicyWords = {
  title: 'Service profiles',
  text: 'Up to 50 service profiles, each with a name and company_code of its own. They are shown as managed, and nobody can change or remove them. Kits stay with name and company_code, whatever else is changed.',
  form: 'profiles as profile-and-headless.md describes them, section 1',
};

export const policyWords: Readonly<Record<PolicyName, PolicyWords>> = {
  updates: {
    title: 'Updates',
    text: 'Whether the app looks for new versions of itself and installs them.',
    values: {
      '"on"': 'it does, on the person’s word',
      '"off"': 'it neither looks for them nor installs them',
    },
  },
  update_channel: {
    title: 'Update channel',
    text: 'Which releases are offered.',
    values: { '"stable"': 'final releases', '"beta"': 'those before them, too' },
  },
  update_hours: {
    title: 'Hours of updates',
    text: 'The hours of a day, by the computer’s clock, in which updates are looked for and downloaded. The second time may be the earlier one: then it is on the next day. People may look for them at any time.',
    form: 'two times of day, for example 22:00-05:30; null: all hours',
  },
  allow_other_profiles: {
    title: 'Profiles of people’s own',
    text: 'Whether people may add service profiles beside the managed ones.',
    values: { true: 'they may', false: 'they may not' },
  },
  identity_kinds: {
    title: 'Where certificates come from',
    text: 'Which client certificates people may use.',
    values: {
      '"any"': 'from a PKCS#12 file, and from the computer’s own store',
      '"file"': 'from a PKCS#12 file alone',
      '"computer"': 'from the computer’s own store alone',
    },
  },
  standing_orders: {
    title: 'Standing orders',
    text: 'Whether people may have kits requested at a later time. Standing orders that are there already wait while they may not.',
    values: { true: 'they may', false: 'they may not' },
  },
  export: {
    title: 'Saving copies',
    text: 'Whether copies of documents and of the activity record may leave the app: saved, dragged out of it, or delivered by watched folders of people’s own. Hand-over files, diagnostics and the command line are not meant.',
    values: { true: 'they may', false: 'they may not' },
  },
  print: {
    title: 'Printing',
    text: 'Whether documents may be printed.',
    values: { true: 'they may', false: 'they may not' },
  },
  diagnostics: {
    title: 'Diagnostics',
    text: 'Whether people may save a file of diagnostics for support.',
    values: { true: 'they may', false: 'they may not' },
  },
};

export const settingWords: Readonly<Record<SettingName, PolicyWords>> = {
  theme: {
    title: 'Theme',
    text: 'The colours of the window.',
    values: { '"system"': 'as the system has it', '"day"': 'light', '"night"': 'dark' },
  },
  keep_days_after_departure: {
    title: 'How long kits stay',
    text: 'Kits are removed so many days after departure. Kept, open and unfinished kits always stay.',
    form: 'a whole number of days from 0 to 3650; null: they are never removed by the app',
  },
  contrast: {
    title: 'Contrast',
    text: 'Stronger lines and inks than the system asks for.',
    values: { '"system"': 'as the system has it', '"more"': 'more' },
  },
  local_hours: {
    title: 'Local times',
    text: 'How local times are written. Times in UTC are always in 24 hours.',
    values: { '"24"': '24 hours, 15:10', '"12"': '12 hours, 3:10 pm' },
  },
  airac_minutes: {
    title: 'When AIRAC cycles take effect',
    text: 'Minutes after 00:00 UTC at which an AIRAC cycle takes effect; 541 in the United States.',
  },
  notify: {
    title: 'Notifications',
    text: 'Whether the system’s notifications tell that a kit is ready or needs attention.',
    values: { true: 'they do', false: 'they don’t' },
  },
  keep_running: {
    title: 'Keep running without a window',
    text: 'Whether closing the window leaves the app running.',
    values: { true: 'it goes on in the tray or menu bar', false: 'it ends' },
  },
  open_at_login: {
    title: 'Start with the session',
    text: 'Whether the app starts with the person’s session, without a window where it keeps running without one.',
    values: { true: 'it does', false: 'it doesn’t' },
  },
  ready_hours: {
    title: 'How far “Ready to fly” looks ahead',
    text: 'Flights that depart within so many hours are checked.',
  },
  audit_months: {
    title: 'How long the activity record is kept',
    text: 'Months for which the record of what was done with kits is kept, whether they are still here or not.',
  },
  cockpit: {
    title: 'Cockpit mode',
    text: 'Nothing interrupts a pilot, the screen stays awake, and everything is dark. Standing orders, updates and the removal of old kits wait until it is left, so with “always” for ever; What waits shows it.',
    values: { true: 'always', false: 'never' },
  },
  watch: {
    title: 'Watched folders',
    text: 'Trip files that arrive in a folder are requested, and their kits are delivered into another.',
    form: '{"profile": ID, "in": DIR, "out": DIR, "name": TEMPLATE, "command": [PROGRAM, ARG, …] or null, "webhook": URL or null}; null: none',
  },
  hand_over: {
    title: 'Hand-over files',
    text: 'Whether hand-over files may be made and opened on this computer.',
    values: { true: 'they may', false: 'they may not' },
  },
};
