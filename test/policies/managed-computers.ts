/**
 * Computers of three systems on which IT has decided something: each decision as that system's own tools write it, from the file or
 * the answers of Windows' programs on.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ManagedFileAccess, machineFiles } from '../../main/policies/managed-file.ts';
import { PREFERENCES_FILE } from '../../main/policies/managed-preferences.ts';
import { POLICY_KEY } from '../../main/policies/registry-policies.ts';
import { type RunProgram, windowsMachine } from '../../main/policies/windows-machine.ts';
import { plist } from '../packaging/builder-parts.ts';

/** A service profile as IT writes it. */
export const managedService = {
  name: 'Demo Air',
  company_code: 'DEMO',
  company_name: 'Demo Air',
  client_id: 'demo',
  auth_url: 'https://auth.example/as/{company_code}/authorization.oauth2',
  base_url: 'https://api.example',
  scopes: { request: 'create', download: 'download' },
  trust: { auth: 'system' },
};

export interface ManagedComputer {
  platform: 'linux' | 'win32' | 'darwin';
  /** As the app names the place. */
  place: string;
  files: ManagedFileAccess;
}

/** What IT decides: values by name, and profiles. */
interface Decided {
  settings: Readonly<Record<string, unknown>>;
  profiles?: readonly object[];
}

/** The three sources, by name. @param root an empty folder for the computer's files */
export const computers: Readonly<Record<string, (root: string, decided: Decided) => ManagedComputer>> = {
  'the file of Linux': (root, { settings, profiles = [] }) => {
    const place = '/etc/trip-kit-desktop/managed-profile.json';
    put(root, place, JSON.stringify({ profiles, settings }));
    return { platform: 'linux', place, files: ownFiles(root) };
  },
  'the registry of Windows': (root, { settings, profiles }) => {
    const values = Object.entries(settings).map(([name, value]) => [name, registryValue(value)]);
    const listed = profiles ? { profiles: lines(profiles) } : {};
    const run = windowsPrograms({ ...Object.fromEntries(values), ...listed });
    const windows = windowsMachine({ env: {}, resolve: async () => 'C:\\Windows', run });
    return { platform: 'win32', place: POLICY_KEY, files: { ...ownFiles(root), windows } };
  },
  'the preferences of macOS': (root, { settings, profiles }) => {
    const values = Object.entries(settings).map(([name, value]) => [name, value === null ? 'null' : value]);
    const content = { ...Object.fromEntries(values), ...(profiles ? { profiles } : {}) };
    put(root, PREFERENCES_FILE, plist.build(withoutNulls(content)));
    return { platform: 'darwin', place: PREFERENCES_FILE, files: ownFiles(root) };
  },
};

/** The files below a folder, its owner being the administrator. */
export function ownFiles(root: string): ManagedFileAccess {
  return machineFiles({ root, owner: process.getuid?.() ?? 0 });
}

/** Writes a file that nobody but its owner may change. */
export function put(root: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o755 });
  writeFileSync(join(root, path), content, { mode: 0o644 });
}

/**
 * The programs of Windows as they answer on a computer with these values in the key of the policies; null: there is no such key.
 *
 * @param blocked programs that may not be run
 */
export function windowsPrograms(
  values: Readonly<Record<string, unknown>> | null,
  blocked: readonly string[] = [],
): RunProgram {
  return async (program, args) => {
    if (blocked.some((name) => program.endsWith(name))) throw new Error('Command failed: Access is denied.');
    if (program.endsWith('reg.exe')) {
      // Another key of the registry is asked for the folder of all users.
      if (args[1] !== 'HKLM\\SOFTWARE\\Policies') throw new Error('Command failed');
      const keys = ['Microsoft', 'Mozilla', ...(values ? ['Trip Kit Desktop'] : [])];
      return `\r\n${keys.map((key) => `HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\${key}\r\n`).join('')}\r\n`;
    }
    return `${powerShellJson(values)}\r\n`;
  };
}

/** What the command writes: JSON of visible ASCII on a line that the console may break. */
export function powerShellJson(values: unknown): string {
  return JSON.stringify(values).replace(
    /[^!-~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** As the template has Group Policy write it. */
function registryValue(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'number' || typeof value === 'string') return value ?? 'null';
  return lines(value);
}

function lines(value: unknown): string[] {
  return JSON.stringify(value, null, 2).split('\n');
}

function withoutNulls<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (_key, one) => (one === null ? undefined : one))) as T;
}
