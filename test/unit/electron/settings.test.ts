import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

// electron-store asks Electron for a folder that it does not use, because `cwd` is given.
const electron = `export default {
  app: { getPath: () => '/nowhere', getVersion: () => '1.0.0' }, ipcMain: { on() {} }, shell: {},
}`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(electron)}`, shortCircuit: true }
      : next(specifier, context),
});

const { openSettings } = await import('../../../main/electron/settings.ts');
const bounds = { x: 1, y: 2, width: 1000, height: 700, maximized: true };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-settings-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('the window’s place is remembered in the given folder', async () => {
  expect(openSettings(folder).window).toBeNull();
  openSettings(folder).rememberWindow(bounds);
  expect(openSettings(folder).window).toEqual(bounds);
  expect(JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'))).toEqual({ window: bounds });
});

test.each(['{', '[]', '{"window":{"x":"left"}}', 'null'])('a damaged file (%s) starts over', async (text) => {
  await writeFile(join(folder, 'settings.json'), text);
  const settings = openSettings(folder);
  expect(settings.window).toBeNull();
  settings.rememberWindow(bounds);
  expect(openSettings(folder).window).toEqual(bounds);
});

test('bounds that make no sense cost nothing', () => {
  const settings = openSettings(folder);
  settings.rememberWindow({ ...bounds, width: Number.NaN });
  expect(settings.window).toBeNull();
});
