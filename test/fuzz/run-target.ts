/** Tries the inputs of one target, in processes that may end, hang or grow. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from './oracle.ts';
import type { Orders, Report } from './protocol.ts';
import type { AnyTarget } from './target.ts';

export interface FuzzOptions {
  /** URL of the module that exports `targets`. */
  module: string;
  target: AnyTarget;
  seed: number;
  from: number;
  to: number;
  signal?: AbortSignal;
  /** Without progress for so long, an input hangs; ms. */
  hang_ms?: number;
  /** Of the process' heap, MiB. */
  heap_mb?: number;
}

export interface Find {
  target: string;
  seed: number;
  n: number;
  problem: Problem;
  /** As small as it could be made. */
  input: Buffer;
}

export interface FuzzResult {
  finds: Find[];
  /** How many inputs were tried. */
  tried: number;
}

/** Far longer than any input may take; a machine may stand still for seconds. */
const HANG_MS = 60_000;
const HEAP_MB = 512;
/** Processes that end or hang before a target is given up: each costs its time. */
const MAX_ENDS = 3;

/** Tries the inputs from `from` to `to`; ends earlier where `signal` aborts. */
export async function fuzzTarget(options: FuzzOptions): Promise<FuzzResult> {
  const { target, seed, from, to, signal } = options;
  const open = await target.open();
  const finds: Find[] = [];
  const known = new Set<string>();
  const add = (n: number, problem: Problem, input = open.input(seed, n)) => {
    if (known.has(problem.signature)) return;
    known.add(problem.signature);
    finds.push({ target: target.name, seed, n, problem, input });
  };
  let next = from;
  let ends = 0;
  while (next < to && ends < MAX_ENDS && !signal?.aborted) {
    const life = await live(options, { from: next, to, known: [...known] });
    for (const report of life.reports) {
      if (report.what === 'find') add(report.n, report.problem, Buffer.from(report.input, 'base64'));
      if (report.what === 'grew' && (await growsAlone(options, report.n))) {
        const { memory_mb } = target.limits;
        const detail = `${report.by} MiB more (${memory_mb} are allowed)`;
        add(report.n, { kind: 'memory', signature: 'memory', detail });
      }
    }
    next = life.at + 1;
    if (life.end === 'done') next = to;
    else if (life.end !== 'stopped') {
      ends += 1;
      const detail = life.end === 'hangs' ? 'no end within its time' : life.errors.slice(-2_000);
      add(life.at, {
        kind: life.end,
        signature: `${life.end} ${/FATAL ERROR: [^\n]*/.exec(detail)?.[0] ?? ''}`,
        detail,
      });
    }
  }
  return { finds, tried: Math.min(next, to) - from };
}

/** Whether an input makes a process grow in which nothing else was done. */
async function growsAlone(options: FuzzOptions, n: number): Promise<boolean> {
  const { reports } = await live(options, { from: n, to: n + 1, known: [] });
  return reports.some(({ what }) => what === 'grew');
}

interface Life {
  reports: Report[];
  end: 'done' | 'gone' | 'hangs' | 'stopped';
  /** The number of the last input. */
  at: number;
  /** What it wrote. */
  errors: string;
}

async function live(
  { module, target, seed, signal, hang_ms = HANG_MS, heap_mb = HEAP_MB }: FuzzOptions,
  part: Pick<Orders, 'from' | 'to' | 'known'>,
): Promise<Life> {
  const folder = mkdtempSync(join(tmpdir(), 'tripkit-fuzz-'));
  const progress = join(folder, 'progress');
  const at = () => readFileSync(progress).readDoubleLE(0);
  const first = Buffer.alloc(16);
  first.writeDoubleLE(part.from);
  writeFileSync(progress, first);
  const orders: Orders = { module, target: target.name, seed, progress, ...part };
  const child = fork(new URL('./fuzz-child.ts', import.meta.url), [JSON.stringify(orders)], {
    // It may be killed before it has removed its own.
    env: { ...process.env, TMPDIR: folder },
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heap_mb}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const life: Life = { reports: [], end: 'gone', at: part.from, errors: '' };
  child.on('message', (report: Report) => {
    if (report.what === 'end') life.end = 'done';
    else life.reports.push(report);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    life.errors = (life.errors + text).slice(-20_000);
  });
  const stop = () => {
    life.end = 'stopped';
    child.kill('SIGKILL');
  };
  signal?.addEventListener('abort', stop, { once: true });
  const watch = watchProgress(
    child,
    () => readFileSync(progress, 'hex'),
    hang_ms,
    () => {
      life.end = 'hangs';
    },
  );
  try {
    await once(child, 'close');
    life.at = at();
    return life;
  } finally {
    clearInterval(watch);
    signal?.removeEventListener('abort', stop);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends a process that has been at the same input for too long. */
function watchProgress(
  child: ChildProcess,
  at: () => string,
  hang_ms: number,
  onHang: () => void,
): NodeJS.Timeout {
  let last = '';
  let since = performance.now();
  return setInterval(
    () => {
      const now = at();
      if (now !== last) {
        last = now;
        since = performance.now();
      } else if (performance.now() - since > hang_ms) {
        onHang();
        child.kill('SIGKILL');
      }
    },
    Math.min(1_000, hang_ms / 4),
  );
}
