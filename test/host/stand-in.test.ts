import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../fresh-folder.ts';
import { scriptedDialogs } from './electron/dialog.ts';
import { IpcMainStandIn } from './electron/ipc-main.ts';
import { standIn } from './electron/stand-in.ts';
import { findChromium } from './find-chromium.ts';

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

test('what the host does not have throws by name; awaiting it does not', async () => {
  const app: Record<string, unknown> = standIn('app', { quit: () => 'quit' });
  expect((app.quit as () => string)()).toBe('quit');
  expect(() => app.setBadgeCount).toThrow('The Chromium window host has no app.setBadgeCount');
  await expect(Promise.resolve(app)).resolves.toBe(app);
});

test('dialogs take their scripted answers in order, and wait for one that is not there yet', async () => {
  const dialog = scriptedDialogs(['/a', null]);
  expect(await dialog.showOpenDialog({})).toEqual({ canceled: false, filePaths: ['/a'] });
  expect(await dialog.showSaveDialog({})).toEqual({ canceled: true, filePath: '' });
  const open = dialog.showOpenDialog({});
  dialog.script('/late');
  expect(await open).toEqual({ canceled: false, filePaths: ['/late'] });
});

test('invoke rejects in Electron’s words', async () => {
  const ipc = new IpcMainStandIn();
  ipc.handle('a.b', () => Promise.reject(new TypeError('no')));
  expect(() => ipc.handle('a.b', () => 1)).toThrow('second handler');
  const event = {} as never;
  await expect(ipc.invoke(event, 'a.b', [])).rejects.toThrow(
    "Error invoking remote method 'a.b': TypeError: no",
  );
  await expect(ipc.invoke(event, 'a.c', [])).rejects.toThrow("No handler registered for 'a.c'");
});

test('Chromium is found by CHROMIUM_PATH, then on the PATH; a wrong CHROMIUM_PATH is told', async () => {
  const named = join(folder, 'my-browser');
  const onPath = join(folder, 'chromium');
  for (const file of [named, onPath]) {
    await writeFile(file, '');
    await chmod(file, 0o755);
  }
  expect(findChromium({ CHROMIUM_PATH: named, PATH: folder })).toBe(named);
  expect(findChromium({ PATH: folder })).toBe(onPath);
  expect(() => findChromium({ CHROMIUM_PATH: join(folder, 'none'), PATH: folder })).toThrow('CHROMIUM_PATH');
});
