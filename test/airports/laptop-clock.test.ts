/**
 * No source of the app asks the laptop for its own time zone: what is shown, told or written is UTC, or an airport's. The hours of
 * updates, which administrators decide, are the computer's (docs/administrator-guide.md).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const LOCAL =
  /\.(get|set)(Hours|Minutes|Date|Day|Month|FullYear)\(|getTimezoneOffset|\.toLocale(Date|Time)?String\(|\.to(Date|Time)String\(|\bDateTimeFormat\b|new Date\([^()]+,/;

test('only the zone of an airport is asked for', () => {
  const files = globSync('{main,preload,renderer}/**/*.{ts,tsx}', { cwd: root });
  expect(files.length).toBeGreaterThan(300);
  const asking = files.filter((file) => LOCAL.test(readFileSync(join(root, file), 'utf8')));
  expect(asking.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
    'main/trips/rules/zone-time.ts',
    'main/updates/update-policy.ts',
  ]);
});
