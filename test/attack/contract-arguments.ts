/**
 * Arguments that the schemas of a call take, made from these schemas: known ids and foreign ones, limits, hostile words. What
 * a page that was taken over would try, for every call of a contract that there is or will be.
 */
import fc from 'fast-check';
import type { z } from 'zod';

/** Values that are good for a schema of the contract: the ids of what is really there. */
export type Known = ReadonlyMap<z.ZodType, readonly unknown[]>;

/** What a schema asks for. */
export interface SchemaFacts {
  type: string;
  /** Bounds of a number, a length, or a number of items. */
  minimum?: number;
  maximum?: number;
  pattern?: RegExp;
  isInteger: boolean;
  shape: Record<string, z.ZodType>;
  items: readonly z.ZodType[];
  options: readonly z.ZodType[];
  values: readonly unknown[];
  element?: z.ZodType;
  inner?: z.ZodType;
}

type Definition = Record<string, unknown> & { type: string };

/** What a schema asks for, by the definition that zod keeps of it (zod.dev/library-authors). */
export function factsOf(schema: z.ZodType): SchemaFacts {
  const def = schema._zod.def as unknown as Definition;
  const checks = ((def.checks ?? []) as { _zod: { def: Definition } }[]).map(({ _zod }) => _zod.def);
  return {
    ...Object.assign({}, ...[def, ...checks].map(boundsOf)),
    type: def.type,
    isInteger: [def, ...checks].some(
      ({ check, format }) => check === 'number_format' && format === 'safeint',
    ),
    shape: (def.shape ?? {}) as Record<string, z.ZodType>,
    items: (def.items ?? []) as z.ZodType[],
    options: (def.options ?? []) as z.ZodType[],
    values: (def.values ?? Object.values(def.entries ?? {})) as unknown[],
    ...(def.element ? { element: def.element as z.ZodType } : {}),
    ...(def.innerType ? { inner: def.innerType as z.ZodType } : {}),
  };
}

/** One check of a schema. Whether a bound is part of the range is left to the schema. */
function boundsOf({ check, minimum, maximum, value, pattern }: Definition): object {
  if (check === 'min_length') return { minimum };
  if (check === 'max_length') return { maximum };
  if (check === 'greater_than') return { minimum: value };
  if (check === 'less_than') return { maximum: value };
  return pattern instanceof RegExp ? { pattern } : {};
}

/** Where a schema takes a path, `[0].text`: each place of a text that may be any, or of a value that only a function describes. */
export function placesOfPaths(schema: z.ZodType, place = ''): string[] {
  const { type, shape, items, options, element, inner } = factsOf(schema);
  if (type === 'string' || type === 'custom') return schema.safeParse('/srv/kits').success ? [place] : [];
  if (['any', 'unknown', 'record', 'map'].includes(type)) return [place];
  return [
    ...Object.entries(shape).flatMap(([name, one]) => placesOfPaths(one, `${place}.${name}`)),
    ...items.flatMap((one, index) => placesOfPaths(one, `${place}[${index}]`)),
    ...options.flatMap((one) => placesOfPaths(one, place)),
    ...[element, inner].flatMap((one) => (one ? placesOfPaths(one, place) : [])),
  ];
}

/** Words that are dangerous where they are taken for more than words. */
export const HOSTILE_WORDS = [
  '../../../../etc/passwd',
  '..\\..\\windows\\system32\\config',
  '/etc/passwd',
  'user.sqlite\0.pdf',
  "'; DROP TABLE kits; --",
  '__proto__',
  'constructor',
  '\ud800\u202e\u0000',
  '<img src=x onerror=alert(1)>',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://evil.example/?steal=1',
  '=HYPERLINK("https://evil.example")',
];

/** Bytes for schemas that only a function describes. */
const BYTES = [100, 1, 0, 1024 * 1024].map((length) => new Uint8Array(length).fill(65));
/** No more is made for one argument: items of a list, UTF-16 code units of a text or of a list as JSON. */
const MOST_ITEMS = 20_001;
const MOST_TEXT = 256 * 1024;

