/** The maker of deb and rpm (build/linux), by the systems' own tools; the app in them is test/installers'. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePackage, readArguments } from '../../build/linux/make-package.ts';
import { isOnPath } from '../runtime/packages.ts';

const EPOCH = 1_795_000_000;
const script = join(import.meta.dirname, '../../build/linux/make-package.ts');
const linux = process.platform === 'linux';
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tripkit-packages-'));
  const app = join(folder, 'app');
  mkdirSync(join(app, 'resources'), { recursive: true, mode: 0o700 });
  writeFileSync(join(app, 'program'), '#!/bin/sh\n', { mode: 0o700 });
  writeFileSync(join(app, 'resources', 'a 100 % name.txt'), 'text', { mode: 0o600 });
  utimesSync(join(app, 'program'), 1, 1);
  writeFileSync(join(folder, 'entry.desktop'), '[Desktop Entry]\n');
  chmodSync(join(folder, 'entry.desktop'), 0o664);
  writeFileSync(join(folder, 'install.sh'), '#!/bin/bash\necho installed 100%\n');
  writeFileSync(join(folder, 'remove.sh'), '#!/bin/bash\necho removed\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As electron-builder calls fpm (FpmTarget.js). */
function fpmArguments(kind: 'deb' | 'rpm', file: string): string[] {
  const of = {
    deb: ['--deb-recommends', 'keyring | wallet', '--deb-compression', 'xz', '--deb-priority', 'optional'],
    rpm: ['--rpm-os', 'linux', '--rpm-compression', 'xzmt', '--rpm-summary', 'Reads kits'],
  }[kind];
  return [
    ...['-s', 'dir', '--force', '-t', kind, '-d', 'bash', '-d', kind === 'deb' ? 'a | b' : '(a or b)', ...of],
    ...['--architecture', kind === 'deb' ? 'amd64' : 'x86_64'],
    ...['--after-install', join(folder, 'install.sh'), '--after-remove', join(folder, 'remove.sh')],
    ...['--description', 'Reads kits\n Reads them offline.', '--version', '1.2.3', '--package', file],
    ...['--name', 'kits', '--maintainer', 'Us', '--vendor', 'Us', '--url', 'https://kits.example/'],
    ...['--category', 'misc', '--license', 'MIT'],
    ...(kind === 'rpm' ? ['--rpm-rpmbuild-define=_build_id_links none'] : []),
    `${join(folder, 'app')}/=/opt/The Kits`,
    `${join(folder, 'entry.desktop')}=/usr/share/applications/kits.desktop`,
  ];
}

function make(kind: 'deb' | 'rpm', name = `kits.${kind}`): string {
  const file = join(folder, name);
  makePackage(readArguments(fpmArguments(kind, file)), EPOCH);
  return file;
}

const said = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } });

describe.skipIf(!linux || !isOnPath('dpkg-deb'))('the deb', () => {
  test('names what it is and needs, and has one time and plain modes, whoever’s files they were', () => {
    const file = make('deb');
    const control = said('dpkg-deb', '--field', file);
    expect(control).toContain('Depends: bash, a | b\nRecommends: keyring | wallet\n');
    expect(control).toMatch(/^Installed-Size: 3$/m);
    expect(control).toMatch(/^Description: Reads kits\n Reads them offline\.$/m);
    const lines = said('dpkg-deb', '--contents', file).trim().split('\n');
    expect(lines.find((line) => line.endsWith('/program'))).toMatch(/^-rwxr-xr-x root\/root +10 2026-11-18 /);
    expect(lines.find((line) => line.endsWith('.txt'))).toMatch(/^-rw-r--r-- root\/root/);
    expect(lines.find((line) => line.endsWith('kits.desktop'))).toMatch(/^-rw-r--r-- root\/root/);
    expect(lines.find((line) => line.endsWith('/resources/'))).toMatch(/^drwxr-xr-x root\/root/);
    expect(lines.filter((line) => !line.includes(' 2026-11-18 '))).toEqual([]);
  });

  test('its last script does nothing in an update', () => {
    const parts = join(folder, 'parts');
    execFileSync('dpkg-deb', ['--control', make('deb'), parts]);
    const run = (name: string, ...args: string[]) => said('bash', join(parts, name), ...args);
    expect(run('postinst', 'configure')).toBe('installed 100%\n');
    expect(run('postrm', 'upgrade', '1.2.4')).toBe('');
    expect(run('postrm', 'remove')).toBe('removed\n');
  });
});

describe.skipIf(!linux || !isOnPath('rpmbuild'))('the rpm', () => {
  const query = (format: string, file: string) =>
    said('rpm', '--query', '--package', '--queryformat', format, file);

  test('names what it is and needs, owns its folders, and tells nothing of who built it', () => {
    const file = make('rpm');
    expect(query('%{NAME} %{VERSION}-%{RELEASE} %{ARCH} %{BUILDHOST} %{BUILDTIME}', file)).toBe(
      `kits 1.2.3-1 x86_64 reproducible ${EPOCH}`,
    );
    expect(said('rpm', '--query', '--package', '--requires', file)).toMatch(/^\(a or b\)$/m);
    const files = query('[%{FILENAMES}|%{FILEMODES:perms}|%{FILEUSERNAME}|%{FILEMTIMES}\n]', file);
    expect(files.trim().split('\n')).toEqual([
      `/opt/The Kits|drwxr-xr-x|root|${EPOCH}`,
      `/opt/The Kits/program|-rwxr-xr-x|root|${EPOCH}`,
      `/opt/The Kits/resources|drwxr-xr-x|root|${EPOCH}`,
      `/opt/The Kits/resources/a 100 % name.txt|-rw-r--r--|root|${EPOCH}`,
      `/usr/share/applications/kits.desktop|-rw-r--r--|root|${EPOCH}`,
    ]);
  });

  test('its last script does nothing in an update', () => {
    const file = make('rpm');
    expect(query('%{POSTINPROG} %{POSTUNPROG}', file)).toBe('/bin/bash /bin/bash');
    const run = (tag: string, count: string) => said('bash', '-c', query(`%{${tag}}`, file), 'script', count);
    expect(run('POSTIN', '1')).toBe('installed 100%\n');
    expect(run('POSTUN', '1')).toBe('');
    expect(run('POSTUN', '0')).toBe('removed\n');
  });
});

test.skipIf(!linux || !isOnPath('dpkg-deb') || !isOnPath('rpmbuild'))(
  'both are the same bytes each time, compressed as those of a release are',
  () => {
    const bytes = createHash('shake256', { outputLength: 100_000 }).update('app').digest();
    writeFileSync(join(folder, 'app', 'resources', 'app.asar'), Buffer.concat([bytes, bytes]));
    for (const kind of ['deb', 'rpm'] as const)
      expect(readFileSync(make(kind, `again.${kind}`)).equals(readFileSync(make(kind)))).toBe(true);
  },
);

test('what it does not know, or lacks, is refused in a sentence', () => {
  const args = fpmArguments('deb', join(folder, 'none.deb'));
  expect(() => readArguments([...args, '--deb-new-thing', 'x'])).toThrow("Unknown option '--deb-new-thing'");
  expect(() => readArguments(args.filter((text) => text !== '--name' && text !== 'kits'))).toThrow(
    'needs --name',
  );
  expect(() => readArguments(args.with(4, 'pacman'))).toThrow('not pacman of dir');
  expect(() => readArguments([...args, 'no-target'])).toThrow('no-target is not FROM=TO.');
  const { SOURCE_DATE_EPOCH: _epoch, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('SOURCE_DATE_EPOCH has to be the time of the commit'),
  ]);
});
