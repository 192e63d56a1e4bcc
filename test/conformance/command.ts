/** Runs the headless command as a user's script does, and reads what it says. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '../../main/common/clock.ts';
import { compileCache } from '../compile-cache.ts';

/** The checkout under test: this one, or another named by CONFORMANCE_ROOT. */
export const root =
  process.env.CONFORMANCE_ROOT ?? fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const node = `${root}/node_modules/.bin/node`;

/** One JSON object of standard output. */
export type Event = Readonly<Record<string, unknown>>;

/** A finished run. */
export interface Run {
  readonly args: readonly string[];
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** What it left going on. */
  readonly left: readonly string[];
}

/** How the command is run: as a process (`asProcess`), or within this one (inside.ts). */
export interface Way {
  readonly inside: boolean;
  /** The time that the command sees; its services must see the same. */
  readonly clock: Clock;
  run(args: readonly string[], options: RunOptions): Promise<Run>;
  /** Lets a service take so long for an answer, ms; the command waits for that call until then. */
  hold(ms: number): Promise<void>;
  close(): void;
}

/** How to run: an environment of its own, so that nothing of this machine leaks in. */
export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs `npm run --silent tripkit --` instead of the script itself. */
  readonly npm?: boolean;
  /** Called with the child once it runs, e.g. to send a signal later. */
  readonly started?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Ends a command that hangs, ms of real time: far longer than a command takes on any machine. The run counts as timed out then. */
export const HANGS_MS = 300_000;
/** The same for a scenario, so that the hanging command tells of itself first, ms. */
export const SCENARIO_MS = 2 * HANGS_MS;

/** Runs the real command, in real time. */
export const asProcess = (): Way => ({
  inside: false,
  clock: systemClock,
  run: tripkit,
  hold: (ms) => systemClock.sleep(ms),
  close: () => {},
});

/** Runs `tripkit …args` and waits for its end. */
export function tripkit(args: readonly string[], options: RunOptions): Promise<Run> {
  const [file, ...before] = options.npm
    ? ['npm', 'run', '--silent', 'tripkit', '--']
    : [node, '--disable-warning=ExperimentalWarning', `${root}/main/headless.ts`];
  return new Promise((done, failed) => {
    const child = spawn(file ?? node, [...before, ...args], {
      cwd: options.npm ? root : options.cwd,
      env: { ...compileCache, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, HANGS_MS);
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
        timedOut,
        left: [],
      });
    });
  });
}
