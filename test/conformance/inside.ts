/** Runs headless commands within this process, on a clock that skips every wait. */
import { runHeadless } from '../../main/command/headless-command.ts';
import type { HeadlessIo } from '../../main/command/io.ts';
import { machineFiles } from '../../main/policies/managed-file.ts';
import { Activity } from './activity.ts';
import { HANGS_MS, type Run, type RunOptions, type Way } from './command.ts';
import { SkippingClock } from './skipping-clock.ts';

/** The command takes this variable from its io; this process's environment never has it. */
const PASSPHRASE = 'TRIPKIT_PASSPHRASE';
/** A wait that the command leaves behind would keep its process alive; no longer than this goes unnoticed, ms. */
const SHORT_WAIT_MS = 1_000;

/** Commands share the process's environment, working folder and streams, so one runs at a time. */
let isRunning = false;

/** A way of its own for each scenario. */
export function inside(): Way {
  const activity = new Activity();
  const clock = new SkippingClock(() => activity.isBusy);
  return {
    inside: true,
    clock,
    run: (args, options) => runInside(args, options, clock),
    hold: (ms) => activity.whileHeld(clock.sleep(ms)),
    close: () => activity.close(),
  };
}

async function runInside(args: readonly string[], options: RunOptions, clock: SkippingClock): Promise<Run> {
  if (options.npm) throw new Error('npm starts a process of its own');
  if (isRunning) throw new Error('another command runs in this process');
  isRunning = true;
  const out: string[] = [];
  const err: string[] = [];
  const env = { ...options.env };
  const ended = new AbortController();
  const io: HeadlessIo = {
    out: (line) => out.push(`${line}\n`),
    err: (line) => err.push(`${line}\n`),
    status: null,
    env,
    takeVariable(name) {
      const value = env[name];
      delete env[name];
      return value;
    },
    clock,
    computer: { platform: process.platform, files: machineFiles() },
    signal: ended.signal,
  };
  let timedOut = false;
  const guard = setTimeout(() => {
    timedOut = true;
    ended.abort();
  }, HANGS_MS);
  const leave = enter(options, out, err);
  try {
    const running = runHeadless(args, io);
    options.started?.(() => ended.abort());
    const code = await running;
    const wait = clock.longestWait;
    const left =
      wait > SHORT_WAIT_MS ? [`leaves a wait of ${wait} ms behind, which keeps its process alive`] : [];
    return { args, code, signal: null, stdout: out.join(''), stderr: err.join(''), timedOut, left };
  } finally {
    leave();
    clearTimeout(guard);
    isRunning = false;
  }
}

/**
 * Makes this process what the command's own would be: environment, working folder, and streams, to which everything goes that Node
 * would print. Returns what takes it back.
 */
function enter({ cwd, env }: RunOptions, out: string[], err: string[]): () => void {
  const before = { cwd: process.cwd(), env: { ...process.env } };
  const streams = [
    [process.stdout, out, process.stdout.write],
    [process.stderr, err, process.stderr.write],
  ] as const;
  const onError = (error: unknown) => err.push(`${error instanceof Error ? error.stack : String(error)}\n`);
  const onWarning = ({ name, message }: Error) => {
    if (name !== 'ExperimentalWarning') err.push(`${name}: ${message}\n`);
  };
  const { [PASSPHRASE]: _, ...rest } = env;
  Object.assign(process.env, rest);
  process.chdir(cwd);
  for (const [stream, lines] of streams)
    stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
      lines.push(Buffer.from(chunk as string).toString());
      const done = more.at(-1);
      if (typeof done === 'function') process.nextTick(done);
      return true;
    };
  process.on('unhandledRejection', onError).on('uncaughtException', onError).on('warning', onWarning);
  return () => {
    process.off('unhandledRejection', onError).off('uncaughtException', onError).off('warning', onWarning);
    for (const [stream, , write] of streams) stream.write = write;
    process.chdir(before.cwd);
    for (const name of Object.keys(rest)) {
      const value = before.env[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
