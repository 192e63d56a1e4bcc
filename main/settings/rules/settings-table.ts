/**
 * The settings, one row each. Everything else is made from these rows: schemas (preload/contract/settings.ts), controls
 * (renderer/settings/setting-rows.tsx), the page of managed settings, the templates of policies and the table of the guide.
 * After a release a new row needs a step in main/settings/settings-file.ts.
 */

/** The words for a setting or a policy that administrators read: page, templates and guide. */
export interface AdminWords {
  title: string;
  /** What it does, in sentences. Without the name of a system: all three have them. */
  text: string;
  /** For a value that is one of a few, as JavaScript writes them: the meaning of each. */
  values?: Readonly<Record<string, string>>;
  /** The form of other values, unless they are whole numbers. */
  form?: string;
  /** Any other value in words. */
  inWords?(value: unknown): string;
}

/** A value of a setting or a policy in words; undefined if it has none. */
export function valueInWords({ values = {}, inWords }: AdminWords, value: unknown): string | undefined {
  const key = String(value);
  return Object.hasOwn(values, key) ? values[key] : inWords?.(value);
}

/** What each row has; its control shows its label, or the title if there is none, and its hint. */
interface Row<V> extends AdminWords {
  /** The default. */
  initial: V;
  label?: string;
  hint?: string;
  /** Never handed over to another computer. */
  own_to_computer?: true;
}

interface SwitchRow extends Row<boolean> {
  kind: 'switch';
}

/** One of the keys of `values`, in the order of the control. */
interface ChoiceRow<V extends string> extends Row<V> {
  kind: 'choice';
  values: Readonly<Record<V, string>>;
}

interface NumberRow extends Row<number> {
  kind: 'number';
  bounds: readonly [least: number, most: number];
  unit: string;
}

/** Minutes after 00:00 UTC. */
interface TimeRow extends Row<number> {
  kind: 'time';
}

/** A setting with a schema in the contract, and its own control. */
interface OwnRow extends Row<null> {
  kind: 'own';
}

export type SettingRow = SwitchRow | ChoiceRow<string> | NumberRow | TimeRow | OwnRow;

function count(value: unknown, unit: string): string {
  return `${value} ${unit}${value === 1 ? '' : 's'}`;
}

const onOff = (row: Row<boolean>): SwitchRow => ({
  kind: 'switch',
  values: { true: 'On', false: 'Off' },
  ...row,
});

const choice = <V extends string>(
  row: Omit<ChoiceRow<V>, 'kind' | 'initial'> & { initial: NoInfer<V> },
): ChoiceRow<V> => ({
  kind: 'choice',
  ...row,
});

const wholeNumber = (row: Omit<NumberRow, 'kind'>): NumberRow => ({
  kind: 'number',
  inWords: (value) => count(value, row.unit),
  ...row,
});

const timeOfDay = (row: Row<number>): TimeRow => ({
  kind: 'time',
  inWords: (value) => `${writeHour(Number(value))} UTC`,
  ...row,
});

const own = (row: Row<null>): OwnRow => ({ kind: 'own', ...row });

/** The settings of the card “This app”, in order. The library's page changes them. */
export const librarySettings = {
  notify: onOff({
    initial: true,
    title: 'Notifications',
    label: 'Notify me when a kit is ready or needs attention',
    hint: 'By your system’s notifications, while this window is not in front.',
    text: 'Whether the system’s notifications tell that a kit is ready or needs attention.',
  }),
  cockpit: onOff({
    initial: false,
    title: 'Cockpit mode',
    hint: 'Key F9. Everything is dark, the screen stays awake, and nothing interrupts that is not your own act: what comes meanwhile is told when you leave.',
    text: 'Nothing interrupts a pilot, the screen stays awake, and everything is dark. Planned kits, updates and the removal of old kits wait until it is left, so for ever where it is on here; What waits shows it.',
    values: { true: 'On: it can’t be left on this computer', false: 'Off' },
  }),
  theme: choice({
    initial: 'system',
    title: 'Theme',
    text: 'The colours of the window.',
    values: { system: 'As the system has it', day: 'Day', night: 'Night' },
  }),
  /** Stronger lines and inks than the operating system requires. */
  contrast: choice({
    initial: 'system',
    title: 'Contrast',
    text: 'Stronger lines and inks than the system asks for.',
    values: { system: 'As the system has it', more: 'More' },
  }),
  local_hours: choice({
    initial: '24',
    title: 'Local times',
    hint: 'Those of the airport of departure (LT). Times in UTC are always in 24 hours; the laptop’s own clock is never shown.',
    text: 'How local times are written. Times in UTC are always in 24 hours.',
    values: { '24': '24 hours, 15:10', '12': '12 hours, 3:10 pm' },
  }),
  /** After 00:00 UTC of its date. */
  airac_minutes: timeOfDay({
    initial: 0,
    title: 'AIRAC cycles take effect at',
    label: 'AIRAC cycles take effect at (UTC)',
    hint: '00:00 by default, 09:01 in the United States.',
    text: 'Minutes after 00:00 UTC at which an AIRAC cycle takes effect; 541 in the United States.',
  }),
  single_keys: onOff({
    initial: true,
    title: 'Single-key shortcuts',
    hint: 'Off: a letter, digit or sign alone does nothing except in fields. Arrows, Enter, Esc, Page keys and keys with Ctrl or Alt still work.',
    text: 'Whether a letter, digit or sign alone is a shortcut. Arrows, Enter, Esc, Page keys and keys with Ctrl or Alt always are.',
  }),
  ready_hours: wholeNumber({
    initial: 36,
    bounds: [1, 168],
    unit: 'hour',
    title: '“Ready to fly” looks ahead',
    label: '“Ready to fly” looks ahead (hours)',
    hint: 'Flights that depart within so many hours are checked.',
    text: 'Flights that depart within so many hours are checked.',
  }),
};