/**
 * Values that `schema` takes.
 *
 * @throws Error for a kind of schema that is not known here: teach it, so that its calls are attacked too
 */
export function validOf(schema: z.ZodType, known: Known = new Map()): fc.Arbitrary<unknown> {
  const made = madeOf(schema, known).filter((value) => schema.safeParse(value).success);
  const good = known.get(schema) ?? [];
  return good.length === 0
    ? made
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: made });
}

function madeOf(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  const facts = factsOf(schema);
  const { type, items, options, values, element, inner } = facts;
  switch (type) {
    case 'string':
      return textOf(facts);
    case 'number':
      return numberOf(facts);
    case 'boolean':
      return fc.boolean();
    case 'enum':
    case 'literal':
      return fc.constantFrom(...values);
    case 'null':
      return fc.constant(null);
    case 'array':
      return listOf(facts, element as z.ZodType, known);
    case 'tuple':
      return fc.tuple(...items.map((item) => validOf(item, known)));
    case 'object':
      return objectOf(facts, known);
    case 'union':
      return fc.oneof(...options.map((option) => validOf(option, known)));
    case 'nullable':
      return fc.option(validOf(inner as z.ZodType, known), { nil: null });
    case 'optional':
      return fc.option(validOf(inner as z.ZodType, known), { nil: undefined });
    case 'custom': {
      const taken = BYTES.filter((bytes) => schema.safeParse(bytes).success);
      if (taken.length > 0) return fc.constantFrom(...taken);
    }
  }
  throw new Error(`The attack on the contract knows no schema of type ${type}.`);
}

function textOf({ minimum = 0, maximum = MOST_TEXT, pattern }: SchemaFacts): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(pattern);
  const fits = HOSTILE_WORDS.filter(({ length }) => length >= minimum && length <= maximum);
  return fc.oneof(
    fc.string({ minLength: minimum, maxLength: Math.min(maximum, 60), unit: 'binary-ascii' }),
    fc.constantFrom('x'.repeat(Math.max(minimum, 1)), ...fits),
    fc.constant('x'.repeat(Math.min(maximum, MOST_TEXT))),
  );
}

function numberOf({ minimum = -1e9, maximum = 1e9, isInteger }: SchemaFacts): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)];
  const between = isInteger ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  return fc.oneof(fc.constantFrom(min, max), between);
}

/** Short lists, and one that is as long as it may be, of strangers' values: nothing real is done so often. */
function listOf(
  { minimum = 0, maximum = MOST_ITEMS }: SchemaFacts,
  element: z.ZodType,
  known: Known,
): fc.Arbitrary<unknown[]> {
  const short = fc.array(validOf(element, known), {
    minLength: minimum,
    maxLength: Math.max(minimum, Math.min(maximum, 3)),
  });
  const long = validOf(element).map((one) => {
    const most = Math.floor(MOST_TEXT / weight(one));
    return new Array<unknown>(Math.max(minimum, Math.min(maximum, most, MOST_ITEMS))).fill(one);
  });
  return fc.oneof({ weight: 5, arbitrary: short }, { weight: 1, arbitrary: long });
}

/** About how many bytes a value is, at least one. */
function weight(value: unknown): number {
  if (value instanceof Uint8Array) return value.byteLength + 1;
  if (typeof value === 'string') return value.length + 1;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce((sum: number, part) => sum + weight(part), 8);
}

function objectOf({ shape }: SchemaFacts, known: Known): fc.Arbitrary<unknown> {
  const names = Object.entries(shape);
  const isOptional = (schema: z.ZodType) => factsOf(schema).type === 'optional';
  return fc.record(
    Object.fromEntries(
      names.map(([name, schema]) => [
        name,
        validOf(isOptional(schema) ? (factsOf(schema).inner as z.ZodType) : schema, known),
      ]),
    ),
    {
      requiredKeys: names.filter(([, schema]) => !isOptional(schema)).map(([name]) => name),
      noNullPrototype: true,
    },
  );
}
