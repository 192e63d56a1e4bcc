import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerSecret } from '../../main/common/redact.ts';
import { openAppLog } from '../../main/support/app-log.ts';
import { freshFolder } from '../fresh-folder.ts';

let folder: string;
let shown: string;
beforeEach(() => {
  folder = freshFolder();
  shown = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    shown += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

test('lines go to the file and to standard error, with the time in UTC, redacted', async () => {
  const forget = registerSecret('correct horse');
  const log = openAppLog(join(folder, 'logs'), () => 0);
  log.info('Started.');
  log.error('Failed with correct horse', new Error('at https://store.example/a.pdf?sig=abc: correct horse'));
  forget();
  const text = await readFile(join(folder, 'logs/trip-kit-desktop.log'), 'utf8');
  expect(text).toBe(shown);
  expect(text).toMatch(/^1970-01-01T00:00:00.000Z info Started.\n1970-01-01T00:00:00.000Z error Failed/);
  expect(text).not.toContain('correct horse');
  expect(text).not.toContain('sig=abc');
});

test('a long log is put aside', async () => {
  await writeFile(join(folder, 'trip-kit-desktop.log'), Buffer.alloc(2 * 1024 * 1024 + 1));
  openAppLog(folder).info('New.');
  expect((await readdir(folder)).sort()).toEqual(['trip-kit-desktop.log', 'trip-kit-desktop.log.1']);
});

test('a disk that refuses costs the line only', async () => {
  await writeFile(join(folder, 'file'), '');
  openAppLog(join(folder, 'file/logs')).warn('Still said.');
  expect(shown).toContain('warn Still said.');
});
