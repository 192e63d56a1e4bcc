import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dropWebStorage } from '../../main/electron/web-storage.ts';

test('what pages stored is removed, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tripkit-web-storage-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const kept = ['Code Cache', 'documents', 'user.sqlite'];
  for (const name of ['IndexedDB', 'Local Storage', 'Session Storage', 'WebStorage', ...kept]) {
    await mkdir(join(folder, name, 'within'), { recursive: true });
    await writeFile(join(folder, name, 'within/file'), 'x');
  }
  dropWebStorage(folder);
  expect((await readdir(folder)).sort()).toEqual(kept);
  dropWebStorage(join(folder, 'nowhere'));
});
