/**
 * The deb and the rpm in a clean system, with nothing but what they ask for themselves: installed, started by a person, updated,
 * taken back to the version before, and removed.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import manifest from '../../package.json' with { type: 'json' };
import { type Installers, makeInstallers, NEXT_VERSION } from '../electron/installers/make.ts';
import { startServer } from '../runtime/desktop.ts';
import { type CleanSystem, makeCleanSystem } from './clean-system.ts';
import {
  expectCommand,
  expectItWorks,
  expectLibraries,
  expectNothingLeft,
  USER_DATA,
} from './installed-app.ts';

test.describe.configure({ mode: 'serial' });

/** Of run.ts. */
const packed = { file: process.env.TRIPKIT_PACKAGED ?? '', args: [] };
const VERSION = manifest.version;
const NEXT = NEXT_VERSION;

/** A minute on a machine of one's own; a busy one takes ten. */
const SET_UP_MS = 20 * 60_000;

let folder = '';
let display: ChildProcess | null = null;
let system: CleanSystem;
const made: { now?: Installers; next?: Installers } = {};
const packages = (which: 'now' | 'next', kind: keyof Installers) => system.take(made[which]?.[kind] ?? '');

test.beforeAll(async () => {
  test.setTimeout(SET_UP_MS);
  folder = await mkdtemp(join(tmpdir(), 'tripkit-installed-'));
  const server = await startServer('Xvfb', [
    '-displayfd',
    '3',
    '-screen',
    '0',
    '1280x900x24',
    '-nolisten',
    'tcp',
    '-ac',
  ]);
  display = server.server;
  process.env.DISPLAY = `:${server.place}`;
  const kinds = ['deb', 'rpm'] as const;
  made.now = await makeInstallers(packed, join(folder, 'now'), { kinds });
  made.next = await makeInstallers(packed, join(folder, 'next'), { kinds, version: NEXT });
  system = await makeCleanSystem(join(folder, 'system'));
});
test.afterAll(async () => {
  display?.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Without what is only recommended: what is declared has to be enough. */
const install = (file: string, ...options: string[]) =>
  system.run(['apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', ...options, file]);

test.describe('the deb', () => {
  test('installs with what it depends on, which is all that it needs', async () => {
    await install(await packages('now', 'deb'));
    expect(await system.run(['dpkg', '--audit'])).toBe('');
    expect(await system.run(['dpkg', '--verify', 'trip-kit-desktop'])).toBe('');
    await expectLibraries(system);
    await expectCommand(system);
  });

  test('starts, by a person, in its sandbox', () => expectItWorks(system, VERSION));

  test('is updated by installing the next version over it', async () => {
    await install(await packages('next', 'deb'));
    await expectCommand(system);
    await expectItWorks(system, NEXT);
  });

  test('goes back to the version before', async () => {
    await install(await packages('now', 'deb'), '--allow-downgrades');
    await expectCommand(system);
    await expectItWorks(system, VERSION);
  });

  test('leaves nothing behind but what people made', async () => {
    await system.run(['apt-get', 'purge', '--yes', '--quiet', 'trip-kit-desktop']);
    await expectNothingLeft(system);
  });
});

test.describe('the rpm', () => {
  /** Debian's rpm says that it isn't meant for this; what a package asks for has another name in Debian (see the first test). */
  const rpm = (...args: string[]) => system.run(['rpm', '--force-debian', '--nodeps', ...args]);

  test.beforeAll(async () => {
    // With the libraries that the deb brought, whose packages Debian names otherwise.
    await system.run(['rm', '-rf', USER_DATA]);
    await system.run(['apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', 'rpm']);
  });

  test('is sound, and asks for what electron-builder.yml names', async () => {
    const file = await packages('now', 'rpm');
    expect(await system.run(['rpm', '--checksig', file])).toContain('digests OK');
    const asked = (await system.run(['rpm', '--query', '--requires', '--package', file])).split('\n');
    for (const name of ['gtk3', 'libnotify', '(nss or mozilla-nss)', 'xdg-utils', '/bin/bash'])
      expect(asked).toContain(name);
    // No library by its file's name: rpm would find those that are packed.
    expect(asked.filter((name) => /\.so/.test(name))).toEqual([]);
  });

  test('installs, and starts by a person in its sandbox', async () => {
    await rpm('--install', await packages('now', 'rpm'));
    expect(await system.run(['rpm', '--verify', '--nodeps', 'trip-kit-desktop'])).toBe('');
    await expectCommand(system);
    await expectItWorks(system, VERSION);
  });

  test('is updated by the next version', async () => {
    await rpm('--upgrade', await packages('next', 'rpm'));
    await expectCommand(system);
    await expectItWorks(system, NEXT);
  });

  test('goes back to the version before', async () => {
    await rpm('--upgrade', '--oldpackage', await packages('now', 'rpm'));
    await expectCommand(system);
    await expectItWorks(system, VERSION);
  });

  test('leaves nothing behind but what people made', async () => {
    await rpm('--erase', 'trip-kit-desktop');
    await expectNothingLeft(system);
  });
});
