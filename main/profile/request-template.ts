/** Fills a profile's request template with a trip (docs/profile-and-headless.md, section 1, `request`). */
import { TripKitError } from '../common/errors.ts';
import type { JsonValue } from '../common/json-text.ts';
import type { Trip } from '../common/trip.ts';
import { encodePathParameter } from './path-parameter.ts';
import {
  type Placeholder,
  replacePlaceholders,
  type TemplateField,
  wholePlaceholder,
} from './placeholders.ts';
import type { ServiceProfile } from './profile.ts';

/** The request as it is sent, except for its headers. */
export interface FilledRequest {
  method: ServiceProfile['request']['method'];
  /** Percent-encoded, with the template's query if it has one; follows `base_url` as text (see encodePathParameter). */
  path: string;
  /** JSON text; null: no body. */
  body: string | null;
}

type FieldValues = { [F in TemplateField]?: string | string[] };

/** Marks an optional field without a value. */
const dropped = Symbol('dropped');

/**
 * The request for this trip. An empty text or list counts as no value.
 *
 * A string that is exactly `{x}` becomes the value itself, a list for alternates; `{x?}` drops its key (in a list: its
 * entry) if there is no value. Inside a longer string values are inserted as text, alternates joined by a space, and `{x?}`
 * without a value leaves nothing.
 *
 * @throws TripKitError of kind `config` if the trip lacks a field that the template requires.
 */
export function fillRequestTemplate(
  profile: Pick<ServiceProfile, 'company_code' | 'company_name' | 'request'>,
  trip: Trip,
): FilledRequest {
  const values: FieldValues = {
    company_code: profile.company_code,
    company_name: profile.company_name,
    ...trip,
  };
  const { method, path, body } = profile.request;
  const filled = fill(body, values);
  return {
    method,
    path: fillPath(path, values),
    body: body === null || filled === dropped ? null : JSON.stringify(filled),
  };
}

function fill(template: JsonValue, values: FieldValues): JsonValue | typeof dropped {
  if (typeof template === 'string') {
    const whole = wholePlaceholder(template);
    return whole === null
      ? replacePlaceholders(template, (part) => textOf(part, values))
      : valueFor(whole, values);
  }
  if (Array.isArray(template))
    return template.map((item) => fill(item, values)).filter((item) => item !== dropped);
  if (typeof template === 'object' && template !== null) {
    const entries = Object.entries(template).map(([key, item]) => [key, fill(item, values)] as const);
    // fromEntries defines keys, so even "__proto__" is a normal key.
    return Object.fromEntries(entries.filter((entry): entry is [string, JsonValue] => entry[1] !== dropped));
  }
  return template;
}

function valueFor(placeholder: Placeholder, values: FieldValues): JsonValue | typeof dropped {
  const value = present(values[placeholder.field]);
  if (value !== undefined) return value;
  if (placeholder.optional) return dropped;
  if (placeholder.field === 'alternates') return [];
  throw missing(placeholder.field);
}

function textOf(placeholder: Placeholder, values: FieldValues): string {
  const value = present(values[placeholder.field]);
  if (value !== undefined) return typeof value === 'string' ? value : value.join(' ');
  if (placeholder.optional || placeholder.field === 'alternates') return '';
  throw missing(placeholder.field);
}

/** Each value is encoded separately; a segment that is then still a dot segment must not leave the path. */
function fillPath(template: string, values: FieldValues): string {
  const filled = replacePlaceholders(template, (part) => encodePathParameter(textOf(part, values)));
  const queryAt = filled.indexOf('?');
  const path = queryAt < 0 ? filled : filled.slice(0, queryAt);
  const segments = path
    .split('/')
    .map((segment) => (/^\.{1,2}$/.test(segment) ? encodePathParameter(segment) : segment));
  return segments.join('/') + (queryAt < 0 ? '' : filled.slice(queryAt));
}

function present(value: string | string[] | undefined): string | string[] | undefined {
  return value === undefined || value.length === 0 ? undefined : value;
}

function missing(field: TemplateField): TripKitError {
  return new TripKitError(
    'config',
    `The airline’s profile requires “${field}” in a request, and this trip has none. Fill it in and request the kit again.`,
    { condition: 'missing_field' },
  );
}
