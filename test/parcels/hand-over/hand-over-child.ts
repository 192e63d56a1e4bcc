/** A start in a process of its own that is killed at its Nth step: `node hand-over-child.ts FOLDER N`. */
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

const [, , user_data = '', until = '0'] = process.argv;
let steps = 0;

/** What changes the disk, before and after: the process ends there as by a loss of power. */
function step(): void {
  steps += 1;
  if (steps === Number(until)) process.kill(process.pid, 'SIGKILL');
}

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

const { startUp } = await import('../../start/start-run.ts');
const run = await startUp(user_data);
await run.end(false);
process.stdout.write('ended');
