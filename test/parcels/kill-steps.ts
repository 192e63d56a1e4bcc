/** Kills this process at one of its steps on the disk, as by a loss of power. Import it before what works on the disk. */
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

/** @param until the step, from 1: what changes the disk, before and after; 0: none */
export function killAt(until: number): void {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps === until) process.kill(process.pid, 'SIGKILL');
  };

  const { rename, rm, writeFile, copyFile } = promises;
  promises.rename = async (...args) => {
    step();
    await rename(...args);
    step();
  };
  promises.rm = async (...args) => {
    step();
    await rm(...args);
  };
  promises.writeFile = async (...args) => {
    await writeFile(...args);
    step();
  };
  promises.copyFile = async (...args) => {
    await copyFile(...args);
    step();
  };
  syncBuiltinESMExports();
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (text: string) {
    if (text === 'COMMIT') step();
    exec.call(this, text);
    if (text === 'COMMIT') step();
  };
}
