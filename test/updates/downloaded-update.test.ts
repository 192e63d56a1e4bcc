/** The file of an update is what was signed when it has been downloaded and when it is installed, or it is gone. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../main/common/clock.ts';
import { checkAgain, checkDownload, type UpdateFacts } from '../../main/updates/signed-update.ts';
import { freshFolder } from '../fresh-folder.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

const CONTENT = Buffer.alloc(2_500_000, 'an update of the app ');
const facts: UpdateFacts = {
  version: '1.3.0',
  platform: 'linux-x64',
  file: 'app.AppImage',
  size: CONTENT.length,
  sha512: createHash('sha512').update(CONTENT).digest('base64'),
};
const refused = { kind: 'config', condition: 'update_refused' };
const never = new AbortController().signal;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = freshFolder();
  path = join(folder, 'app.AppImage');
  await writeFile(path, CONTENT);
});

const check = (at = path, signed = [facts]) => checkDownload(at, signed, { signal: never, log: memoryLog() });

test('what was signed is kept', async () => {
  const checked = await check();
  expect(checked).toEqual({ path, facts });
  checkAgain(checked);
  expect(existsSync(path)).toBe(true);
});

test.each([
  ['a byte is another', () => altered(1_234_567)],
  ['the last byte is another', () => altered(CONTENT.length - 1)],
  ['a byte is missing', () => CONTENT.subarray(0, -1)],
  ['a byte is added', () => Buffer.concat([CONTENT, Buffer.from('x')])],
  ['nothing is there', () => Buffer.alloc(0)],
])('%s: refused and deleted, after the download and before the installation', async (_what, content) => {
  const checked = await check();
  await writeFile(path, content());
  expect(() => checkAgain(checked)).toThrow(expect.objectContaining(refused));
  expect(existsSync(path)).toBe(false);
  await writeFile(path, content());
  await expect(check()).rejects.toMatchObject(refused);
  expect(existsSync(path)).toBe(false);
});

function altered(at: number): Buffer {
  const content = Buffer.from(CONTENT);
  content.writeUInt8(content.readUInt8(at) ^ 1, at);
  return content;
}

test('a file of another name than any that was signed is refused and deleted', async () => {
  await expect(check(path, [{ ...facts, file: 'other.AppImage' }])).rejects.toMatchObject(refused);
  expect(existsSync(path)).toBe(false);
  await expect(check(path, [])).rejects.toMatchObject(refused);
});

test('a file that can’t be read is a failure of the disk', async () => {
  await rm(path);
  await expect(check()).rejects.toMatchObject({ kind: 'disk' });
  await mkdir(path);
  await expect(check()).rejects.toMatchObject({ kind: 'disk' });
  const checked = { path: join(folder, 'gone'), facts };
  expect(() => checkAgain(checked)).toThrow(/ENOENT/);
});

describe.skipIf(process.platform === 'win32')('a disk that doesn’t answer', () => {
  /** A pipe that nobody writes to keeps a reader waiting as such a disk does. */
  beforeEach(async () => {
    await rm(path);
    execFileSync('mkfifo', [path]);
  });
  afterEach(async () => {
    await (await open(path, 'r+')).close();
  });

  test('is waited for until the time is over', async () => {
    const over = Promise.withResolvers<void>();
    const clock: Clock = { now: () => 0, monotonic: () => 0, sleep: () => over.promise };
    const told = expect(checkDownload(path, [facts], { signal: never, log: memoryLog(), clock })).rejects;
    over.resolve();
    await told.toMatchObject({ kind: 'disk' });
  });

  test('is waited for until that is given up', async () => {
    const given = new AbortController();
    const why = new Error('a kit needs the network');
    const told = expect(checkDownload(path, [facts], { signal: given.signal, log: memoryLog() })).rejects;
    given.abort(why);
    await told.toBe(why);
  });
});
