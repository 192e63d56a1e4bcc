/** Packages of the npm registry that tests use and package.json does not name: fetched by npm, compared with a checksum that stands in the code. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The largest package has 196 MB: a slow network takes minutes. ms */
const FETCH_TIMEOUT_MS = 20 * 60_000;

/** The folder of what tests fetch: in the user's cache (XDG Base Directory). */
export function ourCache(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'trip-kit-desktop');
}

/**
 * Fetches a package's tarball into the folder `to`. Returns its path.
 * @param wanted `integrity`: its Subresource Integrity, as package-lock.json has it of others
 * @throws Error where npm does not get it, or it is another one
 */
export async function fetchPackage(
  wanted: { package: string; integrity: string },
  to: string,
  signal: AbortSignal,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
  // In a folder of its own: npm would take a package.json around it for what is to be packed.
  const args = ['pack', wanted.package, '--loglevel=error', '--pack-destination', to];
  await run('npm', args, { cwd: tmpdir(), signal: within, env }).catch((error: unknown) => {
    throw new Error(`npm could not fetch ${wanted.package}: ${reason(error)}`, { cause: error });
  });
  const [name] = (await readdir(to)).filter((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error(`npm fetched ${wanted.package} and left no file.`);
  const tarball = join(to, name);
  const found = await integrityOf(tarball);
  if (found !== wanted.integrity) {
    throw new Error(
      `${wanted.package} is not the package whose checksum this checkout knows (${found}). Nothing of it was used.`,
    );
  }
  return tarball;
}

/** The Subresource Integrity of a file. */
export async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}

/** Runs a program to its end. @throws Error with the end of what it said */
export function run(
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
