/**
 * In the place of fpm, which comes neither from Debian nor from npm: makes the deb that electron-builder's arguments
 * describe (FpmTarget.js) by dpkg-deb. Uncompressed, which is quick. What fpm itself would do otherwise is not shown.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...text, short: 's' },
    t: { ...text, short: 't' },
    d: { ...text, short: 'd', multiple: true },
    force: { type: 'boolean' },
    'deb-recommends': { ...text, multiple: true },
    'deb-compression': text,
    'deb-priority': text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    category: text,
    license: text,
  },
});

const folder = mkdtempSync(join(tmpdir(), 'tripkit-deb-'));
try {
  for (const pair of positionals) {
    const [from = '', to = ''] = pair.split('=');
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(from, join(folder, to), { recursive: true, verbatimSymlinks: true });
  }
  const control = join(folder, 'DEBIAN');
  mkdirSync(control, { mode: 0o755 });
  const fields = {
    Package: values.name,
    Version: values.version,
    License: values.license,
    Vendor: values.vendor,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    Depends: values.d?.join(', '),
    Recommends: values['deb-recommends']?.join(', '),
    Section: values.category,
    Priority: values['deb-priority'],
    Homepage: values.url,
    Description: values.description,
  };
  writeFileSync(
    join(control, 'control'),
    Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(''),
  );
  for (const [script, file] of [
    ['postinst', values['after-install']],
    ['postrm', values['after-remove']],
  ] as const) {
    cpSync(file ?? '', join(control, script));
    chmodSync(join(control, script), 0o755);
  }
  const args = ['--root-owner-group', '-Znone', '--build', folder, values.package ?? ''];
  process.exitCode = spawnSync('dpkg-deb', args, { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
