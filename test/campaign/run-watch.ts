import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownMounts } from './volume.ts';
import type { WatchVerdict } from './watch-process.ts';

const program = join(import.meta.dirname, 'watch-process.ts');

/**
 * Runs the campaign of watched folders once, in processes of its own.
 *
 * @param keep keeps the folder and says where it is
 * @param other `tripkit` on another system, which then has no mounts of its own: what starts it, in which environment, and how often it
 *   is killed at least
 */
export async function runWatchCampaign(
  seed: number,
  files: number,
  keep = false,
  other: { command: readonly string[]; env: NodeJS.ProcessEnv; kills: number } | null = null,
): Promise<WatchVerdict> {
  const folder = await mkdtemp(join(tmpdir(), 'watch-campaign-'));
  const mounts = other === null ? ownMounts() : null;
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', program];
  const [first = '', ...args] = [
    ...(mounts ? [mounts.program, ...mounts.args] : []),
    ...node,
    ...[folder, String(seed), String(files), String(other?.kills ?? 0)],
  ];
  const given = other === null ? {} : { ...other.env, WATCH_COMMAND: JSON.stringify(other.command) };
  try {
    const env = { ...process.env, ...given, WATCH_VOLUMES: mounts ? '1' : '0', WATCH_KEEP: keep ? '1' : '0' };
    const child = spawn(first, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
    let said = '';
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString('utf8');
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new Error(`The campaign of watched folders ended with code ${code}.`);
    return JSON.parse(said) as WatchVerdict;
  } finally {
    if (keep) process.stderr.write(`Its files are in ${folder}.\n`);
    else await rm(folder, { recursive: true, force: true });
  }
}

/** What must be none, in words. */
export function problemsOf({ lost, twice, delivered_twice, torn, wrong }: WatchVerdict): string[] {
  return [
    ...lost.map((flight) => `lost: ${flight}`),
    ...twice.map((flight) => `requested twice: ${flight}`),
    ...delivered_twice.map((flight) => `delivered twice: ${flight}`),
    ...torn.map((name) => `torn: ${name}`),
    ...wrong,
  ];
}
