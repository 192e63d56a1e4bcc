import { readFileSync, rmSync } from 'node:fs';
import { errorCode } from '../common/files.ts';
import type { Log } from '../common/log.ts';
import { replaceFileSync } from '../common/whole-file.ts';
import type { CockpitMemory } from './cockpit.ts';

/**
 * `cockpit.json` in the user-data folder: when cockpit mode was turned on, so the summary survives a restart.
 *
 * @param path absolute
 */
export function cockpitFile(path: string, log: Log): CockpitMemory {
  return {
    read() {
      try {
        const { since } = JSON.parse(readFileSync(path, 'utf8'));
        return Number.isSafeInteger(since) && since > 0 ? since : null;
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') log.warn(`cockpit.json can't be read: ${String(error)}`);
        return null;
      }
    },
    write(since) {
      try {
        if (since === null) rmSync(path, { force: true });
        else replaceFileSync(path, `${JSON.stringify({ since })}\n`);
      } catch (error) {
        log.warn(`cockpit.json can't be written: ${String(error)}`);
      }
    },
  };
}
