/** The content of one place of policies: the same keys and rules for the file, Windows' registry and macOS' preferences. */
import type { z } from 'zod';
import type { PolicySource } from '../../preload/contract/policies.ts';
import { TripKitError, toFailure } from '../common/errors.ts';
import type { Failure } from '../common/failure.ts';
import type { JsonValue } from '../common/json-text.ts';
import type { ManagedServiceProfile } from '../profile/profile-book.ts';
import { describeIssues } from '../profile/profile-issues.ts';
import { policySchemas, strictestValues } from './policies.ts';

/** Schemas, by name, of the person's settings that IT may also decide. */
export type LockableSettings = Readonly<Record<string, z.ZodType>>;

/** An entry of a source that is not in force. */
export interface RefusedKey {
  name: string;
  /** A sentence or two: the problem and what to do. */
  reason: string;
}

/** The decisions of a source. */
export interface SourceContent {
  profiles: ManagedServiceProfile[];
  /** The valid policies and settings in it, by name. */
  decided: Readonly<Record<string, unknown>>;
  /** Its keys with invalid values whose strictest values apply. */
  strictest: readonly string[];
  refused: readonly RefusedKey[];
  /** What is refused, as one text without a full stop; null if everything is in force. */
  problem: string | null;
}

/** The most unknown keys that are named; a source with more is something else. */
const MAX_UNKNOWN = 100;

/** A source as it was found. */
export type SourceReading = { kind: PolicySource['kind']; place: string } & (
  | { state: 'absent' }
  | { state: 'refused'; failure: Failure }
  | ({ state: 'in_force' } & SourceContent)
);

/** Values by name: each as a list of possible readings; the first valid one counts. */
export type PolicyValues = Readonly<Record<string, readonly unknown[]>>;

/**
 * Reads each key separately: one that is wrong, or of another version of the app, does not affect the others. So one set of
 * policies works for computers with different versions.
 *
 * @param under the path of the keys, for messages: `settings` in the file
 */
export function readDecisions(
  given: PolicyValues,
  under: readonly string[],
  lockable: LockableSettings,
): Pick<SourceContent, 'decided' | 'strictest' | 'refused'> & { issues: z.core.$ZodIssue[] } {
  const schemas: LockableSettings = { ...lockable, ...policySchemas };
  const decided: Record<string, unknown> = {};
  const strictest: string[] = [];
  const refused: RefusedKey[] = [];
  const all: z.core.$ZodIssue[] = [];
  let unknown = 0;
  for (const [name, forms] of Object.entries(given)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const fitting = schema && forms.map((form) => schema.safeParse(form)).find(({ success }) => success);
    if (fitting) {
      decided[name] = fitting.data;
      continue;
    }
    if (Object.hasOwn(strictestValues, name)) strictest.push(name);
    if (!schema) unknown += 1;
    if (unknown > MAX_UNKNOWN && !schema) continue;
    const json = within(under, { [name]: forms.at(-1) });
    const issues = schema ? issuesOf(schema, [...under, name], forms.at(-1)) : [unknownKey(under, name)];
    all.push(...issues);
    const advice = schema
      ? 'Correct it and restart the app.'
      : 'Check how it is written; a newer version of the app may know it.';
    refused.push({ name, reason: `${describeIssues(issues, json)}. ${advice}` });
  }
  if (unknown > MAX_UNKNOWN) {
    const reason = `${unknown - MAX_UNKNOWN} further keys are unknown. Check whether they belong here.`;
    refused.push({ name: '…', reason });
  }
  return { decided, strictest, refused, issues: all };
}

function within(under: readonly string[], value: object): JsonValue {
  return under.reduceRight<object>((inner, key) => ({ [key]: inner }), value) as JsonValue;
}

/** The problems of a value, with its path. */
function issuesOf(schema: z.ZodType, path: readonly string[], value: unknown): z.core.$ZodIssue[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

function unknownKey(under: readonly string[], name: string): z.core.$ZodIssue {
  return { code: 'unrecognized_keys', keys: [name], path: [...under], message: '' };
}

/** Reads a source; any error makes it a refused source. @param what its name in a sentence */
export async function readSource(
  { kind, place, what }: { kind: PolicySource['kind']; place: string; what: string },
  read: () => Promise<SourceContent | null>,
): Promise<SourceReading> {
  try {
    const content = await read();
    return content === null
      ? { kind, place, state: 'absent' }
      : { kind, place, state: 'in_force', ...content };
  } catch (error) {
    const why = error instanceof TripKitError ? error.message : `It can’t be read (${codeOf(error)}).`;
    const failure = managedError(`${what} ${why} Tell your airline’s IT.`);
    return { kind, place, state: 'refused', failure: toFailure(failure) };
  }
}

/** The error for a place of policies. @param message sentences that say what is wrong, and what to do */
export function managedError(message: string, cause?: unknown): TripKitError {
  return new TripKitError('config', message, { condition: 'managed_profile', cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : 'unknown';
}
