import { runHeadless } from '../../main/command/headless-command.ts';
import type { HeadlessIo } from '../../main/command/io.ts';
import { systemClock } from '../../main/common/clock.ts';
import { machineFiles } from '../../main/policies/managed-file.ts';

/**
 * Runs a command of `tripkit` in this process: its exit code, and the lines that it writes.
 *
 * @param computer the one that it asks for policies; a Linux without files but for those who say otherwise
 */
export async function runCommand(
  args: readonly string[],
  signal = new AbortController().signal,
  computer: HeadlessIo['computer'] = { platform: 'linux', files: machineFiles({ root: '/nowhere' }) },
  more: Partial<HeadlessIo> = {},
) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runHeadless([...args], {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    status: null,
    env: {},
    takeVariable: () => undefined,
    clock: systemClock,
    computer,
    signal,
    ...more,
  });
  return { code, out, err };
}
