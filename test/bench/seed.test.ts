/** The libraries that the benches begin with are libraries of this app. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { seedLibrary } from './ui/seed.ts';

test('a library of many kits has them all, each with its history, and nothing damaged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tripkit-seed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  seedLibrary(folder, 50, Date.UTC(2026, 10, 21));
  const damage: unknown[] = [];
  const library = openUserDatabase(join(folder, 'user.sqlite'), { onDamage: (one) => damage.push(one) });
  const kits = library.kits.list();
  expect(kits).toHaveLength(50);
  expect(kits.map(({ id }) => library.kits.history(id).length)).toEqual(kits.map(() => 2));
  expect(damage).toEqual([]);
  library.close();
});
