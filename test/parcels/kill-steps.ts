/** Kills this process at one of its steps on the disk, as by a loss of power. Import it before what works on the disk. */
import { existsSync, promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

/** @param until before which change of the disk, from 1: what follows a change is what precedes the next one; 0: none */
export function killAt(until: number): void {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps === until) process.kill(process.pid, 'SIGKILL');
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
