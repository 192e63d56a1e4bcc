import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../../renderer/viewer');

/** As in renderer/viewer/README.md: each imports only what stands before it, or with it. */
const order = [
  ['engine'],
  ['geometry', 'window'],
  ['place'],
  ['paint'],
  ['opening'],
  ['viewer-state.ts'],
  ['viewer-context.tsx'],
  ['keys'],
  ['charts'],
  ['panels'],
  ['changed'],
  ['find', 'trust', 'marks'],
  ['layout'],
  ['bar', 'print'],
  ['viewer-store.ts'],
  ['workspace'],
  ['viewer-screen.tsx', 'start-ahead.ts'],
];
/** A type only: the state of a view holds that of finding in it. */
const excepted = ['viewer-state.ts -> find'];

function placeOf(file: string): string {
  return file.split('/')[0] ?? file;
}
function rankOf(file: string): number {
  return order.findIndex((names) => names.includes(placeOf(file)));
}
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file));

test('every folder of the viewer has its place in the order', () => {
  expect(files.filter((file) => rankOf(file) < 0)).toEqual([]);
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const name of order.flat()) expect(readme).toContain(`\`${name}${name.includes('.') ? '' : '/'}\``);
});

test('a folder of the viewer imports none that comes after it', () => {
  const against = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g)]
      .map(([, to = '']) => posix.join(dirname(file).replaceAll('\\', '/'), to))
      .filter((to) => !to.startsWith('..') && rankOf(to) > rankOf(file))
      .map((to) => `${placeOf(file)} -> ${placeOf(to)}`),
  );
  expect(against.filter((arrow) => !excepted.includes(arrow))).toEqual([]);
});
