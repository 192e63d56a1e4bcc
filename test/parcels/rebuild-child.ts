/**
 * A library in a process of its own that is killed at its Nth step: `node rebuild-child.ts FOLDER N`. It opens the library, which
 * rebuilds it, and takes each of the kits through its life.
 */
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { lives } from './lives.ts';

const [, , folder = '', until = '0'] = process.argv;
let steps = 0;

/** What changes the disk, before and after: the process ends there as by a loss of power. */
function step(): void {
  steps += 1;
  if (steps === Number(until)) process.kill(process.pid, 'SIGKILL');
}

const { rename, rm, writeFile } = promises;
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
syncBuiltinESMExports();
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (text: string) {
  if (text === 'COMMIT') step();
  exec.call(this, text);
  if (text === 'COMMIT') step();
};

const { openRun } = await import('./library-run.ts');
const run = await openRun(folder);
if (run.kits.list().length === 0) {
  for (const turn of lives) {
    for (const kit of turn)
      run.kits.write(kit, { kit_id: kit.id, at: kit.state_since, state: kit.state, what: 'x' });
    await run.parcels.written();
  }
}
await run.end();
process.stdout.write('ended');
