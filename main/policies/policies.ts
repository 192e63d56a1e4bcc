/**
 * The policies: what administrators decide about the app itself, besides the person's settings, which they may also decide
 * (`lockableSettings`). One table; the templates for Windows and macOS, the checks and the page are made from it.
 */
import { z } from 'zod';

/** One policy. */
interface Policy<S extends z.ZodType> {
  schema: S;
  /** The value if administrators decided nothing. */
  initial: z.infer<S>;
  /** The value if their decision can't be read, trusted or understood. */
  strictest: z.infer<S>;
}

function policy<S extends z.ZodType>(facts: Policy<S>): Policy<S> {
  return facts;
}

/** Two times of day, `22:00-05:30`; the second may be earlier. */
const HOURS = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/;

export const policyTable = {
  /** `off`: the app neither checks for updates nor installs them. */
  updates: policy({
    schema: z.enum(['on', 'off'], 'has to be "on" or "off"'),
    initial: 'on',
    strictest: 'off',
  }),
  /** Which releases are offered: only final ones, or prereleases, too. */
  update_channel: policy({ schema: z.enum(['stable', 'beta']), initial: 'stable', strictest: 'stable' }),
  /** The hours of a day, by the computer's clock, in which updates are checked for and downloaded; null: all hours. */
  update_hours: policy({
    schema: z.string().regex(HOURS, 'has to be two times of day, as "22:00-05:30"').nullable(),
    initial: null,
    strictest: null,
  }),
  /** `false`: nobody adds their own profiles. */
  allow_other_profiles: policy({ schema: z.boolean(), initial: true, strictest: false }),
  /** Where client certificates may come from: a PKCS#12 file, the computer's own store, or either. */
  identity_kinds: policy({
    schema: z.enum(['any', 'file', 'computer']),
    initial: 'any',
    strictest: 'any',
  }),
  /** `false`: nobody plans kits for later; those that are planned wait. */
  standing_orders: policy({ schema: z.boolean(), initial: true, strictest: true }),
  /** `false`: no copy of a document or of a record is saved or dragged out of the app. */
  export: policy({ schema: z.boolean(), initial: true, strictest: false }),
  /** `false`: nothing is printed. */
  print: policy({ schema: z.boolean(), initial: true, strictest: true }),
  /** `false`: no file of diagnostics is saved. */
  diagnostics: policy({ schema: z.boolean(), initial: true, strictest: true }),
};

type Table = typeof policyTable;
export type PolicyName = keyof Table;
const rows = Object.entries(policyTable) as [PolicyName, Policy<z.ZodType>][];

/** All decisions of administrators about the app itself. */
export type Policies = { [N in PolicyName]: z.infer<Table[N]['schema']> };

function all(which: 'initial' | 'strictest'): Policies {
  return Object.fromEntries(rows.map(([name, row]) => [name, row[which]])) as Policies;
}

/** The values if nothing was decided. */
export const initialPolicies: Readonly<Policies> = all('initial');
/** The values while the administrators' decision is not known. */
export const strictestPolicies: Readonly<Policies> = all('strictest');
/** The same, without those that are the initial value, and with the settings that let kits out of the app. */
export const strictestValues: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(strictestPolicies).filter(
      ([name, value]) => initialPolicies[name as PolicyName] !== value,
    ),
  ),
  hand_over: false,
  watch: null,
};
/** The schemas by name. */
export const policySchemas = Object.fromEntries(rows.map(([name, { schema }]) => [name, schema])) as {
  [N in PolicyName]: Table[N]['schema'];
};
