/** Puts into words what zod found wrong with a profile, each with the path of its key. */
import type { z } from 'zod';
import type { JsonValue } from '../common/json-text.ts';

/** The most issues that are listed: people correct the first ones first. */
const MAX_LISTED = 5;

/** Types in words; numbers have their own messages, with their bounds. */
const typeNames: Partial<Record<string, string>> = {
  object: 'an object, in { }',
  array: 'a list, in [ ]',
  string: 'a text, in quotes',
  boolean: 'true or false',
};

/** The issues as one text without a full stop: `trust.auth is missing; request.body.foo …`. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], json: JsonValue): string {
  const texts = [...new Set(issues.flatMap((issue) => describe(issue, json)))];
  const more = texts.length - MAX_LISTED;
  const listed = texts.slice(0, MAX_LISTED).join('; ');
  return more > 0 ? `${listed}; and ${more} more` : listed;
}

function describe(issue: z.core.$ZodIssue, json: JsonValue): string[] {
  const key = keyPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => `${keyPath([...issue.path, name])} is an unknown key`);
  }
  if (isMissing(issue.path, json)) return [`${key} is missing`];
  const type = issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined;
  if (type !== undefined) return [`${key} has to be ${type}`];
  if (issue.code === 'too_big' && issue.origin === 'array')
    return [`${key} has more than ${issue.maximum} entries`];
  const words = ZOD_OWN.test(issue.message) ? plainWords(issue) : issue.message;
  // A problem inside a list entry begins with its index and follows the key directly.
  return [words.startsWith('[') ? `${key}${words}` : `${key} ${words.trimStart()}`];
}

/** The beginning of zod's own messages. */
const ZOD_OWN = /^(?:Invalid|Too) /;

/** Replaces zod's own messages for people who don't know zod. */
function plainWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'has to be a whole number' : 'has to be a number';
    case 'invalid_value': {
      const values = issue.values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value)));
      const last = values.pop() ?? '';
      return `has to be ${values.length > 0 ? `${values.join(', ')} or ` : ''}${last}`;
    }
    case 'too_big':
      return issue.origin === 'string'
        ? `has more than ${issue.maximum} characters`
        : `has to be at most ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'string'
        ? `has less than ${issue.minimum} characters`
        : `has to be at least ${issue.minimum}`;
    default:
      return 'is no value that can be used here';
  }
}

/** `request.body.list[0]`; keys that aren't plain names are quoted. */
function keyPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else {
      const name = String(part);
      const shown = /^[A-Za-z_][\w-]*$/.test(name) ? name : JSON.stringify(name.slice(0, 80));
      text += text === '' ? shown : `.${shown}`;
    }
  }
  return text === '' ? 'the file' : text;
}

function isMissing(path: readonly PropertyKey[], json: JsonValue): boolean {
  let at: unknown = json;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return true;
    at = (at as Record<PropertyKey, unknown>)[part];
  }
  return false;
}
