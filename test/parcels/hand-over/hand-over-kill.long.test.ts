/** A start that is killed at any step of bringing a file in: it is brought in at the next one, whole and once. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolders } from '../../documents/samples.ts';
import { startUp } from '../../start/start-run.ts';
import { accept, dump, fileOf, laptopOf } from './hand-over-run.ts';

const folder = freshFolders();
const child = join(import.meta.dirname, 'hand-over-child.ts');

test('killed at each step in turn', { timeout: 600_000 }, async () => {
  const [from, to] = [folder(), folder()];
  const path = join(folder(), 'laptop.age');
  await laptopOf(from, 2, 'maria');
  await fileOf(from, path);
  await laptopOf(to, 1, 'bo');
  await accept(to, path);
  const copy = () => {
    const again = folder();
    cpSync(to, again, { recursive: true });
    return again;
  };
  const whole = copy();
  await (await startUp(whole)).end(false);
  const expected = dump(whole);
  expect(expected.rows.kits).toHaveLength(5);
  expect(expected.documents).toHaveLength(3);

  let killed = 0;
  for (let n = 1; ; n += 1) {
    const laptop = copy();
    const { signal, stdout, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', child, laptop, String(n)],
      {
        encoding: 'utf8',
      },
    );
    if (signal !== 'SIGKILL') {
      expect(stdout, stderr).toBe('ended');
      break;
    }
    killed += 1;
    const run = await startUp(laptop);
    await run.end(false);
    expect([n, dump(laptop)]).toEqual([n, expected]);
    expect(existsSync(join(laptop, 'hand-over'))).toBe(false);
  }
  // Documents, databases, the decision and the end of it: each was met.
  expect(killed).toBeGreaterThan(15);
});
