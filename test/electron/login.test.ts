import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { AUTOSTART_FILE, autostartEntry, createLoginItem } from '../../main/electron/login.ts';
import { freshFolder } from '../fresh-folder.ts';

let home: string;
beforeEach(() => {
  home = freshFolder();
});

function appWith(openAtLogin: boolean, wasOpenedAtLogin = false) {
  return {
    getLoginItemSettings: vi.fn(() => ({ openAtLogin, wasOpenedAtLogin }) as Electron.LoginItemSettings),
    setLoginItemSettings: vi.fn(),
  };
}
function linux(env: Record<string, string> = {}) {
  return createLoginItem({
    app: appWith(false),
    platform: 'linux',
    env,
    home,
    program: '/opt/Trip Kit/trip-kit',
  });
}

test('Linux: the entry is written whole, for its owner, and taken away', async () => {
  const login = linux();
  login.set(true);
  const folder = join(home, '.config/autostart');
  expect(await readdir(folder)).toEqual([AUTOSTART_FILE]);
  const file = join(folder, AUTOSTART_FILE);
  expect(await readFile(file, 'utf8')).toContain('\nExec="/opt/Trip Kit/trip-kit" --hidden\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  login.set(true);
  login.set(false);
  login.set(false);
  expect(await readdir(folder)).toEqual([]);
});

test('Linux: XDG_CONFIG_HOME counts where it is absolute; an AppImage starts as itself', async () => {
  linux({ XDG_CONFIG_HOME: join(home, 'xdg'), APPIMAGE: '/home/p/Trip.AppImage' }).set(true);
  expect(await readFile(join(home, 'xdg/autostart', AUTOSTART_FILE), 'utf8')).toContain(
    'Exec="/home/p/Trip.AppImage" --hidden',
  );
  linux({ XDG_CONFIG_HOME: 'relative' }).set(true);
  expect(await readdir(join(home, '.config/autostart'))).toEqual([AUTOSTART_FILE]);
});

test('Linux: a place that can’t be written to is told', async () => {
  await writeFile(join(home, '.config'), '');
  expect(() => linux().set(true)).toThrow(expect.objectContaining({ kind: 'disk' }));
  await chmod(join(home, '.config'), 0o600);
});

test('what is special in an Exec line is escaped twice, as the specification wants it', () => {
  expect(autostartEntry('/a"b$c`d\\e%f')).toContain('Exec="/a\\\\"b\\\\$c\\\\`d\\\\\\\\e%%f" --hidden');
  expect(() => autostartEntry('/a\nExec=evil')).toThrow('line break');
});

test('Windows is given the argument; what is right already is left alone', () => {
  const parts = { env: {}, home, program: 'C:\\app.exe' };
  const off = appWith(false);
  const login = createLoginItem({ ...parts, app: off, platform: 'win32' });
  login.set(false);
  expect(off.setLoginItemSettings).not.toHaveBeenCalled();
  login.set(true);
  expect(off.getLoginItemSettings).toHaveBeenCalledWith({ args: ['--hidden'] });
  expect(off.setLoginItemSettings).toHaveBeenCalledExactlyOnceWith({ openAtLogin: true, args: ['--hidden'] });
  expect(login.cameWithSession()).toBe(false);
});

test('macOS has no arguments and says itself how it was started', () => {
  const app = appWith(true, true);
  const login = createLoginItem({ app, platform: 'darwin', env: {}, home, program: '/Applications/x' });
  login.set(false);
  expect(app.setLoginItemSettings).toHaveBeenCalledExactlyOnceWith({ openAtLogin: false });
  expect(login.cameWithSession()).toBe(true);
});
