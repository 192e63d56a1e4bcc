/** The app's settings, in `settings.json` of the user-data folder. They hold no secret. */
import { chmodSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import ElectronStore from 'electron-store';
import {
  type Choices,
  type ChoicesPatch,
  defaultSettings,
  lockableSettings,
  type SettingName,
  type Settings,
  type SettingsState,
} from '../../preload/contract.ts';
import { defaultChoices } from '../../preload/schemas/values.ts';
import { TripKitError } from '../common/errors.ts';
import { migrateSettings, newSettingsFile, type StoredSettings, type WindowBounds } from './settings-file.ts';

export interface SettingsOptions {
  /** What administrators decide for this computer: it wins, and can't be changed here. */
  managed?: Partial<Settings>;
  allow_other_profiles?: boolean;
  /** Called with a sentence when the file was damaged, so that its choices are lost, and when new ones can't be kept. */
  onDamage?(message: string, lost: boolean): void;
  /** Ms since 1970 UTC; names a damaged file. */
  now?(): number;
}

export interface AppSettings {
  readonly window: WindowBounds | null;
  /** Remembers at once; a disk that refuses costs the memory, never the app. */
  rememberWindow(bounds: WindowBounds): void;
  /** The settings in force, and which of them are managed. */
  state(): SettingsState;
  /** @throws TripKitError of kind `disk` where they can't be written; they are as before then */
  change(patch: Partial<Settings>): void;
  /** Small choices of the library's page. */
  readonly choices: Choices;
  /** Remembers at once, as `rememberWindow`. */
  choose(patch: ChoicesPatch): void;
  /**
   * Takes the content of an earlier settings file up for what has its default now: a choice that was made since stays.
   *
   * @returns how many choices came back
   * @throws TripKitError of kind `config` where the content is none, `disk` as `change`
   */
  restore(content: unknown): number;
}

/**
 * Opens the settings. Never throws: a file that is damaged, of a newer version or can't be read is renamed to
 * `settings.damaged-<UTC>.json` and the defaults hold; where even that fails they hold until the app ends.
 *
 * @param folder absolute; with `--user-data` not Electron's own
 */
export function openSettings(folder: string, options: SettingsOptions = {}): AppSettings {
  const { managed = {}, allow_other_profiles = true, onDamage = () => {} } = options;
  const file = join(folder, 'settings.json');
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

  /** What is not worth a message where it can't be kept. */
  function remember(change: Pick<StoredSettings, 'window'> | Pick<StoredSettings, 'choices'>): void {
    const next = migrateSettings({ ...stored, ...change });
    if (next === null || isDeepStrictEqual(next, stored)) return;
    quietly(() => write(next));
  }

  return {
    get window() {
      return stored.window;
    },
    rememberWindow: (window) => remember({ window }),
    get choices() {
      return stored.choices;
    },
    choose: (patch) => remember({ choices: { ...stored.choices, ...patch } as Choices }),
    state: () => ({
      values: { ...stored.values, ...managed },
      managed: Object.keys(managed) as SettingName[],
      allow_other_profiles,
    }),
    change: (patch) => write({ ...stored, values: { ...stored.values, ...patch } }),
    restore(content) {
      const earlier = migrateSettings(content);
      if (earlier === null) {
        throw new TripKitError(
          'config',
          'The settings of this backup copy can’t be read. Choose another one.',
        );
      }
      const back = broughtBack(stored.values, earlier.values, defaultSettings);
      const values = { ...stored.values, ...back };
      const choices = { ...stored.choices, ...broughtBack(stored.choices, earlier.choices, defaultChoices) };
      const next = { ...stored, window: stored.window ?? earlier.window, values, choices };
      if (!isDeepStrictEqual(next, stored)) write(next);
      return Object.keys(back).length;
    },
  };
}

/** What of `earlier` is no default, where `now` still has the default. */
function broughtBack<T extends object>(now: T, earlier: T, defaults: Readonly<T>): Partial<T> {
  const names = (Object.keys(defaults) as (keyof T)[]).filter(
    (name) => now[name] === defaults[name] && earlier[name] !== defaults[name],
  );
  return Object.fromEntries(names.map((name) => [name, earlier[name]])) as Partial<T>;
}

/** Those of an administrator's decisions that are settings of ours. */
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
  const read = migrateSettings(parse(text));
  if (read !== null) {
    // Files of earlier versions were readable for everybody.
    if (process.platform !== 'win32') quietly(() => chmodSync(file, 0o600));
    return read;
  }
  keepDamaged(file, now, onDamage);
  return newSettingsFile();
}

function keepDamaged(file: string, now: number, onDamage: OnDamage): void {
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
  const kept = file.replace(/\.json$/, `.damaged-${stamp}.json`);
  try {
    renameSync(file, kept);
    onDamage(
      `Your settings could not be read and start over. The file is kept as settings.damaged-${stamp}.json.`,
      true,
    );
  } catch {
    onDamage(
      'Your settings could not be read and start over. Check the access rights of settings.json.',
      true,
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return null;
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // It is as it was.
  }
}
