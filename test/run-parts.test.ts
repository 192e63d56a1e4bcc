/** The runner of `npm test`: no part is skipped, none that failed passes, and a part waits for the one it needs. */
import { beforeEach, expect, test, vi } from 'vitest';
import { freshFolder } from './fresh-folder.ts';
import { type Part, runParts } from './run-parts.ts';

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
});

const part = (name: string, script: string, more: Partial<Part> = {}): Part => ({
  name,
  command: [process.execPath, '--eval', script],
  ...more,
});

test('every part runs, its output stands together, and the sums count', async () => {
  const counts = () => ({ passed: 7, failed: 0 });
  const result = await runParts(
    [
      part('tests', 'console.log("one"); setTimeout(() => console.log("two"), 200)', { counts }),
      part('broken', 'process.exit(3)'),
      part('last', 'console.error("three")'),
    ],
    import.meta.dirname,
  );
  expect(result).toMatchObject({ passed: 8, failed: 1 });
  expect(result.summary.map((line) => line.replace(/ \(\d+ s\)$/, ''))).toEqual([
    'ok     tests: 7 passed, 0 failed',
    'FAILED broken: 0 passed, 1 failed',
    'ok     last: 1 passed, 0 failed',
  ]);
  expect(printed.some((text) => /^\n=== tests \(\d+ s\)\none\ntwo\n$/.test(text))).toBe(true);
  expect(printed.some((text) => text.endsWith('three\n'))).toBe(true);
});

test('a part that counts no failure and ends badly, or counts nothing, has failed', async () => {
  const unread = () => {
    throw new Error('no such file');
  };
  const parts = [
    part('crashed', 'process.exit(1)', { counts: () => ({ passed: 2, failed: 0 }) }),
    part('silent', '', { counts: unread }),
    { name: 'missing', command: ['/nonexistent/program'] },
  ];
  expect(await runParts(parts, import.meta.dirname)).toMatchObject({ passed: 2, failed: 3 });
});

test('a part starts after the one it needs, though that one fails; what nothing ends is an error', async () => {
  const order: string[] = [];
  const noted = (name: string) => ({
    counts: () => ({ passed: order.push(name), failed: 0 }),
  });
  const parts = [
    part('second', '', { ...noted('second'), after: 'first' }),
    part('first', 'setTimeout(() => process.exit(1), 100)', noted('first')),
  ];
  expect((await runParts(parts, import.meta.dirname)).failed).toBe(1);
  expect(order).toEqual(['first', 'second']);
  await expect(runParts([part('never', '', { after: 'nobody' })], import.meta.dirname)).rejects.toThrow(
    /never wait/,
  );
});

test('parts run side by side as far as there are cores, and one that needs all of them runs alone', async () => {
  const folder = freshFolder();
  const script = (body: string) => `
    const fs = require('node:fs');
    const at = (name) => ${JSON.stringify(`${folder}/`)} + name;
    const begin = (name) => fs.writeFileSync(at(name), '');
    const end = () => process.exit(fs.existsSync(at('alone')) ? 1 : 0);
    ${body}`;
  // Each ends once the other has begun, and fails if the one that runs alone has.
  const meets = (name: string, other: string) =>
    part(name, script(`begin('${name}'); setInterval(() => fs.existsSync(at('${other}')) && end(), 5)`));
  const parts = [
    meets('left', 'right'),
    meets('right', 'left'),
    part('alone', script(`begin('alone')`), { cores: Number.POSITIVE_INFINITY }),
    part('small', script('setTimeout(end, 50)')),
  ];
  expect(await runParts(parts, import.meta.dirname, { cores: 2 })).toMatchObject({ passed: 4, failed: 0 });
});

test('what failed is run again alone where that is asked for: unsteady if it passes every time, else failed', async () => {
  const failing = (name: string, script: string): Part =>
    part(name, 'process.exit(1)', {
      counts: () => ({ passed: 1, failed: 2, names: ['  how it failed'] }),
      again: () => [process.execPath, '--eval', script],
    });
  const parts = [
    failing('chance', ''),
    failing('broken', 'process.exit(1)'),
    part('untold', 'process.exit(1)'),
  ];
  expect(await runParts(parts, import.meta.dirname)).toMatchObject({ passed: 2, failed: 5 });
  const steady = await runParts(parts, import.meta.dirname, { times_again: 3 });
  expect(steady).toMatchObject({ passed: 4, failed: 3 });
  expect(steady.summary[0]).toMatch(/^UNSTEADY chance: 2 failed among the others, and passed 3 times alone/);
  expect(steady.summary[1]).toBe('  how it failed');
  expect(steady.summary[2]).toMatch(/^FAILED broken/);
});
