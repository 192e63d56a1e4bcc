/** Checks of the `request` part of a profile (docs/profile-and-headless.md, section 1, `request`). */
import type { JsonValue } from '../common/json-text.ts';
import { templateFields, unknownPlaceholders } from './placeholders.ts';

/** The place of the tripkit_id in the answer to the request. */
export type TripkitIdPlace = { pointer: string } | { header: string; pattern: string };

/** The body of the request if the profile has none. */
export const defaultBody: JsonValue = {
  company: '{company_name}',
  origin: '{origin}',
  destination: '{destination}',
  route: '{route?}',
  alternates: '{alternates?}',
};

/** A pattern that could take long to match is usually long; matching has a time limit as well. */
const MAX_PATTERN = 256;

/** A problem, and the keys that lead to it from the checked object. */
export interface TemplateProblem {
  path: (string | number)[];
  problem: string;
}

/** Unknown placeholders anywhere in the strings of `value`. */
export function bodyProblems(value: JsonValue, path: (string | number)[] = []): TemplateProblem[] {
  if (typeof value === 'string') {
    return unknownPlaceholders(value).map((one) => ({ path, problem: unknownPlaceholder(one) }));
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => bodyProblems(item, [...path, index]));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => bodyProblems(item, [...path, key]));
  }
  return [];
}

/** What is wrong with a request path, as the end of a sentence that begins with its key; null if nothing is. */
export function pathProblem(path: string): string | null {
  const unknown = unknownPlaceholders(path)[0];
  if (unknown !== undefined) return unknownPlaceholder(unknown);
  if (!path.startsWith('/')) return 'has to begin with "/"';
  const fixed = path.replace(/\{[^{}]*\}/g, 'x');
  if (!/^[\u0021-\u007e]*$/.test(fixed) || /[\\#{}"<>^`|]/.test(fixed)) {
    return 'holds a character that has to be percent-encoded';
  }
  if (/%(?![0-9a-fA-F]{2})/.test(fixed)) return 'has a "%" that isn’t part of a percent-encoding';
  const segments = (fixed.split('?')[0] ?? '').split('/');
  if (segments.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) return 'holds a "." or ".." segment';
  return null;
}

/** Reads `request.tripkit_id`, or says what is wrong with it and where. */
export function readTripkitIdPlace({
  pointer,
  header,
  pattern,
}: {
  [key in 'pointer' | 'header' | 'pattern']?: string | undefined;
}): { value: TripkitIdPlace } | TemplateProblem {
  const wrong = (key: string | null, problem: string) => ({ path: key === null ? [] : [key], problem });
  if (pointer !== undefined) {
    if (header !== undefined || pattern !== undefined) {
      return wrong(null, 'has to be either { "pointer" } or { "header", "pattern" }, not both');
    }
    if (!/^(?:\/(?:[^~/]|~[01])*)*$/.test(pointer)) {
      return wrong('pointer', 'isn’t a JSON Pointer (RFC 6901), for example /data/tripkit_id');
    }
    return { value: { pointer } };
  }
  if (header === undefined && pattern === undefined) {
    return wrong(null, 'has to be { "pointer" } or { "header", "pattern" }');
  }
  if (header === undefined) return wrong('header', 'is missing: a pattern needs a header');
  if (pattern === undefined) return wrong('pattern', 'is missing: a header needs a pattern');
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(header)) {
    return wrong('header', 'isn’t an HTTP header name, for example location');
  }
  if (pattern.length > MAX_PATTERN) return wrong('pattern', `is longer than ${MAX_PATTERN} characters`);
  const groups = captureGroups(pattern);
  if (groups === null) return wrong('pattern', 'isn’t a regular expression');
  if (groups === 0) {
    return wrong('pattern', 'has no capture group: put the part that is the id in round brackets');
  }
  return { value: { header: header.toLowerCase(), pattern } };
}

/** How many capture groups a pattern has; null if it isn't a regular expression. */
function captureGroups(pattern: string): number | null {
  try {
    new RegExp(pattern);
    // An empty alternative makes any pattern match, and the match has an entry for every group.
    return (new RegExp(`${pattern}|`).exec('')?.length ?? 1) - 1;
  } catch {
    return null;
  }
}

function unknownPlaceholder(placeholder: string): string {
  const known = templateFields.join(', ');
  return `has the unknown placeholder "${placeholder.slice(0, 60)}": known are ${known}, each also with "?"`;
}
