/** Plays runs in a process of its own, whose mounts end with it. Told over IPC which; tells of each what came of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineChild } from './engine-child.ts';
import type { Evidence } from './evidence.ts';
import { judge, type Verdict } from './judge.ts';
import { type Place, play } from './play.ts';
import { drawScenario } from './scenario.ts';
import { Stage } from './stage.ts';

export type WorkerTold = { n: number; seed: number; verbose: boolean } | 'end';

export interface RunReport {
  n: number;
  seed: number;
  ms: number;
  verdict: Verdict | null;
  /** Why there is no verdict: the campaign itself failed. */
  error: string | null;
  lives: number;
  /** How often each thing went wrong: ends of the process, faults of the service, acts. */
  happened: Record<string, number>;
  /** What the processes wrote; only where something is wrong, or where it was asked for. */
  log: string[];
}

export type WorkerSaid = { said: 'ready' } | { said: 'report'; report: RunReport };

/** A stage grows slow with its journal: a new one after so many runs. */
const RUNS_A_STAGE = 40;

const folder = await mkdtemp(join(tmpdir(), 'tripkit-campaign-'));
const [disk, engine = ''] = process.argv.slice(2);
const real_disk = disk === 'real-disk';
let stage: Stage | null = null;
let played = 0;
const compile_cache = join(folder, 'compiled');
let spare: EngineChild | null = null;

async function place(seed: number): Promise<Place> {
  if (stage === null || played >= RUNS_A_STAGE) {
    await stage?.close();
    stage = await Stage.open(seed, await mkdtemp(join(folder, 'stage-')));
    played = 0;
  }
  played += 1;
  return { stage, folder, nextChild, real_disk };
}

/** Hands out the process that was started ahead, and starts another: loading takes longer than many a life. */
function nextChild(): EngineChild {
  const next = spare ?? new EngineChild(engine, compile_cache);
  spare = new EngineChild(engine, compile_cache);
  return next;
}

async function run(n: number, seed: number, verbose: boolean): Promise<RunReport> {
  const began = performance.now();
  const report = (rest: Pick<RunReport, 'verdict' | 'error' | 'lives' | 'happened' | 'log'>): RunReport => ({
    n,
    seed,
    ms: Math.round(performance.now() - began),
    ...rest,
  });
  try {
    const { evidence, log } = await play(await place(seed), drawScenario(seed));
    const verdict = judge(evidence);
    const told = verbose || verdict.problems.length > 0;
    const journal = told ? evidence.journal.map((entry) => JSON.stringify(entry)) : [];
    return report({
      verdict,
      error: null,
      lives: evidence.lives.length,
      happened: happenings(evidence),
      log: told ? [...log, '--- journal', ...journal] : [],
    });
  } catch (error) {
    // What was left half-way must not disturb the next run.
    await stage?.close().catch(() => {});
    stage = null;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return report({ verdict: null, error: text, lives: 0, happened: {}, log: [] });
  }
}

function happenings({ lives, journal, acts }: Evidence): Record<string, number> {
  const happened: Record<string, number> = { ...acts };
  const add = (what: string) => {
    happened[what] = (happened[what] ?? 0) + 1;
  };
  for (const { end } of lives) add(end);
  for (const entry of journal) {
    if (entry.kind === 'request' && entry.fault !== null) add(`${entry.operation}: ${entry.fault}`);
  }
  return happened;
}

async function end(): Promise<void> {
  await spare?.kill();
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
}

function say(said: WorkerSaid): void {
  process.send?.(said);
}

process.on('message', (told: WorkerTold) => {
  if (told === 'end') void end();
  else
    void run(told.n, told.seed, told.verbose).then((report) => {
      say({ said: 'report', report });
      say({ said: 'ready' });
    });
});
process.on('disconnect', () => void end());
say({ said: 'ready' });