/** The settings that grant power, in the order of their card in the window of set-up. Only set-up changes them. */
export const setupSettings = {
  keep_running: onOff({
    initial: false,
    title: 'Keep running when the window is closed',
    hint: 'Kits go on, planned ones too. The app’s icon stays in the tray or menu bar; where there is none, start the app again to see it.',
    text: 'Whether closing the window leaves the app running, in the tray or menu bar.',
  }),
  open_at_login: onOff({
    initial: false,
    title: 'Start with the session',
    label: 'Start with my session',
    hint: 'Without a window, where the app keeps running without one.',
    text: 'Whether the app starts with the person’s session, without a window where it keeps running without one.',
  }),
  hand_over: onOff({
    initial: true,
    own_to_computer: true,
    title: 'Handing kits over',
    label: 'Hand kits over',
    hint: 'Kits, with marks and what belongs to them, may leave this laptop in encrypted files, and come in with them.',
    text: 'Whether hand-over files may be made and opened on this computer.',
    values: { true: 'Allowed', false: 'Not allowed' },
  }),
  /** The minimum is what regulators require (AC 120-76E). */
  audit_months: wholeNumber({
    initial: 24,
    bounds: [3, 120],
    unit: 'month',
    title: 'Keep the record of what was done',
    label: 'Keep the record of what was done (months)',
    hint: 'Who requested, opened and acknowledged kits stays on record, also when the kits are gone.',
    text: 'Months for which the record of what was done with kits is kept, whether they are still here or not.',
  }),
};

/** The settings with their own controls and calls. */
export const ownSettings = {
  /** Saving it may remove kits: `retention.apply`, renderer/settings/retention-card.tsx. */
  keep_days_after_departure: own({
    initial: null,
    title: 'How long kits stay',
    text: 'Kits are removed so many days after departure. Kept, open and unfinished kits always stay.',
    values: { null: 'Forever, until someone removes them' },
    inWords: (days) => `${count(days, 'day')} after departure`,
  }),
  /** Grants power; folders are chosen in the system's dialogs: the calls `watch`, renderer/desk/watch-card.tsx. */
  watch: own({
    initial: null,
    own_to_computer: true,
    title: 'Watched folders',
    text: 'Trip files that arrive in a folder are requested, and their kits are delivered into another.',
    values: { null: 'None' },
    form: '{"profile": ID, "in": DIR, "out": DIR, "name": TEMPLATE, "command": [PROGRAM, ARG, …] or null, "webhook": URL or null, "shelf": true or false}',
    // The page that shows it learns no more.
    inWords: () => 'Set',
  }),
};

export const settingsTable = { ...librarySettings, ...setupSettings, ...ownSettings };

export type SettingName = keyof typeof settingsTable;

/** The hour of an AIRAC cycle, minutes after 00:00 UTC: `09:01`, also `9:01`, `0901` and with a `Z`; undefined for any other text. */
export function readHour(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):?(\d{2})\s*z?$/i.exec(text.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const value = Number(hours) * 60 + Number(minutes);
  return Number(hours) < 24 && Number(minutes) < 60 ? value : undefined;
}

/** `09:01`. */
export function writeHour(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
