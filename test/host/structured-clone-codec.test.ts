import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, encode } from './structured-clone-codec.ts';

const through = (value: unknown) => decode(encode(value));

test('whatever structured clone carries comes out as structured clone makes it', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
  });
  fc.assert(
    fc.property(anything, (value) => {
      expect(through(value)).toStrictEqual(structuredClone(value));
    }),
    { numRuns: 1000 },
  );
});

test('what JSON would lose lives', () => {
  const value = {
    nothing: undefined,
    nan: Number.NaN,
    zero: -0,
    when: new Date(5),
    re: /a/gi,
    bytes: new Uint8Array([0, 255]),
  };
  expect(through(value)).toStrictEqual(value);
});

test('a cycle and a shared object stay what they are', () => {
  const shared = { n: 1 };
  const value: { a: object; b: object; self?: unknown } = { a: shared, b: shared };
  value.self = value;
  const copy = through(value) as typeof value;
  expect(copy.self).toBe(copy);
  expect(copy.a).toBe(copy.b);
});

test('a key called __proto__ is a key', () => {
  const copy = through(JSON.parse('{"__proto__": {"polluted": true}}')) as object;
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('an error keeps its message and loses what is its own, as in Electron', () => {
  const copy = through(Object.assign(new TypeError('no'), { kind: 'config' })) as Error;
  expect([copy instanceof Error, copy.name, copy.message, 'kind' in copy]).toEqual([
    true,
    'TypeError',
    'no',
    false,
  ]);
});

test.each([
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
  ['a function within', { on: () => 1 }],
  ['a promise', Promise.resolve()],
])('%s is refused in Electron’s words', (_name, value) => {
  expect(() => encode(value)).toThrow('An object could not be cloned.');
});
