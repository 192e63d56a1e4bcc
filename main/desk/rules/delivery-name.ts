/**
 * Names of delivered kits from a template such as `{departure:yyyyMMdd}_{flight}_{origin}-{destination}.pdf`. Pure, and
 * without zod, so main process and page can use it.
 */

/** The template if none was chosen. */
export const DEFAULT_TEMPLATE = '{departure:yyyyMMdd}_{flight}_{origin}-{destination}.pdf';
/** Stands for a value that the trip does not have. */
export const MISSING = 'none';

/** The values that a name can contain. */
export interface NamedTrip {
  origin: string;
  destination: string;
  flight?: string | undefined;
  /** ISO 8601 in UTC. */
  departure?: string | undefined;
}

const FIELDS = ['departure', 'flight', 'origin', 'destination', 'tripkit_id'] as const;
type Field = (typeof FIELDS)[number];

type Part = { text: string } | { field: Field; format: string };

/** The parts of a date by their format, in UTC. */
const DATE_PARTS: Readonly<Record<string, (date: Date) => string>> = {
  yyyy: (date) => String(date.getUTCFullYear()).padStart(4, '0'),
  yy: (date) => String(date.getUTCFullYear() % 100).padStart(2, '0'),
  MM: (date) => String(date.getUTCMonth() + 1).padStart(2, '0'),
  dd: (date) => String(date.getUTCDate()).padStart(2, '0'),
  HH: (date) => String(date.getUTCHours()).padStart(2, '0'),
  mm: (date) => String(date.getUTCMinutes()).padStart(2, '0'),
};
const DATE_FORMAT = /^(?:yyyy|yy|MM|dd|HH|mm|[-_.])+$/;
const DEFAULT_DATE = 'yyyyMMdd';

/** What is wrong with a template, in a sentence that says what to do; null if it is valid. */
export function templateProblem(template: string): string | null {
  const read = readTemplate(template);
  return 'problem' in read ? read.problem : null;
}

/**
 * The folders and the name of a trip by a template, without its `.pdf`; not yet safe as file names: values come from outside.
 *
 * @throws TypeError for a template that {@link templateProblem} refuses
 */
export function deliveryNames(template: string, trip: NamedTrip, tripkit_id: string | null): string[] {
  const read = readTemplate(template);
  if ('problem' in read) throw new TypeError(read.problem);
  const values = { ...trip, tripkit_id };
  return read.names.map((parts) =>
    parts
      .map((part) => {
        if ('text' in part) return part.text;
        const value = values[part.field] ?? '';
        if (value === '') return MISSING;
        return part.field === 'departure' ? dateText(value, part.format) : value;
      })
      .join(''),
  );
}

function dateText(departure: string, format: string): string {
  const at = Date.parse(departure);
  if (Number.isNaN(at)) return MISSING;
  const date = new Date(at);
  return format.replace(/yyyy|yy|MM|dd|HH|mm/g, (part) => DATE_PARTS[part]?.(date) ?? '');
}

/** The parts of each folder and of the name. */
function readTemplate(template: string): { names: Part[][] } | { problem: string } {
  if (!template.endsWith('.pdf')) return { problem: 'The name has to end in .pdf.' };
  const names: Part[][] = [];
  for (const body of template.slice(0, -'.pdf'.length).split('/')) {
    const read = readName(body);
    if ('problem' in read) return read;
    if (read.parts.length === 0 || /^\.+$/.test(body))
      return { problem: 'Each folder of the name needs letters, figures or a field between its “/”.' };
    names.push(read.parts);
  }
  if (!names.at(-1)?.some((part) => 'field' in part))
    return { problem: `The name needs at least one field. The fields are ${listed()}.` };
  return { names };
}

function readName(body: string): { parts: Part[] } | { problem: string } {
  const parts: Part[] = [];
  for (const piece of body.split(/(\{[^{}]*\})/)) {
    if (piece === '') continue;
    const field = /^\{([^:{}]*)(?::([^{}]*))?\}$/.exec(piece);
    if (field) {
      const [, name = '', format] = field;
      if (!isField(name)) return { problem: `“{${name}}” isn't a field. The fields are ${listed()}.` };
      if (format !== undefined && name !== 'departure')
        return { problem: `“{${name}}” has no format. Write {${name}}.` };
      if (format !== undefined && !DATE_FORMAT.test(format))
        return { problem: `“${format}” isn't a date format. Use yyyy, MM, dd, HH and mm, such as yyyyMMdd.` };
      parts.push({ field: name, format: format ?? DEFAULT_DATE });
    } else if (!/^[A-Za-z0-9._ -]*$/.test(piece))
      return {
        problem:
          'Between its fields a name can have only letters from a to z, figures, spaces, “.”, “-” and “_”, and “/” after a folder.',
      };
    else parts.push({ text: piece });
  }
  return { parts };
}

function isField(name: string): name is Field {
  return (FIELDS as readonly string[]).includes(name);
}

function listed(): string {
  return FIELDS.map((name) => `{${name}}`).join(', ');
}
