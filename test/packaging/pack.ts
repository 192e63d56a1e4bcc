/** Packs copies of the project with electron-builder, as a release does, but around a stand-in for Electron. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { compileCache } from '../compile-cache.ts';
import { type StandInPlatform, writeStandInDist } from './stand-in-dist.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
/** What a build reads of the checkout. */
const sources = [
  'main',
  'preload',
  'renderer',
  'build',
  // The guides are in the app.
  'docs',
  'CHANGELOG.md',
  'SECURITY.md',
  'electron-builder.yml',
  'package.json',
  'tsconfig.json',
  'LICENSE',
];
/** A build, or the packing for one platform, takes seconds; a busy machine makes it a minute. ms. */
const TIMEOUT_MS = 240_000;

/** Copies what a build needs of the checkout into a new folder; node_modules is shared. */
export async function copyProject(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const source of sources) await cp(join(root, source), join(folder, source), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

/** Builds the bundles in a copy of the project. */
export async function buildProject(folder: string): Promise<void> {
  await run(process.execPath, [join(folder, 'build/bundle.ts')], { cwd: folder, timeout: TIMEOUT_MS });
}

/** Puts bundles that do nothing into a copy of the project, where it is not their content that is looked at. */
export async function stubBundles(folder: string): Promise<void> {
  for (const file of [
    'main/main.js',
    'preload/preload.cjs',
    'preload/setup.cjs',
    'renderer/index.html',
    'THIRD-PARTY-LICENSES.txt',
  ]) {
    await mkdir(dirname(join(folder, 'out', file)), { recursive: true });
    await writeFile(join(folder, 'out', file), 'nothing\n');
  }
}

export interface PackOptions {
  /** Packs by build/release.config.mjs. */
  release?: boolean;
  /** Packs by another configuration, a module in the project. */
  config?: string;
  env?: Record<string, string>;
  /** Packages to make of it; none by default. */
  targets?: readonly string[];
  /** Compresses the deb and the rpm by gzip; xz, as in a release, takes ten seconds for each. */
  quick?: boolean;
  /** Of the builder, octal. */
  umask?: string;
}

export interface Packed {
  /** What electron-builder left: `linux-unpacked`, `win-unpacked` or `mac-arm64`. */
  folder: string;
  /** Its folder of resources, with the asar. */
  resources: string;
  /** What it said. */
  output: string;
}

const switches = { linux: '--linux', win32: '--win', darwin: '--mac' } as const;

/**
 * Packs a project that is built, for one platform, into `<folder>/dist-<platform>`.
 * @throws the error of execFile, with `stdout` and `stderr`, where electron-builder fails
 */
export async function packProject(
  folder: string,
  platform: StandInPlatform,
  { release = false, config: given, env = {}, targets = [], quick = false, umask = '022' }: PackOptions = {},
): Promise<Packed> {
  const dist = join(folder, `electron-${platform}`);
  await writeStandInDist(platform, dist);
  const output = join(folder, `dist-${platform}`);
  const config = join(folder, `packing-${platform}.mjs`);
  const own = JSON.stringify({
    ...{ electronDist: dist, directories: { output, buildResources: 'build' } },
    ...(quick ? { deb: { compression: 'gz' }, rpm: { compression: 'gzip' } } : {}),
  });
  const parent = given ?? (release ? './build/release.config.mjs' : null);
  await writeFile(
    config,
    parent !== null
      ? `import parent from '${parent}';\nexport default { ...parent, ...${own} };\n`
      : `export default { extends: 'electron-builder.yml', ...${own} };\n`,
  );
  const arch = platform === 'darwin' ? '--arm64' : '--x64';
  const program = join(root, 'node_modules/electron-builder/cli.js');
  const kinds = targets.length > 0 ? targets : ['--dir'];
  const args = [program, switches[platform], ...kinds, arch, '--publish', 'never', '--config', config];
  const command = [process.execPath, ...args];
  const [file = '', ...rest] =
    process.platform === 'win32' ? command : ['sh', '-c', 'umask "$0"; exec "$@"', umask, ...command];
  const { stdout, stderr } = await run(file, rest, {
    cwd: folder,
    timeout: TIMEOUT_MS,
    maxBuffer: 16 * 1024 * 1024,
    // Nothing of the machine's own signing or proxies gets in.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_UPDATE_NOTIFIER: '1', ...compileCache, ...env },
  });
  const [unpacked = ''] = (await readdir(output)).filter((name) => /^(linux|win|mac)/.test(name));
  const made = join(output, unpacked);
  const resources =
    platform === 'darwin'
      ? join(made, 'Trip Kit Desktop.app', 'Contents', 'Resources')
      : join(made, 'resources');
  return { folder: made, resources, output: stdout + stderr };
}

/** Every file below a folder, by its path with slashes, sorted. Symbolic links are files here. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
