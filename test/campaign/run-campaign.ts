/** Hands the runs of a campaign to worker processes and adds up what they report. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type Problem, type ProblemKind, problemKinds } from './judge.ts';
import type { RunReport, WorkerSaid, WorkerTold } from './run-worker.ts';
import { ownMounts } from './volume.ts';

export interface CampaignOptions {
  seed: number;
  /** Numbers of the runs, from 0: run n has its own seed, whatever the others are. */
  runs: readonly number[];
  /** The program of the engine's processes (bundle-engine.ts). */
  engine: string;
  /** Worker processes. */
  parallel: number;
  /** Keeps the log of every run, not only of those that fail. */
  verbose?: boolean;
  onReport?: (report: RunReport) => void;
}

export interface CampaignResult {
  reports: RunReport[];
  /** Whether a full disk was a real one (tmpfs) or only said to be full. */
  disk: 'real' | 'simulated';
}

/** The seed of run n of a campaign (the mixing step of splitmix32). */
export function seedOfRun(seed: number, n: number): number {
  let mixed = (seed + Math.imul(n + 1, 0x9e3779b9)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const mounts = ownMounts();
  const waiting = [...options.runs];
  const reports: RunReport[] = [];
  const take = (): WorkerTold => {
    const n = waiting.shift();
    if (n === undefined) return 'end';
    return { n, seed: seedOfRun(options.seed, n), verbose: options.verbose ?? false };
  };
  const done = (report: RunReport) => {
    reports.push(report);
    options.onReport?.(report);
  };
  const workers = Math.min(options.parallel, options.runs.length);
  await Promise.all(
    Array.from({ length: workers }, () => drive(startWorker(mounts, options.engine), take, done)),
  );
  return { reports: reports.sort((a, b) => a.n - b.n), disk: mounts ? 'real' : 'simulated' };
}

function startWorker(mounts: ReturnType<typeof ownMounts>, engine: string): ChildProcess {
  const node = ['--disable-warning=ExperimentalWarning'];
  const args = [mounts ? 'real-disk' : 'simulated-disk', engine];
  return fork(join(import.meta.dirname, 'run-worker.ts'), args, {
    ...(mounts
      ? { execPath: mounts.program, execArgv: [...mounts.args, process.execPath, ...node] }
      : { execArgv: node }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Gives a worker its runs. A worker that dies fails the run that it was playing. */
function drive(
  worker: ChildProcess,
  take: () => WorkerTold,
  done: (report: RunReport) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let playing: Exclude<WorkerTold, 'end'> | null = null;
  worker.on('message', (said: WorkerSaid) => {
    if (said.said === 'report') {
      playing = null;
      done(said.report);
      return;
    }
    const told = take();
    if (told !== 'end') playing = told;
    worker.send(told);
  });
  worker.on('error', (error) => process.stderr.write(`A worker of the campaign failed: ${error.message}\n`));
  worker.on('exit', (code, signal) => {
    if (playing) {
      const error = `The worker ended (${signal ?? code}).`;
      done({
        n: playing.n,
        seed: playing.seed,
        ms: 0,
        verdict: null,
        error,
        lives: 0,
        happened: {},
        log: [],
      });
    }
    resolve();
  });
  return promise;
}

/** The sums of a campaign. */
export interface Sums {
  runs: number;
  lives: number;
  asked: number;
  ready: number;
  failed: number;
  unconfirmed: number;
  cancelled: number;
  polls: number;
  authentications: number;
  /** How often each thing went wrong. */
  happened: Record<string, number>;
  /** Runs of which there is no verdict. */
  errors: number;
  problems: Record<ProblemKind, number>;
}

export function sum(reports: readonly RunReport[]): Sums {
  const verdicts = reports.flatMap(({ verdict }) => verdict ?? []);
  const add = (of: (verdict: (typeof verdicts)[number]) => number) =>
    verdicts.reduce((total, verdict) => total + of(verdict), 0);
  const happened: Record<string, number> = {};
  for (const [what, times] of reports.flatMap((report) => Object.entries(report.happened))) {
    happened[what] = (happened[what] ?? 0) + times;
  }
  const all: Problem[] = verdicts.flatMap(({ problems }) => problems);
  return {
    runs: reports.length,
    lives: reports.reduce((total, { lives }) => total + lives, 0),
    asked: add(({ asked }) => asked),
    ready: add(({ ready }) => ready),
    failed: add(({ failed }) => failed),
    unconfirmed: add(({ unconfirmed }) => unconfirmed),
    cancelled: add(({ cancelled }) => cancelled),
    polls: add(({ polls }) => polls),
    authentications: add(({ authentications }) => authentications),
    happened,
    errors: reports.length - verdicts.length,
    problems: Object.fromEntries(
      problemKinds.map((kind) => [kind, all.filter((problem) => problem.kind === kind).length]),
    ) as Record<ProblemKind, number>,
  };
}

/** Runs that are not as they should be. */
export function failing(reports: readonly RunReport[]): RunReport[] {
  return reports.filter(({ verdict }) => verdict === null || verdict.problems.length > 0);
}
