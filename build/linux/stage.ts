/** The files of a package as they will lie on a laptop: one time, and the same modes on every computer. */

import { constants, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settle } from '../same-bytes.ts';

export interface PackageSpec {
  kind: 'deb' | 'rpm';
  /** The package to write, absolute. */
  file: string;
  name: string;
  version: string;
  /** The number of this packaging of the version; rpm's Release. */
  iteration: string;
  /** In the words of the kind: amd64 and arm64, or x86_64 and aarch64. */
  architecture: string;
  maintainer: string;
  vendor: string;
  url: string;
  license: string;
  category: string;
  priority: string;
  summary: string;
  description: string;
  depends: readonly string[];
  recommends: readonly string[];
  /** Files of scripts for bash. */
  after_install: string;
  after_remove: string;
  /** xz, xzmt, gz, zst or none. */
  compression: string;
  /** `name value` each, for rpmbuild. */
  rpm_defines: readonly string[];
  files: readonly { from: string; to: string }[];
}

/** Copies files and folders (`from` ends with a slash: what is in it) below a folder. @param epoch seconds since 1970 */
export function stagePackage(files: PackageSpec['files'], folder: string, epoch: number): void {
  for (const { from, to } of files) {
    const target = join(folder, to);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  }
  settle(folder, epoch);
}

/** Every file below a folder that is not one itself, with its size in bytes, sorted by its path with slashes. */
export function stagedFiles(folder: string, below = ''): { path: string; size: number; link: boolean }[] {
  return readdirSync(join(folder, below))
    .sort()
    .flatMap((name) => {
      const path = below === '' ? name : `${below}/${name}`;
      const found = lstatSync(join(folder, path));
      if (found.isDirectory()) return stagedFiles(folder, path);
      return [{ path, size: found.size, link: found.isSymbolicLink() }];
    });
}

// What a package runs when it is installed and removed.

/** Says of a removal to bash that it is one, and no update: both systems then call the removed version's script as well. */
const isRemoval = {
  // Debian Policy, 6.5: postrm gets `upgrade` in an update.
  deb: '[ "$1" = remove ] || [ "$1" = purge ]',
  // RPM, "Scriptlets": %postun gets the number of versions that stay.
  rpm: '[ "$1" = 0 ]',
};

/** What the desktop took from files that are gone now; without these tools there is no such cache. */
const REFRESH = `if hash update-mime-database 2>/dev/null; then
    update-mime-database /usr/share/mime || true
fi
if hash update-desktop-database 2>/dev/null; then
    update-desktop-database /usr/share/applications || true
fi
`;

/** The script after an installation or an update, without its first line. */
export function afterInstall(file: string): string {
  return body(file);
}

/** The script after a removal, without its first line. In an update it does nothing: the new version has been set up by then. */
export function afterRemove(file: string, kind: 'deb' | 'rpm'): string {
  return `${isRemoval[kind]} || exit 0\n${body(file)}\n${REFRESH}`;
}

function body(file: string): string {
  return readFileSync(file, 'utf8').replace(/^#!.*\n/, '');
}
