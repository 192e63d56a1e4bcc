import { inspect } from 'node:util';
import { TripKitError } from '../../main/common/errors.ts';
import type { Limits, OpenTarget } from './target.ts';

/** What an input must not do. `gone`: the process ended, or ran out of memory; `hangs`: it never came to an end. */
export const problemKinds = ['crash', 'stall', 'memory', 'gone', 'hangs'] as const;
export interface Problem {
  kind: (typeof problemKinds)[number];
  /** The same for inputs that show the same: finds are told once. */
  signature: string;
  detail: string;
}

/** What one input did; null where that was as it should be. */
export async function judge(target: OpenTarget, input: Buffer, limits: Limits): Promise<Problem | null> {
  const first = await attempt(target, input);
  if ('problem' in first) return first.problem;
  // A collection of garbage, or code that is compiled meanwhile, is not the input's: the best of three counts.
  let best = first.cpu_ms;
  for (let tries = 1; best > limits.cpu_ms && tries < 3; tries += 1) {
    const again = await attempt(target, input);
    if ('problem' in again) return again.problem;
    best = Math.min(best, again.cpu_ms);
  }
  if (best > limits.cpu_ms) {
    const detail = `${Math.round(best)} ms of the calling thread (${limits.cpu_ms} are allowed), ${input.length} bytes`;
    return { kind: 'stall', signature: 'stall', detail };
  }
  return null;
}

/** The highest that the process has been in memory, MiB. */
export function memoryPeak(): number {
  return process.resourceUsage().maxRSS / 1024;
}

type Attempt = { problem: Problem } | { cpu_ms: number };

async function attempt(target: OpenTarget, input: Buffer): Promise<Attempt> {
  // The thread's own time: a machine that is busy with others does not count.
  const before = process.threadCpuUsage();
  try {
    await target.run(input);
  } catch (error) {
    if (!(error instanceof TripKitError)) return { problem: crash(error) };
  }
  const { user, system } = process.threadCpuUsage(before);
  return { cpu_ms: (user + system) / 1000 };
}

/** @param error anything but a TripKitError */
export function crash(error: unknown): Problem {
  const detail = inspect(error, { depth: 3 }).slice(0, 4_000);
  const name = error instanceof Error ? error.name : typeof error;
  const place = /\/((?:main|preload|renderer|node_modules)\/[^\s):]+:\d+)/.exec(detail)?.[1] ?? '';
  return { kind: 'crash', signature: `crash ${name} ${place}`, detail };
}
