/** In a process of its own: what a program was started with can be taken back only there. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MODULE = join(import.meta.dirname, '../../main/command/io.ts');
const SECRET = 'correct horse battery staple';

/** Runs a script in a Node of its own; what it prints as JSON. */
function inNode(script: string): Record<string, unknown> {
  const text = execFileSync(
    process.execPath,
    ['--input-type=module', '--disable-warning=ExperimentalWarning', '--eval', script],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        BEFORE: 'one',
        TEST_SECRET: SECRET,
        TEST_SECRET_2: 'two',
        AFTER: 'three',
      },
    },
  );
  return JSON.parse(text);
}

test('what is taken is given once, and nothing that is started afterwards has it', () => {
  const found = inNode(`
    import { execFileSync } from 'node:child_process';
    import { Worker } from 'node:worker_threads';
    import { once } from 'node:events';
    import { takeVariable } from ${JSON.stringify(MODULE)};
    const first = takeVariable('TEST_SECRET');
    const second = takeVariable('TEST_SECRET');
    const child = execFileSync(process.execPath, ['--print', 'JSON.stringify(process.env)'], { encoding: 'utf8' });
    const worker = new Worker('import { parentPort } from "node:worker_threads"; parentPort.postMessage({ ...process.env })', { eval: true });
    const [inWorker] = await once(worker, 'message');
    process.stdout.write(JSON.stringify({ first, second, child: JSON.parse(child), inWorker }));
  `);
  expect(found).toMatchObject({
    first: SECRET,
    child: { BEFORE: 'one', TEST_SECRET_2: 'two', AFTER: 'three' },
  });
  expect(found).not.toHaveProperty('second');
  for (const name of ['child', 'inWorker']) {
    expect(found[name]).not.toHaveProperty('TEST_SECRET');
    expect(JSON.stringify(found[name])).not.toContain(SECRET);
  }
});

test.skipIf(process.platform !== 'linux')(
  '/proc no longer shows what was taken, and the rest as it was',
  () => {
    const found = inNode(`
    import { readFileSync } from 'node:fs';
    import { takeVariable } from ${JSON.stringify(MODULE)};
    const read = () => readFileSync('/proc/self/environ', 'latin1');
    const before = read();
    takeVariable('TEST_SECRET');
    process.stdout.write(JSON.stringify({ before, after: read(), env: process.env }));
  `);
    const { before, after } = found;
    expect(before).toContain(`TEST_SECRET=${SECRET}`);
    expect(after).toBe(String(before).replace(SECRET, '\0'.repeat(SECRET.length)));
    expect(found.env).toMatchObject({ BEFORE: 'one', TEST_SECRET_2: 'two', AFTER: 'three' });
  },
);
