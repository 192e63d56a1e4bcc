/** The rows that all templates are made from: each policy and setting with its words and the kind of its values. */

import { z } from 'zod';
import { initialPolicies, type PolicyName, policyTable } from '../../main/policies/policies.ts';
import { type AdminWords, settingsTable } from '../../main/settings/rules/settings-table.ts';
import { type SettingName, settings } from '../../preload/contract/settings.ts';
import { policies } from '../../renderer/policies/words.ts';

/** The kind of a value. `json`: it has its own shape. */
type Kind =
  | { kind: 'boolean' }
  | { kind: 'choice'; values: string[] }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'text'; max: number }
  | { kind: 'json' };

export interface PolicyRow {
  name: string;
  /** `setting`: one that each person makes where nobody decides it. */
  of: 'policy' | 'setting';
  words: AdminWords;
  /** Of values that are not null. */
  of_value: Kind;
  /** Whether null, “none”, is a separate value. */
  nullable: boolean;
  /** What holds where nobody decides. */
  initial: unknown;
  /** JSON Schema of its values. */
  schema: JsonSchema;
}

/** The part of JSON Schema that these schemas use. */
export interface JsonSchema {
  type?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  [key: string]: unknown;
}

/** The limit of a text without its own limit. */
const MAX_TEXT = 1000;

/** The kind of a schema. @throws Error for one that no template has a form for */
export function kindOf(schema: JsonSchema): { of_value: Kind; nullable: boolean } {
  const forms = schema.anyOf ?? [schema];
  const values = forms.filter(({ type }) => type !== 'null');
  const [value] = values;
  const nullable = values.length < forms.length;
  if (!value || values.length > 1) throw new Error('No template has a form for this schema.');
  return { of_value: valueKind(value), nullable };
}

function valueKind(schema: JsonSchema): Kind {
  const { type, enum: values, minimum, maximum, maxLength } = schema;
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'string' && values) return { kind: 'choice', values: values.map(String) };
  if (type === 'string') return { kind: 'text', max: maxLength ?? MAX_TEXT };
  if (type === 'integer' && minimum !== undefined && maximum !== undefined)
    return { kind: 'number', min: minimum, max: maximum };
  if (type === 'object' || type === 'array') return { kind: 'json' };
  throw new Error(`No template has a form for a ${type}.`);
}

function row(
  name: string,
  of: PolicyRow['of'],
  schema: z.ZodType,
  words: AdminWords,
  initial: unknown,
): PolicyRow {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  return { name, of, words, initial, schema: json, ...kindOf(json) };
}

/** All rows: the policies, then the person's settings. */
export const policyRows: readonly PolicyRow[] = [
  ...(Object.keys(policyTable) as PolicyName[]).map((name) =>
    row(name, 'policy', policyTable[name].schema, policies[name], initialPolicies[name]),
  ),
  ...(Object.keys(settingsTable) as SettingName[]).map((name) =>
    row(name, 'setting', settings.shape[name], settingsTable[name], settingsTable[name].initial),
  ),
];

/** The values of a row in words: first the form of those that are not one of a few. @param code marks JSON */
export function valueLines({ words, of_value }: PolicyRow, code = (json: string) => json): string[] {
  const form = of_value.kind === 'number' ? `a whole number from ${of_value.min} to ${of_value.max}` : null;
  const quoted = (value: string) => (of_value.kind === 'choice' ? JSON.stringify(value) : value);
  return [
    ...[words.form ?? form ?? []].flat(),
    ...Object.entries(words.values ?? {}).map(([value, what]) => `${code(quoted(value))}: ${what}`),
  ];
}

/** What holds where nobody decides, in words. */
export function withoutDecision({ of, initial }: PolicyRow): string {
  const value = JSON.stringify(initial);
  return of === 'policy' ? value : `the person’s choice (${value})`;
}

/** The description of a row, on one line. */
export function description(row: PolicyRow): string {
  return `${row.words.text} Values: ${valueLines(row).join('; ')}. Without it: ${withoutDecision(row)}.`;
}

/** What the examples of all systems decide: one profile of an airline that doesn't exist, and a few policies and settings. */
export const exampleProfile = {
  name: 'Demo Air (production)',
  company_code: 'DEMO',
  company_name: 'Demo Air',
  client_id: 'demo-air',
  auth_url: 'https://auth.example.com/as/{company_code}/authorization.oauth2',
  base_url: 'https://tripkit.example.com',
  scopes: { request: 'create', download: 'download' },
  trust: { auth: 'system' },
};

export const exampleDecisions = {
  update_hours: '22:00-05:30',
  allow_other_profiles: false,
  audit_months: 36,
  keep_days_after_departure: 30,
};

/** The first line of a property list in XML (plist(5)). */
export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>';

/** A text inside an element. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What a property list can hold here. */
export type PlistContent =
  | boolean
  | number
  | string
  | Date
  | PlistContent[]
  | { [key: string]: PlistContent };

const PLIST_DOCTYPE =
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">';

/** A property list in XML. */
export function plistDocument(value: PlistContent): string {
  return `${XML_HEAD}\n${PLIST_DOCTYPE}\n<plist version="1.0">${plistValue(value, '\n')}\n</plist>\n`;
}

/** @param line the beginning of its line */
function plistValue(value: PlistContent, line: string): string {
  if (typeof value === 'boolean') return `${line}<${value}/>`;
  if (typeof value === 'number')
    return `${line}${Number.isInteger(value) ? `<integer>${value}</integer>` : `<real>${value}</real>`}`;
  if (typeof value === 'string') return `${line}<string>${escaped(value)}</string>`;
  if (value instanceof Date) return `${line}<date>${value.toISOString().replace(/\.\d+Z$/, 'Z')}</date>`;
  const inner = `${line}  `;
  if (Array.isArray(value))
    return `${line}<array>${value.map((one) => plistValue(one, inner)).join('')}${line}</array>`;
  const entries = Object.entries(value).map(
    ([key, one]) => `${inner}<key>${escaped(key)}</key>${plistValue(one, inner)}`,
  );
  return `${line}<dict>${entries.join('')}${line}</dict>`;
}
