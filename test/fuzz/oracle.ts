import { inspect } from 'node:util';
import { TripKitError } from '../../main/common/errors.ts';
import { slowness, threadMs } from '../cpu-time.ts';
import type { Limits, OpenTarget } from './target.ts';

/** What an input must not do. `gone`: the process ended, or ran out of memory; `hangs`: it never came to an end. */
export const problemKinds = ['crash', 'stall', 'memory', 'gone', 'hangs'] as const;
export interface Problem {
  kind: (typeof problemKinds)[number];
  /** The same for inputs that show the same: finds are told once. */
  signature: string;
  detail: string;
}

/** How often an input that seems to stall is tried. */
const TRIES = 5;

/** What one input did; null where that was as it should be. */
export async function judge(target: OpenTarget, input: Buffer, limits: Limits): Promise<Problem | null> {
  const first = await attempt(target, input);
  if ('problem' in first) return first.problem;
  // A collection of garbage, or code that is compiled meanwhile, is not the input's, nor is a machine that is slow now: the best counts.
  let best = first.cpu_ms;
  for (let tries = 1; best > limits.cpu_ms && tries < TRIES; tries += 1) {
    const slow = slowness();
    const again = await attempt(target, input);
    if ('problem' in again) return again.problem;
    best = Math.min(best, again.cpu_ms / slow);
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
  const before = process.threadCpuUsage();
  try {
    await target.run(input);
  } catch (error) {
    if (!(error instanceof TripKitError)) return { problem: crash(error) };
  }
  return { cpu_ms: threadMs(before) };
}

/** @param error anything but a TripKitError */
export function crash(error: unknown): Problem {
  const detail = inspect(error, { depth: 3 }).slice(0, 4_000);
  const name = error instanceof Error ? error.name : typeof error;
  const place = /\/((?:main|preload|renderer|node_modules)\/[^\s):]+:\d+)/.exec(detail)?.[1] ?? '';
  return { kind: 'crash', signature: `crash ${name} ${place}`, detail };
}
