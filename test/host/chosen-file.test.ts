import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readChosenFile } from '../../main/host/chosen-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chosen-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (path: string) => readChosenFile(path, 2048, 'The profile file', 'config');

test('a file up to the limit is read whole; a longer one is refused', async () => {
  const path = join(folder, 'profile.json');
  await writeFile(path, Buffer.alloc(2048, 'a'));
  expect((await read(path)).equals(Buffer.alloc(2048, 'a'))).toBe(true);
  await writeFile(path, '');
  expect(await read(path)).toHaveLength(0);
  await writeFile(path, Buffer.alloc(2049));
  await expect(read(path)).rejects.toMatchObject({
    kind: 'config',
    message: expect.stringContaining('2 KiB'),
  });
});

test('a missing file and a folder can’t be read', async () => {
  await expect(read(join(folder, 'none'))).rejects.toMatchObject({ kind: 'disk' });
  await expect(read(folder)).rejects.toMatchObject({ kind: 'disk' });
});

test.skipIf(process.platform === 'win32')('a device and a pipe end, whatever their size says', async () => {
  await expect(read('/dev/zero')).rejects.toMatchObject({ kind: 'config' });
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await expect(read(pipe)).rejects.toMatchObject({ kind: 'disk' });
});
