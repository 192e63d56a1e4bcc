/** Finds the tripkit_id in the answer to the request (docs/profile-and-headless.md, section 1, `request.tripkit_id`). */
import { runInNewContext } from 'node:vm';
import { TripKitError } from '../common/errors.ts';
import { percentDecode } from '../common/text.ts';
import type { ServiceProfile } from './profile.ts';

/** The parts of an answer that may contain an id. Header names in any case. */
export interface RequestAnswer {
  /** The parsed body; undefined if there is none or it isn't JSON. */
  json: unknown;
  headers: Record<string, string | string[] | undefined>;
}

/** An id is a path segment; a longer text is something else. UTF-16 code units. */
const MAX_ID = 1024;
/** A header longer than this is not matched. */
const MAX_HEADER = 8192;
/** Stops a pattern that backtracks endlessly, ms by the clock: long enough that a busy laptop matches a good pattern. */
const MATCH_TIMEOUT_MS = 2_000;

/**
 * The tripkit_id, or null if the answer has none at the profile's place: a text or a whole number, not empty.
 *
 * @throws TripKitError of kind `config` if the profile's pattern takes too long to match.
 */
export function readTripkitId(
  profile: { request: Pick<ServiceProfile['request'], 'tripkit_id'> },
  answer: RequestAnswer,
): string | null {
  const place = profile.request.tripkit_id;
  if ('pointer' in place) return idOf(atPointer(answer.json, place.pointer));
  for (const value of headerValues(answer.headers, place.header)) {
    const found = matchPattern(place.pattern, value);
    if (found !== null) return idOf(percentDecode(found));
  }
  return null;
}

/** RFC 6901, section 4; undefined if the pointer leads nowhere. */
function atPointer(json: unknown, pointer: string): unknown {
  let at: unknown = json;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = /^(?:0|[1-9]\d{0,9})$/.test(key) ? at[Number(key)] : undefined;
    else if (typeof at === 'object' && at !== null && Object.hasOwn(at, key))
      at = (at as Record<string, unknown>)[key];
    else return undefined;
  }
  return at;
}

function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== 'string' || value.trim() === '' || value.length > MAX_ID) return null;
  return value.isWellFormed() ? value : null;
}

function headerValues(headers: RequestAnswer['headers'], name: string): string[] {
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name.toLowerCase())
    .flatMap(([, value]) => value ?? [])
    .filter((value) => value.length <= MAX_HEADER);
}

/** The match of the first capture group that matched. V8 can stop a regular expression only inside a `vm` call. */
function matchPattern(pattern: string, value: string): string | null {
  try {
    const groups: unknown = runInNewContext(
      '(new RegExp(pattern).exec(value) ?? []).slice(1).find((group) => group !== undefined)',
      { pattern, value },
      { timeout: MATCH_TIMEOUT_MS },
    );
    return typeof groups === 'string' ? groups : null;
  } catch (error) {
    throw new TripKitError(
      'config',
      'The profile’s request.tripkit_id.pattern can’t be matched in reasonable time. Ask your IT for a simpler pattern.',
      { condition: 'slow_pattern', cause: error },
    );
  }
}
