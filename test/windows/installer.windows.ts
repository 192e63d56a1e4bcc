/** The installer under Wine, around a stand-in for Electron: what is there after it was installed, upgraded and removed. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstallers } from './installer.ts';
import { Wine } from './wine.ts';

const wine = new Wine();
const { APP_ID, VERSIONS } = { APP_ID: '5f0f64ab-0a4f-5b6c-9a55-3d0d4b5e7c11', VERSIONS: ['0.1.0', '0.1.1'] };
const [OLD = '', NEW = ''] = VERSIONS;
const PROGRAM = 'Trip Kit Desktop.exe';
/** What our app writes itself, as far as an installer could take it for its own. */
const userData = ['AppData/Local/Trip Kit Desktop/user.sqlite', 'AppData/Roaming/Trip Kit Desktop/kept'];

let folder = '';
let installers: string[] = [];
let home = '';

beforeAll(async () => {
  folder = join(wine.facts.work, 'installers');
  installers = await makeInstallers(wine, folder, VERSIONS);
  const { out } = await wine.run(['cmd', '/c', 'echo %USERPROFILE%']);
  home = out.trim().slice('C:\\'.length).replaceAll('\\', '/');
  for (const file of userData) {
    mkdirSync(join(wine.at(home, file), '..'), { recursive: true });
    writeFileSync(wine.at(home, file), 'of the person');
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const install = async (version: string, ...args: string[]) =>
  (await wine.run([installers[VERSIONS.indexOf(version)] ?? '', '/S', ...args])).code;

/** A value of the registry; null where there is none. */
async function registry(key: string, name = ''): Promise<string | null> {
  const { code, out } = await wine.run(['reg', 'query', key, ...(name === '' ? ['/ve'] : ['/v', name])]);
  return code === 0 ? (/REG_\w+ {4}(.*?)\r?$/m.exec(out)?.[1] ?? '') : null;
}

const scheme = (root: string) => registry(`${root}\\Software\\Classes\\tripkit\\shell\\open\\command`);
const listedVersion = (root: string) =>
  registry(`${root}\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${APP_ID}`, 'DisplayVersion');
/** Where programs would be found: the person's PATH and the computer's. */
const paths = () =>
  Promise.all([
    registry('HKCU\\Environment', 'PATH'),
    registry('HKLM\\System\\CurrentControlSet\\Control\\Session Manager\\Environment', 'PATH'),
  ]);

/** The paths with the folder of `tripkit.cmd` at the end of one of them. */
function withCommand(before: readonly (string | null)[], root: string, program: string): (string | null)[] {
  const folder = program.replace(PROGRAM, 'bin');
  return before.map((path, at) =>
    at === (root === 'HKCU' ? 0 : 1) ? [path, folder].filter(Boolean).join(';') : path,
  );
}

/** Runs the uninstaller, which goes on in a copy of itself, until it has ended. */
async function uninstall(at: string, more: string): Promise<void> {
  await wine.run([wine.at(at, 'Uninstall Trip Kit Desktop.exe'), '/S', more]);
  await expect.poll(() => existsSync(wine.at(at))).toBe(false);
}

const kept = () => userData.map((file) => existsSync(wine.at(home, file)));

describe.each([
  ['one person', 'HKCU', '/currentuser', () => join(home, 'AppData/Local/Programs/Trip Kit Desktop')],
  ['all people', 'HKLM', '/allusers', () => 'Program Files/Trip Kit Desktop'],
])('for %s', (_who, root, scope, place) => {
  const program = () => `C:\\${place().replaceAll('/', '\\')}\\${PROGRAM}`;
  let before: (string | null)[] = [];

  test('it installs the app, the command and the templates, and registers links', async () => {
    before = await paths();
    expect(await install(OLD, scope)).toBe(0);
    const files = readdirSync(wine.at(place()));
    expect(files).toEqual(expect.arrayContaining([PROGRAM, 'bin', 'resources']));
    expect(existsSync(wine.at(place(), 'resources/app.asar'))).toBe(true);
    expect(await listedVersion(root)).toBe(OLD);
    expect(await scheme(root)).toBe(`"${program()}" "%1"`);
    expect(await registry(`${root}\\Software\\Classes\\.tripkit-profile`)).toBe('Trip kit service profile');
    expect(await paths()).toEqual(withCommand(before, root, program()));
    expect(readdirSync(wine.at(home, 'Desktop')).filter((name) => name.endsWith('.lnk'))).toEqual([]);
  });

  test('tripkit.cmd gives the exit code of the program', async () => {
    const stand = wine.at(place(), PROGRAM);
    const original = readFileSync(stand);
    cpSync(wine.facts.node, stand);
    const { code } = await wine.run(['cmd', '/c', program().replace(PROGRAM, 'bin\\tripkit.cmd'), 'trips']);
    writeFileSync(stand, original);
    // Node's own, of an option that it does not know (--headless).
    expect(code).toBe(9);
  });

  test('an upgrade that meets an open file fails, and leaves the app, its entry and its links', async () => {
    const [ready, release] = ['ready', 'release'].map((name) => wine.at(name));
    for (const file of [ready, release]) rmSync(file ?? '', { force: true });
    const hold = join(import.meta.dirname, 'hold.cjs');
    const file = program().replace(PROGRAM, 'resources\\app.asar');
    const { ended } = wine.start([wine.facts.node, hold, file, 'alone', 'C:\\ready', 'C:\\release']);
    await expect.poll(() => existsSync(ready ?? '')).toBe(true);
    const files = readdirSync(wine.at(place()), { recursive: true }).sort();
    expect(await install(NEW)).toBe(2);
    writeFileSync(release ?? '', '');
    await ended;
    expect(readdirSync(wine.at(place()), { recursive: true }).sort()).toEqual(files);
    expect(await listedVersion(root)).toBe(OLD);
    expect(await scheme(root)).toBe(`"${program()}" "%1"`);
  });

  test('an upgrade without a scope keeps it, removes old files, and keeps user data and the path', async () => {
    writeFileSync(wine.at(place(), 'of-the-old-version.txt'), '');
    expect(await install(NEW)).toBe(0);
    expect(existsSync(wine.at(place(), 'of-the-old-version.txt'))).toBe(false);
    expect(existsSync(wine.at(place(), PROGRAM))).toBe(true);
    expect(await listedVersion(root)).toBe(NEW);
    expect(await listedVersion(root === 'HKCU' ? 'HKLM' : 'HKCU')).toBeNull();
    expect(await scheme(root)).toBe(`"${program()}" "%1"`);
    expect(await paths()).toEqual(withCommand(before, root, program()));
    expect(kept()).toEqual([true, true]);
  });

  test('its removal leaves user data, and nothing else', async () => {
    const copy = wine.at(home, 'AppData/Local/trip-kit-desktop-updater');
    expect(readdirSync(copy)).toEqual(['installer.exe']);
    await uninstall(place(), scope);
    await expect.poll(() => existsSync(copy)).toBe(false);
    expect(await scheme(root)).toBeNull();
    expect(await listedVersion(root)).toBeNull();
    expect(await registry(`${root}\\Software\\${APP_ID}`, 'InstallLocation')).toBeNull();
    expect(await paths()).toEqual(before);
    expect(kept()).toEqual([true, true]);
  });
});

test('/D chooses the folder, and links of another program stay at its removal', async () => {
  expect(await install(OLD, '/currentuser', '/D=C:\\Kits')).toBe(0);
  expect(existsSync(wine.at('Kits', PROGRAM))).toBe(true);
  const key = 'HKCU\\Software\\Classes\\tripkit\\shell\\open\\command';
  await wine.run(['reg', 'add', key, '/ve', '/d', 'another.exe', '/f']);
  await uninstall('Kits', '/currentuser');
  expect(await listedVersion('HKCU')).toBeNull();
  expect(await scheme('HKCU')).toBe('another.exe');
});
