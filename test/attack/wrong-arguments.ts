/** Arguments that a call must refuse: good ones with one thing wrong, at every place of them. */
import type { z } from 'zod';
import { factsOf, HOSTILE_WORDS } from './contract-arguments.ts';

/** Arguments with one thing wrong, and what that is. */
export interface Wrong {
  /** For example `type at 1.origin`. */
  what: string;
  args: unknown[];
}

/** What is wrong where an object has a field of its own by this name: Electron's bridge between the page and its preload drops it. */
export const PROTO = '__proto__';

/** Every way to spoil these arguments in one place that the schema refuses. @param args which `schema` takes */
export function wrongOf(schema: z.ZodType, args: readonly unknown[]): Wrong[] {
  return spoiledOf(schema, args).filter((spoilt) => isRefused(schema, spoilt));
}

/** Every way to spoil these arguments in one place, also such that the schema takes all the same. @param args which `schema` takes */
export function spoiledOf(schema: z.ZodType, args: readonly unknown[]): Wrong[] {
  return [...spoiled(schema, args, '')].flatMap(([what, value]) =>
    Array.isArray(value) ? [{ what, args: value }] : [],
  );
}

export function isRefused(schema: z.ZodType, { args }: Wrong): boolean {
  return !schema.safeParse(args).success;
}

type Spoiled = Generator<[what: string, value: unknown]>;

function* spoiled(schema: z.ZodType, value: unknown, at: string): Spoiled {
  const facts = factsOf(schema);
  const { type, inner, element, items, shape, options } = facts;
  const wrong = (what: string, other: unknown): [string, unknown] => [`${what} at ${at || 'top'}`, other];
  if ((type === 'nullable' || type === 'optional') && inner) {
    if (value === null || value === undefined) yield* others(value, wrong);
    else yield* spoiled(inner, value, at);
    return;
  }
  if (type === 'union') {
    const option = options.find((one) => one.safeParse(value).success);
    if (option) yield* spoiled(option, value, at);
    return;
  }
  // The list of arguments itself is a list whatever a page does.
  if (at !== '') yield* others(value, wrong);
  if (typeof value === 'number') for (const other of FAR) yield wrong('number', other);
  if (typeof value === 'string') yield* texts(value, facts.maximum, wrong);
  if (Array.isArray(value)) {
    yield wrong('extra', [...value, value[0] ?? 'extra']);
    yield wrong('extra', [...value, undefined]);
    if (facts.maximum !== undefined && facts.maximum < 100_000)
      yield wrong('too long', new Array(facts.maximum + 1).fill(value[0]));
    yield wrong('missing', value.slice(0, -1));
    yield wrong('missing', []);
    // The first of a list stands for the others; every argument is one of its own.
    const places = type === 'tuple' ? items.length : Math.min(value.length, 1);
    for (let index = 0; index < places; index += 1) {
      const part = items[index] ?? element;
      if (!part) continue;
      for (const [what, other] of spoiled(part, value[index], at === '' ? `${index}` : `${at}.${index}`))
        yield [what, value.with(index, other)];
    }
  } else if (type === 'object') {
    yield* spoiledObject(value as Record<string, unknown>, shape, at, wrong);
  }
}

function* spoiledObject(
  value: Record<string, unknown>,
  shape: Record<string, z.ZodType>,
  at: string,
  wrong: (what: string, other: unknown) => [string, unknown],
): Spoiled {
  yield wrong('extra', { ...value, more: 1 });
  for (const name of [PROTO, 'constructor', 'toString', 'then'])
    yield wrong(name === PROTO ? PROTO : 'prototype', withOwn(value, name));
  for (const [name, part] of Object.entries(shape)) {
    const { [name]: _gone, ...rest } = value;
    yield wrong('missing', rest);
    if (!Object.hasOwn(value, name)) continue;
    for (const [what, other] of spoiled(part, value[name], `${at}.${name}`))
      yield [what, { ...value, [name]: other }];
  }
}

/** A copy with one more field of its own, even where an assignment would mean something else. */
function withOwn(value: object, name: string): object {
  const field = { value: { polluted: true }, enumerable: true, configurable: true, writable: true };
  return Object.defineProperty({ ...value }, name, field);
}

/** Values of other types, as many as structured clone carries. */
function* others(value: unknown, wrong: (what: string, other: unknown) => [string, unknown]): Spoiled {
  const all: unknown[] = [
    null,
    undefined,
    true,
    0,
    'text',
    2n ** 70n,
    [],
    [value],
    {},
    { length: 1, 0: value },
    new Date(0),
    new Map([[value, value]]),
    new Uint8Array(3),
  ];
  for (const other of all) yield wrong('type', other);
}

const FAR = [-1, 0.5, 1e9, 1e308, -1e308, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -0.0001];

function* texts(
  value: string,
  maximum: number | undefined,
  wrong: (what: string, other: unknown) => [string, unknown],
): Spoiled {
  yield wrong('empty', '');
  if (maximum !== undefined) yield wrong('too long', 'x'.repeat(maximum + 1));
  for (const word of HOSTILE_WORDS) {
    yield wrong('words', word);
    yield wrong('words', `${value}${word}`);
  }
}
