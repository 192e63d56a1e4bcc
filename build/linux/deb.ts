/** A deb by dpkg-deb (deb-control(5), dpkg-deb(1)). */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settle } from '../same-bytes.ts';
import { afterInstall, afterRemove, type PackageSpec, stagedFiles } from './stage.ts';

const compressors: Readonly<Record<string, string>> = { xz: 'xz', gz: 'gzip', zst: 'zstd', none: 'none' };
const KIB = 1024;

/** Makes a deb of a staged folder. @param epoch seconds since 1970 @throws Error with what dpkg-deb said */
export function makeDeb(spec: PackageSpec, stage: string, epoch: number): void {
  const compressor = compressors[spec.compression];
  if (compressor === undefined) throw new Error(`A deb can't be compressed by ${spec.compression}.`);
  const files = stagedFiles(stage);
  const control = join(stage, 'DEBIAN');
  mkdirSync(control);
  const put = (name: string, content: string, mode = 0o644) =>
    writeFileSync(join(control, name), content, { mode });
  put('control', controlOf(spec, files));
  put(
    'md5sums',
    files
      .filter(({ link }) => !link)
      .map(({ path }) => `${md5(join(stage, path))}  ${path}\n`)
      .join(''),
  );
  put('postinst', `#!/bin/bash\n${afterInstall(spec.after_install)}`, 0o755);
  put('postrm', `#!/bin/bash\n${afterRemove(spec.after_remove, 'deb')}`, 0o755);
  settle(stage, epoch);
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compressor}`, '--build', stage, spec.file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Several threads compress in blocks whose size depends on the machine's memory.
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch), DPKG_DEB_THREADS_MAX: '1' },
  });
}

function controlOf(spec: PackageSpec, files: ReturnType<typeof stagedFiles>): string {
  const fields: Record<string, string> = {
    Package: spec.name,
    Version: spec.version,
    License: spec.license,
    Vendor: spec.vendor,
    Architecture: spec.architecture,
    Maintainer: spec.maintainer,
    // KiB, each file rounded up (deb-substvars(5)).
    'Installed-Size': String(files.reduce((sum, { size }) => sum + Math.ceil(size / KIB), 0)),
    Depends: spec.depends.join(', '),
    Recommends: spec.recommends.join(', '),
    Section: spec.category,
    Priority: spec.priority,
    Homepage: spec.url,
    Description: spec.description.trim(),
  };
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

/** What `dpkg --verify` compares; no protection, and not meant as one. */
function md5(file: string): string {
  return createHash('md5').update(readFileSync(file)).digest('hex');
}
