import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dropWebStorage } from '../../main/electron/session-guards.ts';

test('what pages and Chromium stored is removed, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tripkit-web-storage-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const kept = ['documents', 'seals', 'user.sqlite'];
  const gone = [
    'Code Cache',
    'GPUCache',
    'IndexedDB',
    'Local Storage',
    'Partitions',
    'Session Storage',
    'WebStorage',
  ];
  for (const name of [...gone, ...kept]) {
    await mkdir(join(folder, name, 'within'), { recursive: true });
    await writeFile(join(folder, name, 'within/file'), 'x');
  }
  dropWebStorage(folder);
  expect((await readdir(folder)).sort()).toEqual(kept);
  dropWebStorage(join(folder, 'nowhere'));
});
