/** Values: JSON's, and whatever else a structured clone may hold. */
import { deserialize, serialize } from 'node:v8';
import type { Random } from '../../demo-service/random.ts';
import type { Domain } from '../target.ts';
import { mutateText, PIECES } from './pieces.ts';

const NUMBERS = [0, -0, 1, -1, 0.5, 1e21, 2 ** 31, 2 ** 53, -(2 ** 53), 255, 256, 1e308];
/** What JSON has. */
const PLAIN: readonly ((random: Random) => unknown)[] = [
  () => null,
  (random) => random.chance(0.5),
  (random) => random.pick(NUMBERS as [number]),
  (random) => random.integer(-10, 5_000),
  (random) => random.pick(PIECES),
  () => [],
  () => ({}),
  (random) => nested(random.pick([3, 70, 500])),
  (random) =>
    Array.from({ length: random.pick([2, 200, 5_000]) }, () => random.pick(['EHAM', 0, null, '']) as unknown),
  (random) => 'x'.repeat(random.pick([65, 300, 10_001, 70_000])),
];
/** What only a structured clone has. */
const CLONED: readonly ((random: Random) => unknown)[] = [
  () => undefined,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 10n ** 30n,
  (random) => new Date(random.pick([0, Number.NaN, 8.64e15])),
  () => /a+/g,
  () =>
    new Map<unknown, unknown>([
      [{}, 1],
      ['origin', 'EHAM'],
    ]),
  () => new Set([1, 'a']),
  (random) => new Uint8Array(random.pick([0, 1, 1024, 1_048_577])),
  () => new ArrayBuffer(8),
  () => new DataView(new ArrayBuffer(8)),
  () => new Float64Array([Number.NaN]),
  () => new Error('a clone keeps errors'),
  () => Object(1n) as unknown,
  () => Object('boxed') as unknown,
  () => Array(3),
  () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    return circle;
  },
];
const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'then',
  'toJSON',
  'length',
  '0',
  '',
  ' ',
  'id',
  'kind',
  '\ud800',
  'x'.repeat(300),
];

/** Values as they come over IPC. */
export const values: Domain<unknown> = {
  mutate: (random, input) =>
    mutateValue(random, input, (text) => mutateText(random, text, []), random.chance(0.5) ? CLONED : PLAIN),
  smaller: smallerValues,
  encode: (input) => serialize(input),
  decode: (input) => deserialize(input) as unknown,
};

/** One change somewhere in a value; `value` itself stays. */
export function mutateValue(
  random: Random,
  value: unknown,
  mutateText: (text: string) => string,
  made: readonly ((random: Random) => unknown)[] = PLAIN,
): unknown {
  const fresh = () => random.pick(made as [(random: Random) => unknown])(random);
  const inside = (one: unknown) => mutateValue(random, one, mutateText, made);
  if (Array.isArray(value) && !random.chance(0.1)) {
    const at = random.integer(0, value.length);
    switch (random.integer(0, 5)) {
      case 0:
        return value.toSpliced(at, 1);
      case 1:
        return value.toSpliced(at, 0, fresh());
      case 2:
        return value.length > 5_000 ? value : [...value, ...value];
      default:
        return value.length === 0
          ? [fresh()]
          : value.with(at % value.length, inside(value[at % value.length]));
    }
  }
  const entries = isPlain(value) ? Object.entries(value) : [];
  if (entries.length > 0 && !random.chance(0.1)) {
    const at = random.integer(0, entries.length - 1);
    const [key, one] = entries[at] as [string, unknown];
    switch (random.integer(0, 6)) {
      case 0:
        return Object.fromEntries(entries.toSpliced(at, 1));
      case 1:
        return Object.fromEntries([...entries, [random.pick(KEYS as [string]), fresh()]]);
      case 2:
        return Object.fromEntries([
          ...entries.toSpliced(at, 1),
          [random.chance(0.5) ? key.toUpperCase() : mutateText(key), one],
        ]);
      default:
        return Object.fromEntries(entries.with(at, [key, inside(one)]));
    }
  }
  if (typeof value === 'string' && random.chance(0.7)) return mutateText(value);
  if (typeof value === 'number' && random.chance(0.4)) return value + random.pick([1, -1, 0.5, 1e6]);
  return fresh();
}

/** Its parts alone; itself without one of them, or with one made smaller. */
export function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string' && value.length > 0) {
    yield '';
    yield value.slice(0, value.length >> 1);
    yield value.slice(value.length >> 1);
    yield value.slice(1);
  } else if (Array.isArray(value)) {
    yield* value.slice(0, 50);
    if (value.length > 8) {
      yield value.slice(0, value.length >> 1);
      yield value.slice(value.length >> 1);
    }
    for (const at of [...value.keys()].slice(0, 50)) yield value.toSpliced(at, 1);
    for (const [at, one] of [...value.entries()].slice(0, 50))
      for (const smaller of smallerValues(one)) yield value.with(at, smaller);
  } else if (isPlain(value)) {
    const entries = Object.entries(value);
    for (const at of entries.keys()) yield Object.fromEntries(entries.toSpliced(at, 1));
    for (const [at, [key, one]] of entries.entries())
      for (const smaller of smallerValues(one)) yield Object.fromEntries(entries.with(at, [key, smaller]));
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}
