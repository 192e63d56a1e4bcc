/** Runs the parts of a test run side by side, prints each one's output whole, and adds up their counts. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

export interface Counts {
  passed: number;
  failed: number;
  /** Lines for the summary: what failed, and how. */
  names?: string[];
}

export interface Part {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** The part that must have ended, well or badly, before this one starts. */
  after?: string | null;
  /** Cores that it keeps busy; 1 by default. Infinity: nothing runs beside it. */
  cores?: number;
  /** Reads what the part wrote about its tests. A part without it counts as one test. */
  counts?: () => Counts;
  /** What failed of it, to be run alone; null where that can't be told. */
  again?: () => string[] | null;
}

export interface RunOptions {
  /** Cores that parts may keep busy side by side; all of the machine by default. A part that needs all of them runs alone. */
  cores?: number;
  /**
   * Runs what failed so many times more, alone, when all parts have ended. Tests that pass every time are reported as unsteady,
   * with how they failed, and don't fail the run: for machines on which nobody looks. 0: never.
   */
  times_again?: number;
}

/** Runs all parts, in their order as far as `after` and the cores allow. */
export async function runParts(
  parts: readonly Part[],
  cwd: string,
  { cores = availableParallelism(), times_again = 0 }: RunOptions = {},
): Promise<{ passed: number; failed: number; summary: string[] }> {
  const waiting = [...parts];
  const ended = new Set<string>();
  const running = new Set<Promise<void>>();
  let busy = 0;
  const coresOf = (part: Part) => Math.min(part.cores ?? 1, cores);
  const total = { passed: 0, failed: 0 };
  const lines = new Map<string, string[]>();
  const failures = new Map<Part, Counts>();

  async function play(part: Part): Promise<void> {
    const began = performance.now();
    const { ok, output } = await run(part, cwd, parts.length === 1);
    const seconds = Math.round((performance.now() - began) / 1000);
    const count = countOf(part, ok);
    total.passed += count.passed;
    total.failed += count.failed;
    const verdict = count.failed === 0 ? 'ok    ' : 'FAILED';
    if (count.failed > 0) failures.set(part, count);
    process.stdout.write(`\n=== ${part.name} (${seconds} s)\n${output}`);
    lines.set(part.name, [
      `${verdict} ${part.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`,
      ...(count.names ?? []),
    ]);
    ended.add(part.name);
  }

  while (waiting.length > 0 || running.size > 0) {
    const ready = waiting.filter(({ after }) => !after || ended.has(after));
    const part = ready.find((one) => busy + coresOf(one) <= cores);
    if (part) {
      waiting.splice(waiting.indexOf(part), 1);
      busy += coresOf(part);
      const playing = play(part).finally(() => {
        busy -= coresOf(part);
        running.delete(playing);
      });
      running.add(playing);
    } else if (running.size > 0) await Promise.race(running);
    else throw new Error(`Nothing ends that ${waiting.map(({ name }) => name).join(', ')} wait for.`);
  }
  for (const [part, { failed, names = [] }] of failures) {
    if (!(await passesAlone(part, cwd, times_again))) continue;
    total.failed -= failed;
    total.passed += failed;
    lines.set(part.name, [
      `UNSTEADY ${part.name}: ${failed} failed among the others, and passed ${times_again} times alone. Mend the tests.`,
      ...names,
    ]);
  }
  return { ...total, summary: parts.flatMap(({ name }) => lines.get(name) ?? []) };
}

/** Whether what failed of a part passes each time when it is run alone. */
async function passesAlone(part: Part, cwd: string, times: number): Promise<boolean> {
  const command = times > 0 ? part.again?.() : null;
  if (!command) return false;
  for (let time = 1; time <= times; time += 1) {
    const { ok, output } = await run({ ...part, command }, cwd, false);
    process.stdout.write(`\n=== ${part.name}, what failed alone, ${time} of ${times}\n${output}`);
    if (!ok) return false;
  }
  return true;
}

/** Runs one part to its end; what it printed is kept, or shown at once where it is alone. */
function run(part: Part, cwd: string, alone: boolean): Promise<{ ok: boolean; output: string }> {
  const [program = '', ...args] = part.command;
  const chunks: Buffer[] = [];
  if (!alone) process.stdout.write(`... ${part.name}\n`);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...part.env },
      stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => chunks.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}

/** A part that ended badly counts at least one failure, whatever it wrote. */
function countOf(part: Part, ok: boolean): Counts {
  if (!part.counts) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const count = part.counts();
    return ok ? count : { ...count, failed: Math.max(count.failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
