/**
 * `npm run fuzz -- [--minutes 5] [--seed N] [--target NAME] [--only N]`: feeds what comes from outside to the code that reads it,
 * changed in all manner of ways, until the time is over. No crash, no stall of the calling thread, no memory beyond a limit.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Find, fuzzTarget } from './run-target.ts';
import { targets } from './targets/index.ts';

/** Inputs of a target before the next one has its turn, at a cost of 1. */
const AT_ONCE = 4_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    target: { type: 'string', multiple: true },
    only: { type: 'string' },
  },
});

function number(name: 'minutes' | 'seed' | 'only', otherwise: number): number {
  const value = Number(values[name] ?? otherwise);
  if (Number.isFinite(value) && value >= 0) return value;
  return refuse(`--${name} has to be a number from 0.`);
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const chosen = values.target ? targets.filter(({ name }) => values.target?.includes(name)) : targets;
if (chosen.length < (values.target?.length ?? 1))
  refuse(`Targets: ${targets.map(({ name }) => name).join(', ')}.`);
const seed = number('seed', Math.floor(Math.random() * 2 ** 31));
const signal = AbortSignal.timeout(number('minutes', 5) * 60_000);
const folder = join(import.meta.dirname, '../../test-results/fuzz');
const known = new Set<string>();
const tried = new Map<string, number>();

print(`Fuzzing ${chosen.map(({ name }) => name).join(', ')}; seed ${seed}.`);
if (values.only === undefined) {
  for (let turn = 0; !signal.aborted; turn += 1) {
    for (const target of chosen) {
      if (signal.aborted) break;
      const count = Math.ceil(AT_ONCE / target.cost);
      await play(target.name, turn * count, (turn + 1) * count);
    }
  }
} else {
  const n = number('only', 0);
  for (const { name } of chosen) await play(name, n, n + 1);
}
print('');
for (const [name, count] of tried) print(`${name}: ${count} inputs`);
print(known.size === 0 ? 'Nothing was found.' : `${known.size} found; they are in ${folder}.`);
process.exitCode = known.size === 0 ? 0 : 1;

async function play(name: string, from: number, to: number): Promise<void> {
  const target = chosen.find((one) => one.name === name);
  if (!target) return;
  const result = await fuzzTarget({ module: target.module, target, seed, from, to, signal });
  tried.set(name, (tried.get(name) ?? 0) + result.tried);
  for (const find of result.finds) tellFind(find);
}

function tellFind({ target, n, problem, input }: Find): void {
  const key = `${target} ${problem.signature}`;
  if (known.has(key)) return;
  known.add(key);
  const file = join(folder, `${target}-${seed}-${n}.bin`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, input);
  print(`\n${target}, ${problem.kind}: npm run fuzz -- --target ${target} --seed ${seed} --only ${n}`);
  print(problem.detail);
  print(`The input, as small as could be: ${file}`);
}
