/**
 * Policies of Windows: values of one machine-wide registry key, which Group Policy and MDM write by the app's template
 * (TripKitDesktop.admx). Only HKEY_LOCAL_MACHINE: the same key of HKEY_CURRENT_USER is not read, because the person's
 * programs may be able to write there.
 */
import { parsedJson } from '../common/json-text.ts';
import { flatContent } from './flat-source.ts';
import type { ManagedFileAccess } from './managed-file.ts';
import {
  type LockableSettings,
  managedError,
  readSource,
  type SourceContent,
  type SourceReading,
} from './policy-source.ts';
import { readRegistryKey } from './registry-key.ts';

/** Where Windows keeps policies of the machine; only administrators can write below it. */
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

/** The decisions in the key's values: texts, numbers, lists of texts; structured values are JSON text. */
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
 * The possible readings of a value, the likeliest first: a text as it is, or as JSON (a number, `null`, a structure); the
 * numbers 0 and 1 also as no and yes. Windows stores a text of several lines as a list.
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

/** Profiles as a JSON list, a single one, or one per line. Anything else is an invalid profile, to be refused by name. */
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
