/** The process of one target: tries its inputs one after the other, and tells what they did. */
import { openSync, writeSync } from 'node:fs';
import { crash, judge, memoryPeak, type Problem } from './oracle.ts';
import type { Orders, Report } from './protocol.ts';
import { shrink } from './shrink.ts';
import type { AnyTarget } from './target.ts';

const orders = JSON.parse(process.argv[2] ?? '{}') as Orders;
const { targets } = (await import(orders.module)) as { targets: readonly AnyTarget[] };
const chosen = targets.find(({ name }) => name === orders.target);
if (!chosen) throw new Error(`There is no target ${orders.target}.`);
const { limits } = chosen;
const target = await chosen.open();
const known = new Set(orders.known);
const progress = openSync(orders.progress, 'r+');
/** The number of the input, and how many were judged: those that are tried to make it smaller count as progress too. */
const place = Buffer.alloc(16);
let judgements = 0;

/** Nothing may go wrong beside the call either: a promise that nobody waits for counts for the input under way. */
let stray: Problem | null = null;
process.on('uncaughtException', (error) => {
  stray ??= crash(error);
});

function tell(report: Report): Promise<void> {
  return new Promise((resolve, reject) =>
    process.send?.(report, (error: Error | null) => (error ? reject(error) : resolve())),
  );
}

function noteProgress(): void {
  judgements += 1;
  place.writeDoubleLE(judgements, 8);
  writeSync(progress, place, 0, 16, 0);
}

async function judged(input: Buffer): Promise<Problem | null> {
  noteProgress();
  const problem = (await judge(target, input, limits)) ?? stray;
  stray = null;
  return problem;
}

// What is loaded and compiled once is no input's.
place.writeDoubleLE(orders.from);
await judged(target.input(orders.seed, 0));
for (let n = orders.from; n < orders.to; n += 1) {
  place.writeDoubleLE(n);
  noteProgress();
  const input = target.input(orders.seed, n);
  // What making the input took is not its reader's.
  const peak = memoryPeak();
  const problem = await judged(input);
  if (problem && !known.has(problem.signature)) {
    known.add(problem.signature);
    const shows = async (one: Buffer) => (await judged(one))?.signature === problem.signature;
    const smallest = await shrink(input, (one) => target.smaller(one), shows);
    await tell({ what: 'find', n, problem, input: smallest.toString('base64'), shrunk: smallest !== input });
  }
  const by = Math.round(memoryPeak() - peak);
  if (by > limits.memory_mb) await tell({ what: 'grew', n, by });
}
await tell({ what: 'end' });
process.exit(0);
