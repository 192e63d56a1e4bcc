import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dropWebStorage } from '../../main/electron/session-guards.ts';
import { freshFolder } from '../fresh-folder.ts';

test('what pages and Chromium stored is removed, and nothing else', async () => {
  const folder = freshFolder();
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
