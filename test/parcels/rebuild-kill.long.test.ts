/**
 * A library that is killed at any step and then loses its database, and a rebuild of it that is killed at any step. One process keeps
 * what each kill would leave: to start one for each took most of the time.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { freshFolder } from '../fresh-folder.ts';
import { asBack, lose, openRun } from './library-run.ts';
import { lives } from './lives.ts';

const child = join(import.meta.dirname, 'rebuild-child.ts');

/** @returns the library as it is before each step, of which none is killed: the folders by their number */
function stepsOf(folder: string): string[] {
  const steps = freshFolder();
  const { stdout, stderr } = run(folder, steps);
  expect(stdout, stderr).toBe('ended');
  return readdirSync(steps)
    .sort((a, b) => Number(a) - Number(b))
    .map((name) => join(steps, name));
}

function run(folder: string, at: string) {
  const args = ['--disable-warning=ExperimentalWarning', child, folder, at];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

function copyOf(folder: string): string {
  const again = freshFolder();
  cpSync(folder, again, { recursive: true });
  return again;
}

/** The kits of a database that a killed process left. */
function rowsOf(folder: string): Map<string, KitRecord> {
  const database = openUserDatabase(join(copyOf(folder), 'user.sqlite'));
  const kits = database.kits.list();
  database.close();
  return new Map(kits.map((kit) => [kit.id, kit]));
}

async function rebuilt(folder: string): Promise<Map<string, KitRecord>> {
  const run = await openRun(folder);
  const kits = run.kits.list();
  await run.end();
  return new Map(kits.map((kit) => [kit.id, kit]));
}

test('killed at each step in turn, each kit comes back as it was then, or one step earlier', {
  timeout: 600_000,
}, async () => {
  const steps = stepsOf(freshFolder());
  let behind = 0;
  for (const [n, folder] of steps.entries()) {
    const before = rowsOf(folder);
    lose(folder);
    const after = await rebuilt(folder);
    for (const [id, kit] of before) {
      const turns = lives.flat().filter((one) => one.id === id);
      const earlier = turns[turns.findIndex((one) => JSON.stringify(one) === JSON.stringify(kit)) - 1];
      const back = after.get(id);
      if (back && JSON.stringify(back) === JSON.stringify(asBackNow(kit, back))) continue;
      behind += 1;
      expect([n, back]).toEqual([n, earlier && asBack(earlier)]);
    }
    for (const { state } of after.values()) expect(state).not.toBe('requesting');
  }
  expect(steps.length).toBeGreaterThan(15);
  // A parcel is at most one step behind, and only until it is written.
  expect(behind).toBeLessThan(steps.length);
});

/** The kit as it comes back, to be compared as text. */
function asBackNow(kit: KitRecord, back: KitRecord): KitRecord {
  return kit.state === 'requesting'
    ? {
        ...kit,
        state: 'unconfirmed',
        state_since: back.state_since,
        failure: back.failure,
        requested_at: back.requested_at,
      }
    : kit;
}

test('a rebuild that is killed at each step in turn is done at the next start', {
  timeout: 600_000,
}, async () => {
  const folder = freshFolder();
  expect(run(folder, '0').stdout).toBe('ended');
  lose(folder);
  const expected = await rebuilt(copyOf(folder));
  expect(expected.size).toBe(2);
  for (const [n, step] of stepsOf(copyOf(folder)).entries())
    expect([n, await rebuilt(step)]).toEqual([n, expected]);
});

test('what is kept of a step is what a kill there leaves', () => {
  const steps = stepsOf(freshFolder());
  for (const n of [3, Math.floor(steps.length / 2), steps.length]) {
    const folder = freshFolder();
    expect(run(folder, String(n)).signal).toBe('SIGKILL');
    const kept = steps[n - 1] ?? '';
    expect([n, readdirSync(folder).sort()]).toEqual([n, readdirSync(kept).sort()]);
    expect([n, rowsOf(folder)]).toEqual([n, rowsOf(kept)]);
  }
});
