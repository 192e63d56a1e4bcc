/** What an installed app has to do, and what must be left of one that was removed: nothing. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { startPackaged } from '../electron/packaged-window.ts';
import { type CleanSystem, PERSON } from './clean-system.ts';

const execute = promisify(execFile);
/** Where the person's data lies by itself (docs/administrator-guide.md, "Where data lies"). */
export const USER_DATA = `/home/${PERSON}/.config/Trip Kit Desktop`;
export const PROGRAM = '/opt/Trip Kit Desktop/trip-kit-desktop';
/** By which the kernel tells a process that is in Chromium's sandbox: seccomp with a filter (proc(5)). */
const FILTERED = '2';

/** The window shows its first screen, its page is in the sandbox, the command line answers, and it ends in order. */
export async function expectItWorks(system: CleanSystem, version: string, program = PROGRAM): Promise<void> {
  const shown = await startPackaged(system.program(program), USER_DATA);
  try {
    await expect(shown.page.getByRole('heading', { level: 1 })).toBeVisible();
    const info = await shown.page.evaluate(() => window.tripkit?.app.info());
    expect(info).toMatchObject({ ok: true, value: { host: 'electron', version } });
    expect([...new Set(await seccompOfPages())]).toEqual([FILTERED]);
    await shown.page.close();
    expect(await shown.ended).toBe(0);
  } finally {
    await shown.kill();
  }
}

/** Of the processes of pages. Their sandbox shows them no file system, so that they are known by what they were started with. */
async function seccompOfPages(): Promise<string[]> {
  const found: string[] = [];
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const read = (name: string) => readFile(join('/proc', id, name), 'utf8').catch(() => '');
    const command = await read('cmdline');
    if (!command.startsWith(PROGRAM) || !command.includes('--type=renderer')) continue;
    const seccomp = /^Seccomp:\s+(\d)$/m.exec(await read('status'))?.[1];
    if (seccomp !== undefined) found.push(seccomp);
  }
  return found;
}

/** The command is on the PATH, and answers. */
export async function expectCommand(system: CleanSystem): Promise<void> {
  expect(await system.run(['tripkit', '--version'], PERSON)).toMatch(/^tripkit \d+\.\d+\.\d+\n$/);
  const asked = system.run(['tripkit', 'profile', 'check', 'none.json'], PERSON);
  const failed = await asked.then(
    () => null,
    (error: { code: number; stderr: string }) => [error.code, error.stderr],
  );
  expect(failed).toEqual([2, expect.stringContaining('none.json')]);
}

/** Every library that the program and those beside it name is there (ldd(1)). */
export async function expectLibraries(system: CleanSystem): Promise<void> {
  const said = await system.run([
    'sh',
    '-c',
    'find "/opt/Trip Kit Desktop" -maxdepth 1 -type f \\( -perm /111 -o -name "*.so*" \\) -exec ldd {} + 2>&1',
  ]);
  expect(said).toContain('libgtk-3.so.0 => /');
  expect(said.split('\n').filter((line) => line.includes('not found'))).toEqual([]);
}

/** No file and no register of the system tells of the app; what people made with it is theirs, and stays. */
export async function expectNothingLeft(system: CleanSystem): Promise<void> {
  const below = (...places: string[]) => places.map((place) => join(system.folder, place));
  // What is at home, what the test put there, and what apt remembers of the last file that it was given.
  const others = below('home', 'root', 'var/cache/apt').flatMap((place) => ['-path', place, '-o']);
  const { stdout: named } = await execute('find', [
    ...[system.folder, '-xdev', '(', ...others.slice(0, -1), ')', '-prune'],
    ...['-o', '-iname', '*trip*kit*', '-print'],
  ]);
  expect(named).toBe('');
  const registers = below(
    'etc',
    'usr/share/applications',
    'usr/share/mime',
    'usr/share/icons',
    'var/lib/dpkg',
  );
  const { stdout: told } = await execute('sh', [
    ...[
      '-c',
      'grep --recursive --files-with-matches --ignore-case "trip-kit\\|tripkit\\|Trip Kit" "$@" || true',
    ],
    ...['sh', ...registers],
  ]);
  // The copy that dpkg keeps of its list before the last change.
  expect(told.split('\n').filter((path) => path !== '' && !path.endsWith('dpkg/status-old'))).toEqual([]);
  expect(await readdir(join(system.folder, USER_DATA))).toEqual(
    expect.arrayContaining(['user.sqlite', 'user.sqlite', 'logs']),
  );
}
