/**
 * Policies of Windows: values of one key of the machine's registry, as Group Policy and MDM write them by the template that comes
 * with the app (TripKitDesktop.admx). HKEY_LOCAL_MACHINE alone: the same key of HKEY_CURRENT_USER is not read, because programs of
 * the person can come to write there.
 */
import { flatContent, parsedJson } from './flat-source.ts';
import type { ManagedFileAccess } from './managed-file.ts';
import {
  type LockableSettings,
  managedError,
  readSource,
  type SourceContent,
  type SourceReading,
} from './policy-source.ts';
import { readRegistryKey } from './registry-key.ts';

/** Where Windows keeps policies of the machine; Windows itself lets nobody but administrators write below it. */
const PARENT = 'SOFTWARE\\Policies';
const KEY = 'Trip Kit Desktop';
/** The key, as an administrator would type it. */
export const POLICY_KEY = `HKLM\\${PARENT}\\${KEY}`;

const SILENT =
  'Windows did not say what stands there. Restart the app; if that doesn’t help, registry tools (reg.exe) may be forbidden here.';

/** Reads the policies of the registry. Never throws. */
export function readRegistryPolicies(
  machine: Pick<ManagedFileAccess, 'run' | 'windowsRoot'>,
  lockable: LockableSettings,
): Promise<SourceReading> {
  const what = `The policies in ${POLICY_KEY} are not in force.`;
  return readSource({ kind: 'registry', place: POLICY_KEY, what }, async () => {
    const values = await readRegistryKey(machine, PARENT, KEY).catch((error: unknown) => {
      throw managedError(SILENT, error);
    });
    return values === null || Object.keys(values).length === 0 ? null : registryContent(values, lockable);
  });
}

/** What the values of the key decide: texts, numbers, lists of texts; whatever has a shape of its own is JSON text. */
export function registryContent(
  values: Readonly<Record<string, unknown>>,
  lockable: LockableSettings,
): SourceContent {
  const { profiles, ...others } = values;
  const given = Object.entries(others).map(([name, value]) => [name, formsOf(value)] as const);
  return flatContent(
    profiles === undefined ? null : profileEntries(profiles),
    Object.fromEntries(given),
    lockable,
  );
}

/**
 * What a value may mean, the likeliest first: a text is meant as it stands, or as JSON (a number, `null`, a structure); of
 * numbers 0 and 1 also say no and yes. Windows writes a text of several lines as a list.
 */
function formsOf(value: unknown): unknown[] {
  const text = textOf(value);
  if (text !== null) {
    const json = parsedJson(text);
    return json === undefined ? [text] : [text, json];
  }
  return value === 0 || value === 1 ? [value, value === 1] : [value];
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('\n') : null;
}

/** Profiles as a list of JSON, one alone, or one a line. What is none of them is no profile, to be refused by its name. */
function profileEntries(value: unknown): unknown[] {
  const text = textOf(value);
  if (text === null) return [value];
  const whole = parsedJson(text);
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole];
  const each: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const one = parsedJson(line);
    if (one === undefined) return [null];
    each.push(one);
  }
  return each.length > 0 ? each : [null];
}
