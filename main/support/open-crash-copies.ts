import { z } from 'zod';
import { firstLineOf } from '../common/supervised.ts';
import type { Host } from '../host/host.ts';
import { CrashCopies } from './crash-copies.ts';

/** How long copying may take, ms; what is not done then is done later. */
const LIMIT_MS = 60_000;

const told = z.object({ event: z.literal('copied'), names: z.array(z.string()) });

/**
 * Copies crash reports by a command of our own program, which can be killed where the folder does not answer.
 * @param to the folder that administrators named; null: none
 * @param ownCommand what starts the command line of this program
 */
export function openCrashCopies(
  { paths, settings, clock, log }: Host,
  to: string | null,
  ownCommand: readonly string[],
): CrashCopies {
  const folder = paths.crashes;
  return new CrashCopies({
    folder,
    to: () => to,
    agreed: () => settings.state().values.crash_reports,
    async copy(place, computer, signal) {
      const args = ['copy-crashes', '--from', folder, '--to', place, '--computer', computer, '--json'];
      const { line } = await firstLineOf([...ownCommand, ...args], LIMIT_MS, signal);
      try {
        return line === null ? null : told.parse(JSON.parse(line)).names;
      } catch {
        return null;
      }
    },
    clock,
    log,
  });
}
