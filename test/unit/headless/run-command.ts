import { runHeadless } from '../../../main/headless/headless-command.ts';

/** Runs a command of `tripkit` in this process: its exit code, and the lines that it writes. */
export async function runCommand(args: readonly string[], signal = new AbortController().signal) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runHeadless([...args], {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    status: null,
    env: {},
    takeVariable: () => undefined,
    signal,
  });
  return { code, out, err };
}
