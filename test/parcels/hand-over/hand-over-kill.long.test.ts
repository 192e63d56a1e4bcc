/** A start that is killed at any step of bringing a file in: it is brought in at the next one, whole and once. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../fresh-folder.ts';
import { startUp } from '../../start/start-run.ts';
import { accept, dump, fileOf, laptopOf } from './hand-over-run.ts';

const child = join(import.meta.dirname, 'hand-over-child.ts');

test('killed at each step in turn', { timeout: 600_000 }, async () => {
  const [from, to] = [freshFolder(), freshFolder()];
  const path = join(freshFolder(), 'laptop.age');
  await laptopOf(from, 2, 'maria');
  await fileOf(from, path);
  await laptopOf(to, 1, 'bo');
  await accept(to, path);
  const copy = () => {
    const again = freshFolder();
    cpSync(to, again, { recursive: true });
    return again;
  };
  const whole = copy();
  await (await startUp(whole)).end(false);
  const expected = dump(whole);
  expect(expected.rows.kits).toHaveLength(5);
  expect(expected.documents).toHaveLength(3);

  const steps = freshFolder();
  const start = (user_data: string, at: string) =>
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', child, user_data, at], {
      encoding: 'utf8',
    });
  const { stdout, stderr } = start(copy(), steps);
  expect(stdout, stderr).toBe('ended');
  const count = readdirSync(steps).length;
  // One is killed: what it leaves is what was kept of that step.
  const killed = copy();
  const last = Math.floor(count / 2);
  expect(start(killed, String(last)).signal).toBe('SIGKILL');
  expect(readdirSync(killed, { recursive: true }).sort()).toEqual(
    readdirSync(join(steps, String(last)), { recursive: true }).sort(),
  );
  for (const laptop of [killed, ...Array.from({ length: count }, (_, n) => join(steps, String(n + 1)))]) {
    const run = await startUp(laptop);
    await run.end(false);
    expect([laptop, dump(laptop)]).toEqual([laptop, expected]);
    expect(existsSync(join(laptop, 'hand-over'))).toBe(false);
  }
  // Documents, databases, the decision and the end of it: each was met.
  expect(count).toBeGreaterThan(15);
});
