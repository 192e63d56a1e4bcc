/**
 * `npm run test:windows`: the command line, the policies and the installer in Debian's Wine, on Linux on x64. It takes some minutes. Wine
 * and NSIS are installed where that may be done (Debian as root); elsewhere nothing is run, which is said, and the exit code is 3.
 *
 *     --required      what can't be run is a failure (1)
 *     FILES           only test files whose path holds one of these words
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPackages, isOnPath } from '../runtime/packages.ts';
import { buildCommand } from './command-bundle.ts';
import { getWindowsNode } from './windows-node.ts';
import { FACTS_VARIABLE, Wine } from './wine.ts';

const NOTHING_RUN = 3;
/** Where Debian's package has it: the one on the PATH is of another package, which asks for 32 bits. */
const WINE = '/usr/lib/wine/wine64';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { required: { type: 'boolean', default: false } },
});

const outcome = await main();
if (typeof outcome === 'string') process.stdout.write(`${outcome} Nothing was run.\n`);
process.exitCode = typeof outcome === 'number' ? outcome : values.required ? 1 : NOTHING_RUN;

/** The exit code of the tests, or why there are none here. */
async function main(): Promise<number | string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `Wine is tried on Linux on x64, and this is ${process.platform} on ${process.arch}.`;
  const isHere = () => existsSync(WINE) && isOnPath('makensis');
  if (!isHere()) installPackages(['wine64', 'nsis']);
  if (!isHere()) return 'This machine lacks Wine or NSIS. Run as root: apt-get install wine64 nsis.';
  let node: string;
  try {
    node = await getWindowsNode(new AbortController().signal);
  } catch (error) {
    return `Node for Windows can't be had here: ${error instanceof Error ? error.message : String(error)}.`;
  }
  const work = await mkdtemp(join(tmpdir(), 'tripkit-wine-'));
  const command = join(work, 'command');
  await mkdir(command);
  const wine = new Wine({ wine: WINE, work, node, command: await buildCommand(command) });
  try {
    wine.make();
    const config = join(import.meta.dirname, 'vitest.config.ts');
    const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--config', config, '--configLoader', 'native', ...positionals];
    const env = { ...process.env, [FACTS_VARIABLE]: JSON.stringify(wine.facts) };
    return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
  } finally {
    wine.stop();
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}
