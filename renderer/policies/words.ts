/** Words of the page of managed settings: what administrators decided, from where, and what was refused. */
import type { AdminWords } from '../../main/settings/rules/settings-table.ts';
import type { PolicySource } from '../../preload/contract.ts';

const allowed = { true: 'Allowed', false: 'Not allowed' };

export const profileWords = {
  title: 'Service profiles',
  text: 'Up to 50 service profiles, each with a name and company_code of its own. They are shown as managed, and nobody can change or remove them. Kits stay with name and company_code, whatever else is changed.',
  form: 'profiles as profile-and-headless.md describes them, section 1',
} satisfies AdminWords;

/** Each policy by its name (main/policies/policies.ts): on the page, in the templates and in the guide. */
export const policies = {
  updates: {
    title: 'Updates',
    text: 'Whether the app looks for new versions of itself and installs them.',
    values: { on: 'On', off: 'Off: the app neither looks for them nor installs them' },
  },
  update_channel: {
    title: 'Releases that are offered',
    text: 'Which releases are offered.',
    values: { stable: 'Final releases', beta: 'Final releases, and betas before them' },
  },
  update_hours: {
    title: 'Hours for updates',
    text: 'The hours of a day, by the computer’s clock, in which updates are looked for and downloaded. The second time may be the earlier one: then it is on the next day. People may look for them at any time.',
    values: { null: 'Any hour' },
    form: 'two times of day, for example 22:00-05:30',
    inWords(hours) {
      const [from, to] = String(hours).split('-');
      return `Between ${from} and ${to}, by this computer’s clock`;
    },
  },
  allow_other_profiles: {
    title: 'Profiles of one’s own',
    text: 'Whether people may add service profiles beside the managed ones.',
    values: allowed,
  },
  identity_kinds: {
    title: 'Where certificates come from',
    text: 'Which client certificates people may use: those of PKCS#12 files, those of the computer’s own store, or both.',
    values: {
      any: 'A file, or this computer’s own store',
      file: 'A file alone',
      computer: 'This computer’s own store alone',
    },
  },
  standing_orders: {
    title: 'Standing orders',
    text: 'Whether people may have kits requested at a later time.',
    values: { true: 'Allowed', false: 'Not allowed: those that are there wait' },
  },
  export: {
    title: 'Copies outside the app',
    text: 'Whether copies of documents and of the activity record may leave the app: saved, dragged out of it, or delivered by watched folders of people’s own. Hand-over files, diagnostics and the command line are not meant.',
    values: { true: 'Allowed', false: 'Not allowed: nothing is saved or dragged out of the app' },
  },
  print: {
    title: 'Printing',
    text: 'Whether documents may be printed.',
    values: allowed,
  },
  diagnostics: {
    title: 'Saving diagnostics',
    text: 'Whether people may save a file of diagnostics for support.',
    values: allowed,
  },
} satisfies Record<string, AdminWords>;

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
};
