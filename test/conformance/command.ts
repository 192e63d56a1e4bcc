/** Runs the headless command as a user's script does, and reads what it says. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The checkout under test: this one, or another named by CONFORMANCE_ROOT. */
export const root =
  process.env.CONFORMANCE_ROOT ?? fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const node = `${root}/node_modules/.bin/node`;

/** One JSON object of standard output. */
export type Event = Readonly<Record<string, unknown>>;

/** A finished run. `ms` is its wall time. */
export interface Run {
  readonly args: readonly string[];
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  readonly timedOut: boolean;
}

/** How to run: an environment of its own, so that nothing of this machine leaks in. */
export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Kills the command after this many ms (default 110 000); the run then counts as timed out. */
  readonly timeoutMs?: number;
  /** Runs `npm run --silent tripkit --` instead of the script itself. */
  readonly npm?: boolean;
  /** Called with the child once it runs, e.g. to send a signal later. */
  readonly started?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs `tripkit …args` and waits for its end. */
export function tripkit(args: readonly string[], options: RunOptions): Promise<Run> {
  const [file, ...before] = options.npm
    ? ['npm', 'run', '--silent', 'tripkit', '--']
    : [node, '--disable-warning=ExperimentalWarning', `${root}/main/headless.ts`];
  const began = performance.now();
  return new Promise((done, failed) => {
    const child = spawn(file ?? node, [...before, ...args], {
      cwd: options.npm ? root : options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, options.timeoutMs ?? 110_000);
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', failed);
    options.started?.((signal) => child.kill(signal));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      done({
        args,
        code,
        signal,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
        ms: performance.now() - began,
        timedOut,
      });
    });
  });
}
