/** The app's settings, in `settings.json` in the user-data folder. They contain no secret. */

import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import ElectronStore from 'electron-store';
import {
  type Choices,
  type ChoicesPatch,
  defaultSettings,
  type Forbiddable,
  lockableSettings,
  type SettingName,
  type Settings,
  type SettingsState,
} from '../../preload/contract.ts';
import { fileStamp } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import { parsedJson } from '../common/json-text.ts';
import { refuseManaged } from './refuse-managed.ts';
import { defaultChoices } from './rules/choices.ts';
import { settingsTable } from './rules/settings-table.ts';
import {
  isOfNewerVersion,
  migrateSettings,
  newSettingsFile,
  type StoredSettings,
  type ViewerPlace,
  type WindowBounds,
} from './settings-file.ts';

export interface SettingsOptions {
  /** The administrators' decisions for this computer: they override settings, and can't be changed here. */
  managed?: Partial<Settings>;
  allow_other_profiles?: boolean;
  /** What administrators have switched off. */
  forbidden?: readonly Forbiddable[];
  /** Called with a sentence when the file was damaged and its settings are lost, and when new ones can't be saved. */
  onDamage?(message: string, lost: boolean): void;
  /** Ms since 1970 UTC; names a damaged file. */
  now?(): number;
}

/** Called with the settings that are in force now, and the values before. */
export type SettingsListener = (state: SettingsState, before: Settings) => void;

export interface AppSettings {
  readonly window: WindowBounds | null;
  /** Saves at once; if the disk fails, only this is lost. */
  rememberWindow(bounds: WindowBounds): void;
  /** Where further windows were, by display, latest first. */
  readonly viewers: readonly ViewerPlace[];
  /** Saves at once, as `rememberWindow`. */
  rememberViewers(viewers: readonly ViewerPlace[]): void;
  /** The settings in force, and which of them are managed. */
  state(): SettingsState;
  /**
   * Writes them, then calls the listeners in the order of their registration.
   *
   * @throws TripKitError of kind `config` if administrators decide one of them, of kind `disk` if they can't be written, and what a
   * listener throws; then they are unchanged
   */
  change(patch: Partial<Settings>): void;
  /** Listens to changes; a listener that throws refuses the change. Returns a function that unsubscribes. */
  onChange(listener: SettingsListener): () => void;
  /** Small choices of the library's page. */
  readonly choices: Choices;
  /** Saves at once, as `rememberWindow`. */
  choose(patch: ChoicesPatch): void;
  /**
   * Restores the settings of an earlier file that have their default now: later choices are kept.
   *
   * @returns how many settings were restored
   * @throws TripKitError of kind `config` if the content is not a settings file, `disk` as `change`
   */
  restore(content: unknown): number;
  /** The content of a settings file for another computer, without what belongs to this computer. */
  handedOver(): unknown;
  /** The values from another computer that would be adopted, because they have their default here. Empty if they can't be read. */
  wouldReceive(content: unknown): Partial<Settings>;
  /**
   * Adopts them, as `restore`, except what belongs to one computer and what administrators decide for this one.
   *
   * @param choices those from the file that must differ from `content`
   * @throws as `restore`
   */
  receive(content: unknown, choices?: ChoicesPatch): number;
}

/**
 * Opens the settings. Never throws: a damaged file is renamed to `settings.damaged-<UTC>.json`, one of a newer version to
 * `settings.newer-<UTC>.json`, and the defaults apply; if that fails, they apply until the app ends.
 *
 * @param folder absolute; with `--user-data` not Electron's own
 */
