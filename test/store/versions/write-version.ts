/**
 * `node test/store/versions/write-version.ts`: keeps what the version of package.json writes, as `<version>/user-data`, and what was
 * read of it, as `<version>/read.json`. Once, at its release (docs/release.md): from then on neither is edited.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUserData } from './read-user-data.ts';
import { writeUserData } from './write-user-data.ts';

const root = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const folder = join(import.meta.dirname, version);
const userData = join(folder, 'user-data');
const released = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`## [${version}]`);
if (existsSync(folder) && released) {
  process.stderr.write(`Version ${version} is released: what people have of it stays as it is.\n`);
  process.exitCode = 1;
} else {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(userData, { recursive: true });
  await writeUserData(userData, version);
  writeFileSync(join(folder, 'read.json'), `${JSON.stringify(await readUserData(userData), null, 1)}\n`);
  process.stdout.write(`${folder}\n`);
}
