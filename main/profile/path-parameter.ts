import { TripKitError } from '../common/errors.ts';

/**
 * A value as one segment of a URL's path: percent-encoded, so it can neither end the segment nor leave it.
 *
 * `.` and `..` become `%2E` and `%2E%2E`. The WHATWG URL parser (`new URL`) still treats these as dot segments, so a path
 * with such a value must be sent as text (undici: the `path` option), never through `new URL`.
 *
 * @throws TripKitError of kind `config` if the value isn't well-formed Unicode (a lone surrogate).
 */
export function encodePathParameter(value: string): string {
  if (!value.isWellFormed()) {
    throw new TripKitError(
      'config',
      'An identifier holds a broken character and can’t be put into a URL. Enter it again.',
      { condition: 'malformed_text' },
    );
  }
  if (value === '.' || value === '..') return value.replaceAll('.', '%2E');
  return encodeURIComponent(value);
}