export function openSettings(folder: string, options: SettingsOptions = {}): AppSettings {
  const { managed = {}, allow_other_profiles = true, forbidden = [], onDamage = () => {} } = options;
  const file = join(folder, 'settings.json');
  // A managed value from a file would apply as soon as administrators no longer decide it.
  const staysThere = [...ownToComputer, ...(Object.keys(managed) as SettingName[])];
  const listeners = new Set<SettingsListener>();
  let stored = readSettings(file, options.now?.() ?? Date.now(), onDamage);
  const store = openStore(folder);
  if (store === null) onDamage(NOT_KEPT, false);

  function write(next: StoredSettings): void {
    try {
      if (store === null) throw new Error('There is no place for the settings.');
      store.store = next;
    } catch (cause) {
      throw new TripKitError(
        'disk',
        'Your settings can’t be written to this disk. Check free space and access rights, and try again.',
        { cause },
      );
    }
    stored = next;
  }

  /** Saves things that need no message if they can't be saved. */
  function remember(change: Partial<Pick<StoredSettings, 'window' | 'choices' | 'viewers'>>): void {
    const next = migrateSettings({ ...stored, ...change });
    if (next === null || isDeepStrictEqual(next, stored)) return;
    quietly(() => write(next));
  }

  function takeUp(content: unknown, except: readonly SettingName[], choices: ChoicesPatch = {}): number {
    const earlier = migrateSettings(content);
    if (earlier === null) {
      throw new TripKitError('config', 'The settings of this copy can’t be read. Choose another one.');
    }
    const back = broughtBack(stored.values, withDefaults(earlier.values, except), defaultSettings);
    const values = { ...stored.values, ...back };
    const chosen = broughtBack(stored.choices, { ...earlier.choices, ...choices } as Choices, defaultChoices);
    const window = stored.window ?? earlier.window;
    const next = { ...stored, window, values, choices: { ...stored.choices, ...chosen } };
    if (!isDeepStrictEqual(next, stored)) write(next);
    return Object.keys(back).length;
  }

  const state = (): SettingsState => ({
    values: { ...stored.values, ...managed },
    managed: Object.keys(managed) as SettingName[],
    allow_other_profiles,
    forbidden: [...forbidden],
  });

  return {
    get window() {
      return stored.window;
    },
    rememberWindow: (window) => remember({ window }),
    get viewers() {
      return stored.viewers;
    },
    rememberViewers: (viewers) => remember({ viewers }),
    get choices() {
      return stored.choices;
    },
    choose: (patch) => remember({ choices: { ...stored.choices, ...patch } as Choices }),
    state,
    change(patch) {
      refuseManaged(state(), Object.keys(patch) as SettingName[]);
      const [before, { values }] = [stored, state()];
      write({ ...stored, values: { ...stored.values, ...patch } });
      try {
        for (const listener of listeners) listener(state(), values);
      } catch (error) {
        quietly(() => write(before));
        throw error;
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    restore: (content) => takeUp(content, []),
    handedOver: () => ({ ...stored, window: null, values: withDefaults(stored.values, ownToComputer) }),
    wouldReceive(content) {
      const migrated = migrateSettings(content);
      if (migrated === null) return {};
      return broughtBack(stored.values, withDefaults(migrated.values, staysThere), defaultSettings);
    },
    receive: (content, choices) => takeUp(content, staysThere, choices),
  };
}

/** The settings that belong to one computer: never handed over to another. */
const ownToComputer = (Object.keys(settingsTable) as SettingName[]).filter(
  (name) => settingsTable[name].own_to_computer,
);

/** The values, with the defaults of these names. */
function withDefaults(values: Settings, names: readonly SettingName[]): Settings {
  return { ...values, ...Object.fromEntries(names.map((name) => [name, defaultSettings[name]])) };
}

/** The values of `earlier` that are not defaults, where `now` has the default. */
function broughtBack<T extends object>(now: T, earlier: T, defaults: Readonly<T>): Partial<T> {
  const names = (Object.keys(defaults) as (keyof T)[]).filter(
    (name) => now[name] === defaults[name] && earlier[name] !== defaults[name],
  );
  return Object.fromEntries(names.map((name) => [name, earlier[name]])) as Partial<T>;
}

/** The administrators' decisions that are settings. */
export function settingsOf(decided: object): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(decided).filter(([name]) => Object.hasOwn(lockableSettings, name)),
  );
}

const NOT_KEPT =
  'Your settings can’t be kept on this disk: they last until the app ends. Check its access rights.';

type OnDamage = NonNullable<SettingsOptions['onDamage']>;

function openStore(folder: string): ElectronStore<StoredSettings> | null {
  try {
    return new ElectronStore<StoredSettings>({
      cwd: folder,
      name: 'settings',
      clearInvalidConfig: false,
      configFileMode: 0o600,
    });
  } catch {
    return null;
  }
}

function readSettings(file: string, now: number, onDamage: OnDamage): StoredSettings {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return newSettingsFile();
    keepDamaged(file, now, onDamage);
    return newSettingsFile();
  }
  const content = parsedJson(text.replace(/^\uFEFF/, '')) ?? null;
  const read = migrateSettings(content);
  if (read !== null) return read;
  keepDamaged(file, now, onDamage, isOfNewerVersion(content));
  return newSettingsFile();
}

function keepDamaged(file: string, now: number, onDamage: OnDamage, newer = false): void {
  const ending = `${newer ? 'newer' : 'damaged'}-${fileStamp(now)}.json`;
  const what = newer ? 'were written by a newer version of Trip Kit Desktop' : 'could not be read';
  try {
    renameSync(file, file.replace(/\.json$/, `.${ending}`));
    onDamage(`Your settings ${what} and start over. The file is kept as settings.${ending}.`, true);
  } catch {
    onDamage(
      'Your settings could not be read and start over. Check the access rights of settings.json.',
      true,
    );
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The file is unchanged.
  }
}
