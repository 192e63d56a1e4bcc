import { app } from 'electron';
import { z } from 'zod';
import { firstLineOf } from '../command/supervised.ts';
import { systemClock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import type { AppSettings } from '../settings/settings.ts';
import { CrashCopies } from '../support/crash-copies.ts';

/** How long copying may take, ms; what is not done then is done later. */
const LIMIT_MS = 60_000;

const told = z.object({ event: z.literal('copied'), names: z.array(z.string()) });

/** Copies crash reports by a command of our own program, which can be killed where the folder does not answer. */
export function openCrashCopies(
  folder: string,
  to: string | null,
  settings: Pick<AppSettings, 'state'>,
  log: Log,
): CrashCopies {
  return new CrashCopies({
    folder,
    to: () => to,
    agreed: () => settings.state().values.crash_reports,
    async copy(place, computer, signal) {
      const args = ['copy-crashes', '--from', folder, '--to', place, '--computer', computer, '--json'];
      const { line } = await firstLineOf([...ownCommand(), ...args], LIMIT_MS, signal);
      try {
        return line === null ? null : told.parse(JSON.parse(line)).names;
      } catch {
        return null;
      }
    },
    clock: systemClock,
    log,
  });
}

/** What starts the command line of this program. */
function ownCommand(): string[] {
  const sandbox = process.argv.filter((argument) => argument === '--no-sandbox');
  return [process.execPath, ...sandbox, ...(app.isPackaged ? [] : [app.getAppPath()]), '--headless'];
}
