/** Words of the page of managed settings: what administrators decided, from where, and what was refused. */
import type { Forbiddable, PolicySource, SettingName } from '../../preload/contract.ts';

const allowed = { true: 'Allowed', false: 'Not allowed' };

const onOrOff = { true: 'On', false: 'Off' };

/** Each policy by its name (main/policies/policies.ts). */
const policies = {
  updates: 'Updates',
  update_channel: 'Releases that are offered',
  update_hours: 'Hours for updates',
  allow_other_profiles: 'Profiles of one’s own',
  identity_kinds: 'Where certificates come from',
  standing_orders: 'Standing orders',
  export: 'Copies outside the app',
  print: 'Printing',
  diagnostics: 'Saving diagnostics',
} satisfies Record<Forbiddable, string> & Record<string, string>;

const settings = {
  theme: 'Theme',
  keep_days_after_departure: 'How long kits stay',
  contrast: 'Contrast',
  local_hours: 'Local times',
  airac_minutes: 'AIRAC cycles take effect at',
  notify: 'Notifications',
  keep_running: 'Keep running when the window is closed',
  open_at_login: 'Start with the session',
  ready_hours: '“Ready to fly” looks ahead',
  audit_months: 'Keep the record of what was done',
  cockpit: 'Cockpit mode',
  watch: 'Watched folders',
  hand_over: 'Handing kits over',
} satisfies Record<SettingName, string>;

/** Values that are one of a few, in words. */
const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  updates: { on: 'On', off: 'Off: the app neither looks for them nor installs them' },
  update_channel: { stable: 'Final releases', beta: 'Final releases, and betas before them' },
  update_hours: { null: 'Any hour' },
  allow_other_profiles: allowed,
  identity_kinds: {
    any: 'A file, or this computer’s own store',
    file: 'A file alone',
    computer: 'This computer’s own store alone',
  },
  standing_orders: { true: 'Allowed', false: 'Not allowed: those that are there wait' },
  export: { true: 'Allowed', false: 'Not allowed: nothing is saved or dragged out of the app' },
  print: allowed,
  diagnostics: allowed,
  theme: { system: 'As the system has it', day: 'Day', night: 'Night' },
  contrast: { system: 'As the system has it', more: 'More' },
  local_hours: { '24': '24 hours', '12': '12 hours' },
  keep_days_after_departure: { null: 'Forever, until someone removes them' },
  notify: onOrOff,
  keep_running: onOrOff,
  open_at_login: onOrOff,
  cockpit: { true: 'On: it can’t be left on this computer', false: 'Off' },
  watch: { null: 'None' },
  hand_over: allowed,
};

export const policyWords = {
  title: 'Managed settings',
  back: 'Back to settings',
  intro:
    'What your administrators set for this computer. It was read when the app started; nobody can change it here.',
  failed: (reason: string) => `The managed settings could not be read. ${reason}`,
  empty: 'Nothing on this computer is managed.',
  emptyHint: 'Administrators would write into these places. The app looked there when it started.',
  decisions: {
    title: 'In force',
    none: 'No setting is managed.',
    columns: { name: 'Setting', value: 'Value', place: 'Set in' },
    strictest: 'The strictest value, because a source was refused',
  },
  strictest:
    'A source below was refused, so nobody knows what it asks for. Until it is put right and the app is started again, the strictest value holds for what it might have decided.',
  sources: {
    title: 'Sources',
    none: 'This system has no place for managed settings.',
    kinds: { file: 'File', registry: 'Registry', preferences: 'Preferences' } satisfies Record<
      PolicySource['kind'],
      string
    >,
    states: { in_force: 'In force', absent: 'Not there', refused: 'Refused' } satisfies Record<
      PolicySource['state'],
      string
    >,
  },
  profiles: { title: 'Managed profiles', from: (place: string) => `from ${place}` },
  refused: {
    title: 'Refused',
    intro: 'These entries are not in force. Their reasons say what to correct.',
    line: (name: string, place: string) => `${name}, in ${place}`,
  },
  copy: 'Copy as text',
  copyHint: 'For a ticket to your IT: the text names files and values, and no secret.',
  copied: 'Copied.',
  notCopied: 'It could not be copied. Select the text on this page instead.',
  text: {
    head: (version: string, platform: string) =>
      `Trip Kit Desktop ${version} (${platform}): managed settings`,
    nothing: 'none',
  },
  /** In the settings, and beside what is locked. */
  link: 'Managed settings…',
  linkIntro: 'What your administrators set for this computer, and from where.',
  someManaged: 'Some of these are set for this computer by your administrators.',
  names: { ...policies, ...settings } as Readonly<Record<string, string>>,
  choices,
  days: (count: number) => `${count} ${count === 1 ? 'day' : 'days'} after departure`,
  hours: (count: number) => `${count} ${count === 1 ? 'hour' : 'hours'}`,
  months: (count: number) => `${count} ${count === 1 ? 'month' : 'months'}`,
  utc: (time: string) => `${time} UTC`,
  between: (from: string, to: string) => `Between ${from} and ${to}, by this computer’s clock`,
  watched: (from: string, to: string) => `Trip files from ${from}, kits into ${to}`,
};
