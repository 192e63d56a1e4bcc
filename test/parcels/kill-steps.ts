/** The steps of this process on the disk: killed at one, as by a loss of power, or kept. Import it before what works on the disk. */
import { cpSync, existsSync, promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * @param folder that this process works on
 * @param at before which change of the disk the process is killed, from 1: what follows a change is what precedes the next one; 0: none.
 *   Or a folder that gets a copy of `folder` before each change, named by its number: what a kill there would leave.
 */
export function stopAt(folder: string, at: string): void {
  const until = /^\d+$/.test(at) ? Number(at) : null;
  let steps = 0;
  const step = () => {
    steps += 1;
    if (until === null)
      cpSync(folder, join(at, String(steps)), { recursive: true, preserveTimestamps: true });
    else if (steps === until) process.kill(process.pid, 'SIGKILL');
  };

  const { rename, rm, writeFile, copyFile } = promises;
  promises.rename = (...args) => {
    step();
    return rename(...args);
  };
  promises.rm = (path, ...rest) => {
    if (existsSync(path)) step();
    return rm(path, ...rest);
  };
  promises.writeFile = (...args) => {
    step();
    return writeFile(...args);
  };
  promises.copyFile = (...args) => {
    step();
    return copyFile(...args);
  };
  syncBuiltinESMExports();
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (text: string) {
    if (text === 'COMMIT') step();
    exec.call(this, text);
  };
}
