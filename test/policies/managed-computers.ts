/**
 * Computers of three systems on which IT has decided something: each decision as that system's own tools write it: a file, or the
 * answers of its programs.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ManagedFileAccess, machineFiles } from '../../main/policies/managed-file.ts';
import { PREFERENCES_FILE } from '../../main/policies/managed-preferences.ts';
import type { RegistryValue } from '../../main/policies/registry-key.ts';
import { POLICY_KEY } from '../../main/policies/registry-policies.ts';
import type { RunProgram } from '../../main/policies/system-program.ts';
import { plist } from '../packaging/builder-parts.ts';
import { aProfile } from '../profile/a-profile.ts';

/** A service profile as IT writes it. */
export const managedService = {
  ...aProfile,
  name: 'Demo Air',
  auth_url: 'https://auth.example/as/{company_code}/authorization.oauth2',
  base_url: 'https://api.example',
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
  'the registry of Windows': (_root, { settings, profiles }) => {
    const values = Object.entries(settings).map(([name, value]) => [name, registryValue(value)]);
    const listed = profiles ? { profiles: lines(profiles) } : {};
    const files = windowsMachine({ ...Object.fromEntries(values), ...listed });
    return { platform: 'win32', place: POLICY_KEY, files };
  },
  'the preferences of macOS': (root, { settings, profiles }) => {
    const values = Object.entries(settings).map(([name, value]) => [name, value === null ? 'null' : value]);
    const content = { ...Object.fromEntries(values), ...(profiles ? { profiles } : {}) };
    put(root, PREFERENCES_FILE, plist.build(withoutNulls(content)));
    return { platform: 'darwin', place: PREFERENCES_FILE, files: ownFiles(root) };
  },
};

/** The files below a folder, its owner being the administrator, on a computer with the `plutil` of macOS. */
export function ownFiles(root: string): ManagedFileAccess {
  const run: RunProgram = async (_program, _args, { input }) =>
    JSON.stringify(plist.parse(Buffer.from(input ?? []).toString()));
  return { ...machineFiles({ root, owner: process.getuid?.() ?? 0 }), run };
}

/** Writes a file that nobody but its owner may change. */
export function put(root: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o755 });
  writeFileSync(join(root, path), content, { mode: 0o644 });
}

/**
 * A Windows with these values in the key of the policies; null: there is no such key.
 *
 * @param forbidden whether registry tools are
 */
export function windowsMachine(
  values: Readonly<Record<string, RegistryValue>> | null,
  forbidden = false,
): ManagedFileAccess {
  const run: RunProgram = async (_program, [verb, key, file = '']) => {
    if (forbidden) throw new Error('ERROR: Registry editing has been disabled by your administrator.');
    if (verb === 'export') await writeFile(file, registryExport(values ?? {}));
    else if (key !== 'HKLM\\SOFTWARE\\Policies') throw new Error('ERROR: The system was unable to find it.');
    const keys = ['Microsoft', 'Mozilla', ...(values ? ['Trip Kit Desktop'] : [])];
    return `\r\n${keys.map((name) => `HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\${name}\r\n`).join('')}\r\n`;
  };
  return { ...machineFiles(), run, windowsRoot: async () => 'C:\\Windows' };
}

/** What `reg.exe export` writes of the key: UTF-16, lists in hexadecimal, 25 bytes a line. */
export function registryExport(values: Readonly<Record<string, RegistryValue>>, more = ''): Buffer {
  const lines = Object.entries(values).map(([name, value]) => `${quoted(name)}=${exported(value)}\r\n`);
  const head =
    'Windows Registry Editor Version 5.00\r\n\r\n[HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Trip Kit Desktop]';
  return Buffer.from(`\uFEFF${head}\r\n${lines.join('')}\r\n${more}`, 'utf16le');
}

function exported(value: RegistryValue): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return `dword:${value.toString(16).padStart(8, '0')}`;
  if (!Array.isArray(value)) return `hex(${value.registry_type.toString(16)}):00,ff`;
  const bytes = Buffer.from(`${value.map((line) => `${line}\0`).join('')}\0`, 'utf16le');
  return `hex(7):${(bytes.toString('hex').match(/../g) ?? []).join(',').replace(/(?:..,){25}/g, '$&\\\r\n  ')}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** As the template has Group Policy write it. */
function registryValue(value: unknown): RegistryValue {
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
