import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../fresh-folder.ts';
import { chromiumCommand } from './provide.ts';
import { findRuntime, olderApp, wantedKinds } from './runtime.ts';
import { needsSession } from './session.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

async function program(...path: string[]): Promise<string> {
  const file = join(folder, ...path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, '');
  await chmod(file, 0o755);
  return file;
}

/** An environment in which nothing is here but what a test puts there. */
const bare = () => ({
  PATH: join(folder, 'no-programs'),
  ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'no-electron'),
  TRIPKIT_OLDER_ELECTRON: join(folder, 'no-older'),
});

test.runIf(process.platform === 'linux')(
  'Electron comes first, then the older one, then Chromium',
  async () => {
    const CHROMIUM_PATH = await program('bin/chromium');
    const older = await program('older/electron');
    const electron = await program('dist/electron');
    await writeFile(join(folder, 'dist/version'), 'v45.4.1\n');
    const chromiumAlone = { ...bare(), CHROMIUM_PATH };
    const withOlder = { ...chromiumAlone, TRIPKIT_OLDER_ELECTRON: join(folder, 'older') };
    const all = { ...withOlder, ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'dist') };
    expect(findRuntime(all)).toEqual({
      kind: 'electron',
      executable: electron,
      version: '45.4.1',
      name: 'Electron 45.4.1',
      app: root,
    });
    expect(findRuntime(withOlder)).toMatchObject({ kind: 'older', executable: older, app: olderApp });
    expect(findRuntime(chromiumAlone)).toMatchObject({
      kind: 'chromium',
      executable: CHROMIUM_PATH,
      app: root,
    });
    // Whoever names one gets that one or none.
    expect(findRuntime({ ...all, TRIPKIT_RUNTIME: 'chromium' })?.kind).toBe('chromium');
    expect(findRuntime({ ...all, TRIPKIT_RUNTIME: 'older' })?.kind).toBe('older');
    expect(findRuntime({ ...chromiumAlone, TRIPKIT_RUNTIME: 'electron' })).toBeNull();
  },
);

test('a runtime that there is not is refused by name', () => {
  expect(() => wantedKinds({ TRIPKIT_RUNTIME: 'firefox' })).toThrow(
    'TRIPKIT_RUNTIME is "firefox": use electron',
  );
  expect(wantedKinds({})).toEqual(['electron', 'older', 'chromium']);
});

test('the older one says that it is no proof for the one that ships', async () => {
  await program('older/electron');
  const found = findRuntime({
    ...bare(),
    TRIPKIT_RUNTIME: 'older',
    TRIPKIT_OLDER_ELECTRON: join(folder, 'older'),
  });
  expect(found?.name).toMatch(/^Electron 33\.2\.1 \(older than the one that ships: Chromium 130, Node 20/);
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect(devDependencies.electron).toMatch(/^45\./);
});

test('the command that gives a machine a Chromium is one line for each platform', () => {
  const commands = [
    chromiumCommand('darwin', false),
    chromiumCommand('win32', false),
    chromiumCommand('linux', true),
    chromiumCommand('linux', false),
  ];
  expect(new Set(commands).size).toBe(4);
  for (const command of commands) expect(command).not.toContain('\n');
});

test('Electron needs a session for root and without a display; within one, and Chromium, need none', () => {
  const electron = { kind: 'older', executable: '', name: '', app: '' } as const;
  const chromium = { ...electron, kind: 'chromium' } as const;
  const linux = process.platform === 'linux';
  expect(needsSession(electron, {})).toBe(linux);
  expect(needsSession(electron, { DISPLAY: ':0' })).toBe(linux && process.getuid?.() === 0);
  expect(needsSession(electron, { TRIPKIT_SESSION: '1' })).toBe(false);
  expect(needsSession(chromium, {})).toBe(false);
});
