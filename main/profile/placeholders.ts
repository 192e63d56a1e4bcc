/**
 * Placeholders of a profile's templates: `{x}` and `{x?}` (docs/profile-and-headless.md, section 1, `request`).
 */

/** The fields for templates; `company_*` come from the profile, the others from the trip. */
export const templateFields = [
  'company_code',
  'company_name',
  'origin',
  'destination',
  'alternates',
  'route',
  'flight',
  'departure',
] as const;
export type TemplateField = (typeof templateFields)[number];

/** A placeholder in a template. */
export interface Placeholder {
  field: TemplateField;
  /** `{x?}`: left out if there is no value. */
  optional: boolean;
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The placeholder for `inner` (the text between the braces), or null if it is not a field. */
export function placeholderOf(inner: string): Placeholder | null {
  const optional = inner.endsWith('?');
  const name = optional ? inner.slice(0, -1) : inner;
  const field = templateFields.find((known) => known === name);
  return field === undefined ? null : { field, optional };
}

/** The placeholder if it is the whole string, otherwise null. */
export function wholePlaceholder(text: string): Placeholder | null {
  const inner = /^\{([^{}]*)\}$/.exec(text)?.[1];
  return inner === undefined ? null : placeholderOf(inner);
}

/** Texts in braces that are not fields, as written in the template, for example `{orign}`. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)]
    .filter(([, inner]) => placeholderOf(inner ?? '') === null)
    .map(([whole]) => whole);
}

/** `text` with every placeholder replaced by the result of `value`, unchanged. */
export function replacePlaceholders(text: string, value: (placeholder: Placeholder) => string): string {
  return text.replace(PLACEHOLDER, (whole, inner: string) => {
    const placeholder = placeholderOf(inner);
    return placeholder === null ? whole : value(placeholder);
  });
}
